import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useApp } from '../../context/app-context.tsx';
import { useProfiles } from '../../context/use-profiles.ts';
import { useSession } from '../../context/use-stores.ts';
import styles from './header.module.css';
import { texts } from './texts.ts';

/** The commands about the workspace file. A disabled one shows the reason when it is run. */
const commandIds = ['workspace.open', 'workspace.save-copy', 'case.import', 'case.export'] as const;

/** The open workspace by the name of its profile, with its commands, and the other profiles. */
export function WorkspaceMenu() {
  const { commands } = useApp();
  const current = useSession((state) => state.session?.profile);
  const path = useSession((state) => state.session?.workspacePath);
  const { profiles, error } = useProfiles();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button
          type="button"
          className={styles.workspace}
          aria-label={texts.workspaceMenu.label(current?.name)}
          title={path}
          disabled={!current}
        >
          <span className={styles.name}>{current?.name ?? texts.status.connecting}</span>
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={current?.id ?? null}
          onChange={(id) => void commands.runWith('session.select-profile', { profileId: id })}
          aria-label={texts.workspaceMenu.profiles}
        >
          {profiles.map(({ id, name }) => (
            <Menu.RadioItem key={id} value={id} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {error ? <Menu.Label>{texts.workspaceMenu.notRead}</Menu.Label> : null}
        <Menu.Item onClick={() => commands.run('session.profiles')}>{texts.workspaceMenu.manage}</Menu.Item>
        <Menu.Divider />
        {commandIds.map((id) => (
          <Menu.Item key={id} onClick={() => commands.run(id)}>
            {commands.byId(id)?.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
