import type { SessionState } from '../../../shared/session/session-state.ts';
import type { AvailableUpdate } from '../../../shared/settings/updates.ts';
import type { UnsavedReviews } from '../../stores/review-store.ts';
import type { HostLink } from '../../stores/session-store.ts';
import { texts } from './texts.ts';

/** A problem to act on: a line under the header. One that lasts as long as its cause cannot be closed. */
export type ProblemNotice = {
  readonly kind: 'problem';
  readonly text: string;
  /** The technical cause. */
  readonly details?: string | undefined;
  readonly closable: boolean;
  /** The command that resolves it, and its button's label. */
  readonly remedy?: { readonly commandId: string; readonly label: string };
};

/** A condition that work goes on under: a label in the status bar, which opens the text. */
export type ConditionNotice = {
  readonly kind: 'condition';
  readonly label: string;
  readonly text: string;
  /** The technical cause. */
  readonly details?: string | undefined;
};

export type Notice = ProblemNotice | ConditionNotice;

/** The notices that apply now, the most severe first. */
export function currentNotices(
  hostLink: HostLink,
  session: SessionState | null,
  unsaved: UnsavedReviews | null = null,
  update: AvailableUpdate | null = null,
  hostRefusal: string | null = null,
): readonly Notice[] {
  const notices: Notice[] = [];
  if (unsaved) {
    const { size } = unsaved.changes;
    notices.push({
      kind: 'problem',
      closable: false,
      text: texts.notices.unsavedReviews(size, unsaved.failure.message),
      details: unsaved.failure.details,
      remedy: { commandId: 'review.retry', label: texts.notices.retryNow },
    });
  }
  if (hostLink === 'lost') {
    notices.push({
      kind: 'problem',
      closable: false,
      text: hostRefusal === null ? texts.notices.hostLost : texts.notices.hostRestarted(hostRefusal),
    });
  }
  if (update) {
    notices.push({
      kind: 'condition',
      label: texts.notices.update,
      text: texts.notices.updateText(update.version, update.from),
    });
  }
  if (!session) return notices;
  if (session.settingsProblem !== undefined) {
    notices.push({ kind: 'problem', closable: true, text: session.settingsProblem });
  }
  if (session.hostProblem !== undefined) {
    notices.push({ kind: 'problem', closable: true, text: session.hostProblem });
  }
  if (session.workspaceProblem) {
    notices.push({
      kind: 'problem',
      closable: true,
      text: session.workspaceProblem,
      details: session.workspaceDetails,
      ...remedyOf(session),
    });
  }
  if (session.workspaceNetworkDrive !== undefined) {
    notices.push({
      kind: 'condition',
      label: texts.notices.networkDrive,
      text: texts.notices.networkDriveText(session.workspaceNetworkDrive),
    });
  }
  if (session.workspace === 'read-only') {
    notices.push({
      kind: 'condition',
      label: texts.notices.readOnly,
      text: texts.notices.readOnlyText,
    });
  }
  if (session.connection === 'offline') {
    notices.push({
      kind: 'condition',
      label: texts.notices.offline,
      text: texts.notices.offlineText(session.connectionProblem, describeOfflineData(session)),
      details: session.connectionDetails,
    });
  }
  if (session.tokenStorage === 'memory') {
    notices.push({
      kind: 'condition',
      label: texts.notices.signInNotSaved,
      text: texts.notices.signInNotSavedText(session.keychainProblem),
      details: session.keychainDetails,
    });
  }
  return notices;
}

function remedyOf({
  workspaceSetAside,
  workspaceMissing,
  workspaceDamaged,
}: SessionState): Pick<ProblemNotice, 'remedy'> {
  if (workspaceMissing !== undefined) {
    return { remedy: { commandId: 'workspace.open-missing', label: texts.notices.openMissing } };
  }
  const rebuild = (label: string) => ({ remedy: { commandId: 'workspace.rebuild', label } });
  if (workspaceSetAside !== undefined) return rebuild(texts.notices.recover);
  return workspaceDamaged ? rebuild(texts.notices.rebuild) : {};
}

function describeOfflineData({ workspace }: SessionState): string {
  return workspace === 'none' ? texts.notices.noOfflineData : texts.notices.offlineData;
}
