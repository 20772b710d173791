import type { SessionState } from '../../shared/session/session-state.ts';
import type { Stores } from '../stores/stores.ts';

/**
 * Opens the sign-in form when there is a reason to: at the start without a living token, when the token expires or
 * is refused, and whenever nothing could be shown without signing in. A sign-out that leaves a workspace open asks
 * for nothing. Returns the way to stop.
 */
export function askForSignIn({ session, ui }: Pick<Stores, 'session' | 'ui'>): () => void {
  return session.subscribe((now, before) => {
    if (now.session !== before.session && now.session && shallAsk(now.session, before.session)) {
      ui.getState().openDialog('sign-in');
    }
  });
}

function shallAsk(now: SessionState, before: SessionState | null): boolean {
  if (now.status === 'signed-in') return false;
  if (before === null || now.workspace === 'none') return before?.status !== now.status;
  return now.status === 'expired' && before.status === 'signed-in';
}
