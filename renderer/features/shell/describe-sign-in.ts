import { formatTimeLeft } from '../../../shared/format.ts';
import type { SessionState } from '../../../shared/session/session-state.ts';

/** When less than this remains of the sign-in, it is shown as a warning (milliseconds). */
const expiryWarningMs = 15 * 60_000;

/** Who is signed in and for how long, and whether little of it is left. `now`: epoch milliseconds. */
export function describeSignIn(
  { username, expiresAt }: Pick<SessionState, 'username' | 'expiresAt'>,
  now: number,
): { readonly text: string; readonly isShort: boolean } {
  const left = expiresAt ? Date.parse(expiresAt) - now : undefined;
  const expiry = left === undefined ? 'expiry unknown' : `${formatTimeLeft(left)} left`;
  return {
    text: `${username ?? ''} · signed in, ${expiry}`,
    isShort: left !== undefined && left < expiryWarningMs,
  };
}
