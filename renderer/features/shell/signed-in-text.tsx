import { Button } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { useSession } from '../../context/use-stores.ts';
import { useNow } from '../../ui/use-now.ts';
import { describeSignIn } from './describe-sign-in.ts';
import styles from './header.module.css';
import { texts } from './texts.ts';

/** What has to be done about the sign-in: nothing while it lasts, else why, with a button. */
export function SignedInText() {
  const { commands } = useApp();
  const session = useSession((state) => state.session);
  const now = useNow(15_000);
  if (!session) return null;
  if (session.status === 'signed-in') {
    const { text, isShort } = describeSignIn(session, now);
    if (!isShort) return null;
    return (
      <>
        <span className={styles.session} data-tone="warn">
          {text}
        </span>
        <Button size="compact-xs" onClick={() => commands.run('session.sign-in')}>
          {texts.signIn.again}
        </Button>
      </>
    );
  }
  const isExpired = session.status === 'expired';
  return (
    <>
      <span className={styles.session} data-tone={isExpired ? 'warn' : undefined}>
        {session.username ? `${session.username} · ` : ''}
        {isExpired ? texts.signIn.expired : texts.signIn.signedOut}
      </span>
      <Button size="compact-xs" variant="filled" onClick={() => commands.run('session.sign-in')}>
        {isExpired ? texts.signIn.again : texts.signIn.start}
      </Button>
    </>
  );
}
