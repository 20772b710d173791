import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { openSpotlight } from '@mantine/spotlight';
import { IconLogout } from '@tabler/icons-react';
import { useApp } from '../../context/app-context.tsx';
import { useProfiles } from '../../context/use-profiles.ts';
import { useSession, useUi } from '../../context/use-stores.ts';
import { ConnectionChip } from './connection-chip.tsx';
import styles from './header.module.css';
import { SignedInText } from './signed-in-text.tsx';

/** The header: profile, palette, signed-in user and connection state. */
export function Header() {
  const { commands } = useApp();
  const signedIn = useSession((state) => state.session?.status === 'signed-in');
  const isMapFocused = useUi((state) => state.isMapFocused);
  return (
    <header className={styles.header} data-region="header" hidden={isMapFocused}>
      <h1 className={styles.brand}>Sightline</h1>
      <ProfileMenu />
      <button type="button" className={styles.search} onClick={openSpotlight} aria-keyshortcuts="Control+K">
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

/** The current profile, and a menu to choose another one. */
function ProfileMenu() {
  const app = useApp();
  const current = useSession((state) => state.session?.profile);
  const { profiles, error } = useProfiles();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button
          type="button"
          className={styles.chip}
          aria-label={`Profile: ${current?.name ?? 'none'}`}
          disabled={!current}
        >
          {current?.name ?? 'Connecting…'} <span aria-hidden>▾</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={current?.id ?? null}
          onChange={(id) => void app.commands.runWith('session.select-profile', { profileId: id })}
          aria-label="Profiles"
        >
          {profiles.map(({ id, name }) => (
            <Menu.RadioItem key={id} value={id} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {error ? <Menu.Label>The profiles could not be read.</Menu.Label> : null}
        <Menu.Divider />
        <Menu.Item onClick={() => app.commands.run('session.profiles')}>Manage profiles…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
