import { beforeEach, expect, it, vi } from 'vitest';
import { createSessionCommands } from '../../../../../renderer/features/session/session-commands.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import type { SessionState } from '../../../../../shared/session/session-state.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';
import { pageApi } from '../../../../builders/page-api.ts';

const { notifyFailure, notifyInfo } = spyOnNotifications();

beforeEach(() => vi.clearAllMocks());

async function signOut(
  tokenStorage: SessionState['tokenStorage'],
  keychainProblem: string | undefined,
): Promise<void> {
  const stores = createStores();
  stores.session.getState().setSession({ status: 'signed-in', tokenStorage } as SessionState);
  const { api } = pageApi({ session: { signOut: { mutate: async () => ({ keychainProblem }) } } });
  const command = createSessionCommands({ api, stores } as never).find(({ id }) => id === 'session.sign-out');
  await command?.run();
}

it.each([
  ['keychain', undefined],
  ['memory', 'There is no keychain.'],
] as const)('states that a token in the %s was deleted at a sign-out', async (storage, problem) => {
  await signOut(storage, problem);
  expect(notifyInfo).toHaveBeenCalledWith(expect.stringContaining('was deleted'));
  expect(notifyFailure).not.toHaveBeenCalled();
});

it('names why a token was not deleted from the keychain', async () => {
  await signOut('keychain', 'The keychain is locked.');
  expect(notifyInfo).not.toHaveBeenCalled();
  expect(notifyFailure).toHaveBeenCalledWith(
    expect.objectContaining({ message: 'The keychain is locked.' }),
    'The sign-in token may still be in the keychain.',
  );
});
