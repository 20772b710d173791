import { Button } from '@mantine/core';
import { useApp } from '../../app/app-context.tsx';
import { useNow } from '../../app/use-now.ts';
import { useSession } from '../../app/use-stores.ts';
import { formatTimeLeft } from '../../components/format.ts';
import styles from './header.module.css';

/** Below this, what is left of the sign-in is shown as a warning (milliseconds). */
const shortTime = 15 * 60_000;

/** Who is signed in and for how long, or the way to sign in. */
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
  const isShort = left !== undefined && left < shortTime;
  return (
    <>
      <span
        className={styles.session}
        data-tone={isShort ? 'warn' : undefined}
        title={session.expiresAt ? `Until ${session.expiresAt}` : undefined}
      >
        {session.username} · signed in
        {left === undefined ? '' : `, ${formatTimeLeft(left)} left`}
      </span>
      {isShort ? (
        <Button size="compact-xs" onClick={() => commands.run('session.sign-in')}>
          Sign in again
        </Button>
      ) : null}
    </>
  );
}
