import { Button, Menu, Popover } from '@mantine/core';
import { IconChevronDown, IconRadar2, IconSearch } from '@tabler/icons-react';
import type { Connection, SessionState } from '../../../shared/session/session-state.ts';
import { serviceAddress } from '../../../shared/settings/service-address.ts';
import { useApp } from '../../context/app-context.tsx';
import { CommandKey } from '../../context/command-key.tsx';
import { useProfiles } from '../../context/use-profiles.ts';
import { useSession, useUi } from '../../context/use-stores.ts';
import { isFirstScreen } from '../../stores/session-store.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './header.module.css';
import { openPalette } from './palette/open-palette.ts';
import { texts } from './texts.ts';

/** The header: workspace, palette, connection and account. */
export function Header() {
  const isMapFocused = useUi((state) => state.isMapFocused);
  const isFirst = useSession(isFirstScreen);
  return (
    <header className={styles.header} data-region="header" hidden={isMapFocused}>
      <h1 className={styles.brand}>
        <IconRadar2 size={18} stroke={2} aria-hidden />
        <span className={styles.brandName}>{texts.header.app}</span>
      </h1>
      {isFirst ? null : (
        <>
          <WorkspaceMenu />
          <button type="button" className={styles.search} onClick={openPalette}>
            <IconSearch size={16} stroke={1.75} aria-hidden />
            <span className={styles.searchText}>{texts.header.palette}</span>
            <CommandKey id="view.palette" />
          </button>
          <SignedInText />
          <ConnectionChip />
          <AccountMenu />
        </>
      )}
    </header>
  );
}

/** Who is signed in and for how long, and signing out. Renders nothing while no user is signed in. */
function AccountMenu() {
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

const connectionLabels = {
  online: texts.connection.online,
  offline: texts.connection.offline,
  unknown: texts.connection.unknown,
} as const;

/** The connection state of the service; a click shows the reason. */
function ConnectionChip() {
  const hostLink = useSession((state) => state.hostLink);
  const session = useSession((state) => state.session);
  const connection = hostLink === 'connected' ? (session?.connection ?? 'unknown') : 'unknown';
  const label = hostLink === 'lost' ? texts.connection.disconnected : connectionLabels[connection];
  return (
    <Popover position="bottom-end" withArrow>
      <Popover.Target>
        <button
          type="button"
          className={styles.chip}
          data-connection={connection}
          aria-label={texts.connection.label(label)}
        >
          <span className={styles.dot} aria-hidden />
          <span className={styles.label}>{label}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.reason}>
        {hostLink === 'lost' ? (
          texts.connection.hostLost
        ) : (
          <FailureText
            failure={{
              message: explain(connection, session),
              details: connection === 'offline' ? session?.connectionDetails : undefined,
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function explain(connection: Connection, session: SessionState | null): string {
  const address = session ? serviceAddress(session.profile) : texts.connection.service;
  switch (connection) {
    case 'online':
      return texts.connection.responded(address);
    case 'offline':
      return texts.connection.noResponse(address, session?.connectionProblem);
    case 'unknown':
      return texts.connection.notContacted(address);
  }
}

/** Shows what has to be done about the sign-in: nothing while it lasts, else why, with a button. */
function SignedInText() {
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
      <Button size="compact-xs" onClick={() => commands.run('session.sign-in')}>
        {isExpired ? texts.signIn.again : texts.signIn.start}
      </Button>
    </>
  );
}

/** When less than this remains of the sign-in, it is shown as a warning (milliseconds). */
const expiryWarningMs = 15 * 60_000;

/** Who is signed in and for how long, and whether little of it is left. `now`: epoch milliseconds. */
function describeSignIn(
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

/** The commands about the workspace file. A disabled one shows the reason when it is run. */
const commandIds = ['workspace.open', 'workspace.save-copy', 'case.import', 'case.export'] as const;

/** The open workspace by the name of its profile, with its commands, and the other profiles. */
function WorkspaceMenu() {
  const { commands } = useApp();
  const current = useSession((state) => state.session?.profile);
  const path = useSession((state) => state.session?.workspacePath);
  const {
    profiles,
    query: { error },
  } = useProfiles();
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
