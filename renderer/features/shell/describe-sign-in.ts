import type { SessionState } from '../../../shared/session/session-state.ts';
import { texts } from './texts.ts';

/** When less than this remains of the sign-in, it is shown as a warning (milliseconds). */
const expiryWarningMs = 15 * 60_000;

/** Who is signed in and for how long, and whether little of it is left. `now`: epoch milliseconds. */
export function describeSignIn(
  { username, expiresAt }: Pick<SessionState, 'username' | 'expiresAt'>,
  now: number,
): { readonly text: string; readonly isShort: boolean } {
  const left = expiresAt ? Date.parse(expiresAt) - now : undefined;
  const expiry = left === undefined ? texts.signIn.expiryUnknown : texts.signIn.timeLeft(left);
  return {
    text: texts.signIn.signedInAs(username ?? '', expiry),
    isShort: left !== undefined && left < expiryWarningMs,
  };
}
