import { Menu } from '@mantine/core';
import { useApp } from '../../app/app-context.tsx';
import { selectProfile } from '../../app/select-profile.ts';
import { useSession } from '../../app/use-stores.ts';
import styles from './header.module.css';

/** The current profile, and the way to another one. */
export function ProfileMenu() {
  const app = useApp();
  const current = useSession((state) => state.session?.profile);
  const profiles = useSession((state) => state.profiles);
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
          onChange={(id) => void selectProfile(app, id)}
          aria-label="Profiles"
        >
          {profiles.map(({ id, name }) => (
            <Menu.RadioItem key={id} value={id} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => app.commands.run('session.profiles')}>Manage profiles…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
