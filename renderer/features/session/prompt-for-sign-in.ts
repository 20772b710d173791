import type { SessionState } from '../../../shared/session/session-state.ts';
import type { Stores } from '../../stores/stores.ts';

/**
 * Opens the sign-in form when it is needed: at the start without a valid token, when the token expires or is rejected,
 * and at a sign-out that leaves no workspace open, because there is then nothing to show. A sign-out that leaves a
 * workspace open does not open it.
 * Returns a function that stops it.
 */
export function promptForSignIn({ session, ui }: Pick<Stores, 'session' | 'ui'>): () => void {
  return session.subscribe((now, before) => {
    if (now.session === before.session || !now.session || !shouldPrompt(now.session, before.session)) return;
    // A workspace or case package that the user has just opened needs no sign-in.
    if (ui.getState().offeredFile === null) ui.getState().openDialog('sign-in');
  });
}

function shouldPrompt(now: SessionState, before: SessionState | null): boolean {
  if (now.status === 'signed-in') return false;
  if (before === null || now.workspace === 'none') return before?.status !== now.status;
  return now.status === 'expired' && before.status === 'signed-in';
}
