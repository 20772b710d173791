import type { SessionState } from '../../../shared/session/session-state.ts';
import type { Stores } from '../../stores/stores.ts';

/**
 * Opens the sign-in form at a start without a valid token, and when the token expires or is rejected. Without an open
 * workspace the first screen is shown instead. A sign-out does not open the form. While another dialog is open, which
 * may hold input, it waits until that is closed. Returns a function that stops it.
 */
export function promptForSignIn({ session, ui }: Pick<Stores, 'session' | 'ui'>): () => void {
  let isWaiting = false;
  const prompt = () => {
    const { dialog, offeredFile, openDialog } = ui.getState();
    // A workspace or case that the user has just opened needs no sign-in.
    if (offeredFile !== null) return;
    if (dialog === 'sign-in') return;
    isWaiting = dialog !== null;
    if (!isWaiting) openDialog('sign-in');
  };
  const stops = [
    session.subscribe((now, before) => {
      if (now.session === before.session || !now.session) return;
      if (now.session.status === 'signed-in') isWaiting = false;
      if (shouldPrompt(now.session, before.session)) prompt();
    }),
    ui.subscribe(({ dialog }) => {
      if (dialog === 'sign-in') isWaiting = false;
      else if (dialog === null && isWaiting && session.getState().session?.workspace !== 'none') prompt();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function shouldPrompt(now: SessionState, before: SessionState | null): boolean {
  if (now.status === 'signed-in' || now.workspace === 'none') return false;
  return before === null || (now.status === 'expired' && before.status === 'signed-in');
}
