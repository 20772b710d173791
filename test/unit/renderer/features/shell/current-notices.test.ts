import { describe, expect, test } from 'vitest';
import { currentNotices } from '../../renderer/panels/shell/current-notices.ts';
import type { SessionState } from '../../shared/session/session-state.ts';

const session: SessionState = {
  profile: {
    id: 'demo',
    kind: 'demo',
    name: 'Demo service',
    baseUrl: 'http://127.0.0.1:1',
    imageBaseUrl: 'http://127.0.0.1:1/images',
    brand: 'svc',
    bracedQueryBody: false,
    sendTokenToImages: false,
  },
  status: 'signed-in',
  tokenStorage: 'keychain',
  connection: 'online',
  workspace: 'open',
};

const texts = (change: Partial<SessionState>) =>
  currentNotices('connected', { ...session, ...change }).map(({ text }) => text);

describe('currentNotices', () => {
  test('says nothing while all is well', () => {
    expect(texts({})).toEqual([]);
    expect(currentNotices('connecting', null)).toEqual([]);
  });

  test('says that and why a sign-in will be forgotten', () => {
    expect(texts({ tokenStorage: 'memory', keychainProblem: 'The keychain is locked.' })).toEqual([
      'Sightline will forget this sign-in when it closes: The keychain is locked.',
    ]);
  });

  test('says why it is offline, and what stays', () => {
    expect(texts({ connection: 'offline', connectionProblem: 'The connection was refused.' })).toEqual([
      'Offline: The connection was refused. Areas, orders, results and chips on this disk remain available.',
    ]);
    expect(texts({ connection: 'offline', workspace: 'none' })[0]).toContain('no workspace on this disk');
  });

  test('a lost link comes first and cannot be closed', () => {
    const [first, ...others] = currentNotices('lost', { ...session, connection: 'offline' });
    expect(first).toMatchObject({ tone: 'bad', closable: false });
    expect(others).toHaveLength(1);
  });

  test('a read-only workspace is told as long as it is open, with its reason', () => {
    expect(texts({ workspace: 'read-only', workspaceProblem: 'A newer Sightline wrote it.' })).toEqual([
      'A newer Sightline wrote it.',
      'This workspace is open read-only: nothing new is saved in it.',
    ]);
  });
});
