import { expect, it } from 'vitest';
import { createSecretStore } from '../../../../../electron/core/network/secret-store.ts';
import { createMemoryKeychain } from '../../../../builders/memory-keychain.ts';

it('reads a keychain again that was locked, but not at each call', async () => {
  const keychain = createMemoryKeychain(new Map([['team-database', 'a secret']]));
  let milliseconds = 0;
  const store = createSecretStore(keychain, 'team-database', () => milliseconds);
  keychain.failure = 'It is locked.';
  expect(await store.read()).toBeUndefined();
  expect(store.problem()).toBe('It is locked.');
  keychain.failure = undefined;
  milliseconds = 10_000;
  expect(await store.read()).toBeUndefined();
  milliseconds = 40_000;
  expect(await store.read()).toBe('a secret');
  expect(store.problem()).toBeNull();
  expect(store.storage()).toBe('keychain');
});

it('retains a secret that is written while a locked keychain is read', async () => {
  const keychain = createMemoryKeychain();
  const { promise: answered, resolve: response } = Promise.withResolvers<void>();
  let milliseconds = 0;
  const read = async () => {
    await answered;
    return { ok: false as const, reason: 'It is locked.', cause: 'unresponsive' as const };
  };
  const store = createSecretStore({ ...keychain, read }, 'team-database', () => milliseconds);
  const reading = store.read();
  keychain.failure = 'It is locked.';
  await store.write('a secret');
  response();
  expect(await reading).toBe('a secret');
  milliseconds = 40_000;
  expect(await store.read()).toBe('a secret');
});

it('retains a secret that the keychain did not store', async () => {
  const keychain = createMemoryKeychain();
  let milliseconds = 0;
  const store = createSecretStore(keychain, 'team-database', () => milliseconds);
  keychain.failure = 'It is locked.';
  await store.read();
  await store.write('a secret');
  milliseconds = 40_000;
  expect(await store.read()).toBe('a secret');
  expect(store.storage()).toBe('memory');
});
