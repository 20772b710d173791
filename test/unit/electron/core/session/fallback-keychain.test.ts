import { expect, it } from 'vitest';
import { createFallbackKeychain } from '../../../../../electron/core/session/encrypted-file-keychain.ts';
import type { KeychainResult } from '../../../../../electron/core/session/keychain.ts';
import { createMemoryKeychain } from '../../../../builders/memory-keychain.ts';

type Cause = Extract<KeychainResult<void>, { readonly ok: false }>['cause'];

/** Two keychains; the first fails with a cause for all that `fails` names. */
function build() {
  const [first, second] = [createMemoryKeychain(), createMemoryKeychain()];
  const state: { cause: Cause | undefined; maxLength: number } = { cause: undefined, maxLength: 100 };
  const failure = () => ({ ok: false, reason: 'First.', cause: state.cause ?? 'refused' }) as const;
  const keychain = createFallbackKeychain(
    {
      read: async (account) => (state.cause ? failure() : first.read(account)),
      write: async (account, secret) =>
        state.cause || secret.length > state.maxLength ? failure() : first.write(account, secret),
      remove: async (account) => (state.cause ? failure() : first.remove(account)),
      describe: () => 'first',
    },
    { ...second, describe: () => 'second' },
  );
  return { first, second, state, keychain };
}

const long = 'x'.repeat(101);

it('stores in the first keychain what that stores', async () => {
  const { keychain, first, second } = build();
  await keychain.write('a', 'secret');
  expect([...first.entries]).toEqual([['a', 'secret']]);
  expect(second.entries.size).toBe(0);
  expect(await keychain.read('a')).toEqual({ ok: true, value: 'secret' });
  expect(keychain.describe()).toBe('first');
});

it('stores in the second one what the first refuses, and reads that before an older one', async () => {
  const { keychain, first, second } = build();
  await keychain.write('a', 'secret');
  expect(await keychain.write('a', long)).toEqual({ ok: true, value: undefined });
  expect(await keychain.read('a')).toEqual({ ok: true, value: long });
  expect(keychain.describe()).toBe('second');
  expect(first.entries.size + second.entries.size).toBe(2);
  await keychain.write('a', 'short');
  expect(await keychain.read('a')).toEqual({ ok: true, value: 'short' });
  expect(second.entries.size).toBe(0);
});

it('removes from both', async () => {
  const { keychain, first, second } = build();
  await keychain.write('a', 'secret');
  await keychain.write('a', long);
  expect(await keychain.remove('a')).toEqual({ ok: true, value: true });
  expect(first.entries.size + second.entries.size).toBe(0);
  expect(await keychain.remove('a')).toEqual({ ok: true, value: false });
});

it('works where there is no first one', async () => {
  const { keychain, state } = build();
  state.cause = 'absent';
  expect(await keychain.read('a')).toEqual({ ok: true, value: null });
  expect(await keychain.write('a', 'secret')).toEqual({ ok: true, value: undefined });
  expect(await keychain.read('a')).toEqual({ ok: true, value: 'secret' });
  expect(await keychain.remove('a')).toEqual({ ok: true, value: true });
});

it('gives both reasons where both fail', async () => {
  const { keychain, second, state } = build();
  state.cause = 'absent';
  second.failure = 'Second.';
  expect(await keychain.write('a', 'secret')).toMatchObject({ ok: false, reason: 'First. Second.' });
  expect(await keychain.read('a')).toMatchObject({ ok: false, reason: 'Second.' });
  expect(await keychain.remove('a')).toMatchObject({ ok: false, reason: 'Second.' });
});

it('stores nothing while the first one may be locked, and leaves no older secret', async () => {
  const { keychain, second, state } = build();
  await keychain.write('a', long);
  state.cause = 'unresponsive';
  expect(await keychain.write('a', 'secret')).toMatchObject({ ok: false, reason: 'First.' });
  expect(second.entries.size).toBe(0);
  expect(await keychain.read('a')).toMatchObject({ ok: false, cause: 'unresponsive' });
  expect(await keychain.remove('a')).toMatchObject({ ok: false, reason: 'First.' });
});
