import { useSession } from '../app/use-stores.ts';
import { Note } from './note.tsx';

/**
 * Says, while the service is out of reach or nobody is signed in, what cannot be done and why. Renders nothing
 * when it can. `what` ends the sentence: "Placing orders needs the service."
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
