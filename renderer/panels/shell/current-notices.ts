import type { SessionState } from '../../../shared/session/session-state.ts';
import type { HostLink } from '../../stores/session-store.ts';

/** A line under the header. One that stays until its cause is gone cannot be closed. */
export type Notice = {
  readonly text: string;
  readonly tone: 'info' | 'warn' | 'bad';
  readonly closable: boolean;
  /** The command that does something about it, and what its button says. */
  readonly remedy?: { readonly commandId: string; readonly label: string };
};

/** What the analyst must know now, the worst first. */
export function currentNotices(hostLink: HostLink, session: SessionState | null): readonly Notice[] {
  const notices: Notice[] = [];
  if (hostLink === 'lost') {
    notices.push({
      tone: 'bad',
      closable: false,
      text: 'The page has lost its connection to Sightline and is trying to reconnect. What is shown may be out of date. If this persists, restart Sightline.',
    });
  }
  if (!session) return notices;
  if (session.workspaceProblem) {
    notices.push({
      tone: 'bad',
      closable: true,
      text: session.workspaceProblem,
      ...(session.workspaceSetAside === undefined
        ? {}
        : { remedy: { commandId: 'workspace.rebuild', label: 'Rescue what it held…' } }),
    });
  }
  if (session.workspace === 'read-only') {
    notices.push({
      tone: 'warn',
      closable: false,
      text: 'This workspace is open read-only: nothing new is saved in it.',
    });
  }
  if (session.connection === 'offline') {
    notices.push({
      tone: 'warn',
      closable: true,
      text: `Offline: ${session.connectionProblem ?? 'the service does not answer.'} ${whatStays(session)}`,
    });
  }
  if (session.tokenStorage === 'memory') {
    notices.push({
      tone: 'info',
      closable: true,
      text: `Sightline will forget this sign-in when it closes: ${session.keychainProblem ?? 'the keychain cannot be used.'}`,
    });
  }
  return notices;
}

function whatStays({ workspace }: SessionState): string {
  return workspace === 'none'
    ? 'There is no workspace on this disk yet.'
    : 'Areas, orders, results and chips on this disk remain available.';
}
