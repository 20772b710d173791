import { describe, expect, test } from 'vitest';
import { currentNotices } from '../../../../../renderer/features/shell/current-notices.ts';
import type { SessionState } from '../../../../../shared/session/session-state.ts';
import { signedOut } from '../../../../builders/session-state.ts';

const session: SessionState = {
  ...signedOut,
  status: 'signed-in',
  tokenStorage: 'keychain',
  connection: 'online',
};

const texts = (change: Partial<SessionState>) =>
  currentNotices('connected', { ...session, ...change }).map(({ text }) => text);

describe('currentNotices', () => {
  test('offers to rebuild a damaged workspace, and names a network drive', () => {
    const [damaged] = currentNotices('connected', {
      ...session,
      workspaceProblem: 'The workspace file is damaged: 3 of its 40 pages changed.',
      workspaceDamaged: true,
    });
    expect(damaged).toMatchObject({ kind: 'problem', remedy: { commandId: 'workspace.rebuild' } });
    const [missing] = currentNotices('connected', {
      ...session,
      workspaceProblem: 'The workspace /disk/case.gpkg is not there.',
      workspaceMissing: '/disk/case.gpkg',
    });
    expect(missing).toMatchObject({ kind: 'problem', remedy: { commandId: 'workspace.open-missing' } });
    expect(texts({ workspaceNetworkDrive: 'NFS' })).toEqual([
      expect.stringContaining('on a network drive (NFS)'),
    ]);
  });

  test('has what was wrong with the settings, until it is closed', () => {
    const hostProblem = 'Chromium’s sandbox is off.';
    expect(currentNotices('connected', { ...session, hostProblem })).toEqual([
      { kind: 'problem', closable: true, text: hostProblem },
    ]);
    const settingsProblem = 'The damaged file was saved as /data/settings.json.damaged-1.';
    expect(currentNotices('connected', { ...session, settingsProblem })).toEqual([
      { kind: 'problem', closable: true, text: settingsProblem },
    ]);
  });

  test('leaves lasting conditions to the status bar, with a label', () => {
    const notices = currentNotices('connected', {
      ...session,
      connection: 'offline',
      tokenStorage: 'memory',
      workspace: 'read-only',
      workspaceNetworkDrive: 'NFS',
    });
    expect(notices).toMatchObject(
      ['Network drive', 'Workspace read-only', 'Offline', 'Signed in until exit'].map((label) => ({
        kind: 'condition',
        label,
      })),
    );
  });

  test('has no notices in normal operation', () => {
    expect(texts({})).toEqual([]);
    expect(currentNotices('connecting', null)).toEqual([]);
  });

  test('reports that and why a sign-in will not be saved', () => {
    expect(texts({ tokenStorage: 'memory', keychainProblem: 'The keychain is locked.' })).toEqual([
      'This sign-in ends when Sightline exits, and then asks for the password again: The keychain is locked.',
    ]);
  });

  test('states why it is offline, and what remains available', () => {
    expect(texts({ connection: 'offline', connectionProblem: 'The connection was refused.' })).toEqual([
      'Offline: The connection was refused. Areas, orders, results and chips on this disk remain available.',
    ]);
    expect(texts({ connection: 'offline', workspace: 'none' })[0]).toContain('no workspace on this disk');
  });

  test('names reviews that are not saved until they are', () => {
    const failure = { code: 'disk', message: 'The disk is full.' } as const;
    const unsaved = { failure, changes: new Map([[1, [{ flagged: true }]]]) };
    expect(currentNotices('connected', session, unsaved)).toEqual([
      expect.objectContaining({
        closable: false,
        text: '1 review not saved, retrying: The disk is full. Keep this window open until it is saved.',
      }),
    ]);
  });

  test('a lost link comes first and cannot be closed', () => {
    const [first, ...others] = currentNotices('lost', { ...session, connection: 'offline' });
    expect(first).toMatchObject({ kind: 'problem', closable: false });
    expect(others).toHaveLength(1);
  });

  test('a host that was restarted and refuses the page states how to get in again', () => {
    const remedy = 'Open /data/browser/open-sightline.html in a browser, or start Sightline again.';
    expect(currentNotices('lost', session, null, null, remedy)[0]?.text).toBe(
      `Sightline was started again and does not know this page any more. ${remedy} This page then reconnects.`,
    );
  });

  test('a read-only workspace is reported with its reason as long as it is open', () => {
    expect(texts({ workspace: 'read-only', workspaceProblem: 'A newer Sightline wrote it.' })).toEqual([
      'A newer Sightline wrote it.',
      'This workspace is open read-only: nothing new is saved in it.',
    ]);
  });
});
