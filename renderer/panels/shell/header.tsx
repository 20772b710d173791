import { ActionIcon, Tooltip } from '@mantine/core';
import { openSpotlight } from '@mantine/spotlight';
import { IconLogout } from '@tabler/icons-react';
import { useApp } from '../../app/app-context.tsx';
import { useSession } from '../../app/use-stores.ts';
import { ConnectionChip } from './connection-chip.tsx';
import styles from './header.module.css';
import { ProfileMenu } from './profile-menu.tsx';
import { SignedInText } from './signed-in-text.tsx';

/** The bar at the top: which service, the palette, who is signed in, and whether the service answers. */
export function Header() {
  const { commands } = useApp();
  const signedIn = useSession((state) => state.session?.status === 'signed-in');
  return (
    <header className={styles.header}>
      <h1 className={styles.brand}>Sightline</h1>
      <ProfileMenu />
      <button
        type="button"
        className={styles.search}
        onClick={openSpotlight}
        aria-label="Search commands, orders and areas"
        aria-keyshortcuts="Control+K"
      >
        <span>Search commands, orders, areas…</span>
        <kbd>Ctrl K</kbd>
      </button>
      <span className="grow" />
      <SignedInText />
      {signedIn ? (
        <Tooltip label="Sign out">
          <ActionIcon aria-label="Sign out" onClick={() => commands.run('session.sign-out')}>
            <IconLogout size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ) : null}
      <ConnectionChip />
    </header>
  );
}
