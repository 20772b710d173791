import { formatQuantity } from '../../../shared/format.ts';
import type { SessionState } from '../../../shared/session/session-state.ts';
import type { UnsavedReviews } from '../../stores/review-store.ts';
import type { HostLink } from '../../stores/session-store.ts';

/** A problem to act on: a line under the header. One that lasts as long as its cause cannot be closed. */
export type ProblemNotice = {
  readonly kind: 'problem';
  readonly text: string;
  readonly closable: boolean;
  /** The command that resolves it, and its button's label. */
  readonly remedy?: { readonly commandId: string; readonly label: string };
};

/** A condition that work goes on under: a label in the status bar, which opens the text. */
export type ConditionNotice = {
  readonly kind: 'condition';
  readonly label: string;
  readonly text: string;
};

export type Notice = ProblemNotice | ConditionNotice;

/** The notices that apply now, the most severe first. */
export function currentNotices(
  hostLink: HostLink,
  session: SessionState | null,
  unsaved: UnsavedReviews | null = null,
): readonly Notice[] {
  const notices: Notice[] = [];
  if (unsaved) {
    const { size } = unsaved.changes;
    notices.push({
      kind: 'problem',
      closable: false,
      text: `${formatQuantity(size, 'review')} not saved, retrying: ${unsaved.failure.message} Keep this window open until ${size === 1 ? 'it is' : 'they are'} saved.`,
      remedy: { commandId: 'review.retry', label: 'Retry now' },
    });
  }
  if (hostLink === 'lost') {
    notices.push({
      kind: 'problem',
      closable: false,
      text: 'The page has lost its connection to Sightline and is trying to reconnect. What is shown may be out of date. If this persists, restart Sightline.',
    });
  }
  if (!session) return notices;
  if (session.workspaceProblem) {
    notices.push({
      kind: 'problem',
      closable: true,
      text: session.workspaceProblem,
      ...remedyOf(session),
    });
  }
  if (session.workspaceNetworkDrive !== undefined) {
    notices.push({
      kind: 'condition',
      label: 'Network drive',
      text: `This workspace is on a network drive (${session.workspaceNetworkDrive}). It is written in a slower way that is safe there. On a local disk fetches and edits are faster.`,
    });
  }
  if (session.workspace === 'read-only') {
    notices.push({
      kind: 'condition',
      label: 'Workspace read-only',
      text: 'This workspace is open read-only: nothing new is saved in it.',
    });
  }
  if (session.connection === 'offline') {
    notices.push({
      kind: 'condition',
      label: 'Offline',
      text: `Offline: ${session.connectionProblem ?? 'the service does not respond.'} ${describeOfflineData(session)}`,
    });
  }
  if (session.tokenStorage === 'memory') {
    notices.push({
      kind: 'condition',
      label: 'Sign-in not saved',
      text: `Sightline will forget this sign-in when it closes: ${session.keychainProblem ?? 'the keychain cannot be used.'}`,
    });
  }
  return notices;
}

function remedyOf({ workspaceSetAside, workspaceDamaged }: SessionState): Pick<ProblemNotice, 'remedy'> {
  const rebuild = (label: string) => ({ remedy: { commandId: 'workspace.rebuild', label } });
  if (workspaceSetAside !== undefined) return rebuild('Recover its contents…');
  return workspaceDamaged ? rebuild('Rebuild it…') : {};
}

function describeOfflineData({ workspace }: SessionState): string {
  return workspace === 'none'
    ? 'There is no workspace on this disk yet.'
    : 'Areas, orders, results and chips on this disk remain available.';
}
