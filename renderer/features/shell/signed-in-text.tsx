import { Button } from '@mantine/core';
import { formatTimeLeft } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSession } from '../../context/use-stores.ts';

import { useNow } from '../../ui/use-now.ts';
import styles from './header.module.css';

/** When less than this remains of the sign-in, it is shown as a warning (milliseconds). */
const expiryWarningMs = 15 * 60_000;

/** The signed-in user and the remaining time, or a button to sign in. */
export function SignedInText() {
  const { commands } = useApp();
  const session = useSession((state) => state.session);
  const now = useNow(15_000);
  if (!session) return null;
  if (session.status !== 'signed-in') {
    return (
      <>
        <span className={styles.session} data-tone={session.status === 'expired' ? 'warn' : undefined}>
          {session.username ? `${session.username} · ` : ''}
          {session.status === 'expired' ? 'sign-in has expired' : 'signed out'}
        </span>
        <Button size="compact-xs" variant="filled" onClick={() => commands.run('session.sign-in')}>
          {session.status === 'expired' ? 'Sign in again' : 'Sign in'}
        </Button>
      </>
    );
  }
  const left = session.expiresAt ? Date.parse(session.expiresAt) - now : undefined;
  const isShort = left !== undefined && left < expiryWarningMs;
  return (
    <>
      <span
        className={styles.session}
        data-tone={isShort ? 'warn' : undefined}
        title={
          session.expiresAt
            ? `Until ${session.expiresAt}`
            : 'The service does not state when the sign-in expires; Sightline asks to sign in again when it does.'
        }
      >
        {session.username} · signed in
        {left === undefined ? ', expiry unknown' : `, ${formatTimeLeft(left)} left`}
      </span>
      {isShort ? (
        <Button size="compact-xs" onClick={() => commands.run('session.sign-in')}>
          Sign in again
        </Button>
      ) : null}
    </>
  );
}
