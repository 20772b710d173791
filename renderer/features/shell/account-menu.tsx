import { Menu } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { useSession } from '../../context/use-stores.ts';
import { useNow } from '../../ui/use-now.ts';
import { describeSignIn } from './describe-sign-in.ts';
import styles from './header.module.css';
import { texts } from './texts.ts';

/** Who is signed in and for how long, and signing out. Renders nothing while no user is signed in. */
export function AccountMenu() {
  const { commands } = useApp();
  const session = useSession((state) => state.session);
  const now = useNow(15_000);
  if (session?.status !== 'signed-in') return null;
  const text = describeSignIn(session, now).text;
  const initials = initialsOf(session.username ?? '');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button
          type="button"
          className={styles.avatar}
          aria-label={texts.account.label(initials, text)}
          title={text}
        >
          {initials}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{text}</Menu.Label>
        {session.expiresAt ? null : (
          <Menu.Label className={styles.reason}>{texts.account.expiryUnknown}</Menu.Label>
        )}
        <Menu.Item onClick={() => commands.run('session.sign-out')}>{texts.account.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The first letters of the parts of a user name, or of its only part: `anna.kim@…` is AK, `analyst@…` is AN. */
function initialsOf(username: string): string {
  const [first = '', second] = (username.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return (second ? `${first.charAt(0)}${second.charAt(0)}` : first.slice(0, 2)).toUpperCase();
}
