import { Note } from '../ui/note.tsx';
import { useSession } from './use-stores.ts';

/**
 * Shows, while the service is unreachable or the user is not signed in, what is unavailable and why. Renders nothing
 * otherwise. `what` starts the sentence: "Placing orders needs the service."
 */
export function OfflineNote({ what }: { readonly what: string }) {
  const session = useSession((state) => state.session);
  if (!session) return null;
  if (session.status !== 'signed-in') {
    return <Note tone="warn">{what} needs a sign-in. What is on this disk remains available.</Note>;
  }
  if (session.connection !== 'offline') return null;
  return (
    <Note tone="warn">
      {what} needs the service, which is out of reach
      {session.connectionProblem ? `: ${session.connectionProblem}` : '.'}
    </Note>
  );
}
