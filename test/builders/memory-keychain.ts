import type { Keychain } from '../../electron/core/session/keychain.ts';

/** A keychain in memory; `failure` makes every call fail with that reason, as a locked keyring does. */
export type MemoryKeychain = Keychain & {
  readonly entries: Map<string, string>;
  failure: string | undefined;
};

export function createMemoryKeychain(entries = new Map<string, string>()): MemoryKeychain {
  const keychain: MemoryKeychain = {
    entries,
    failure: undefined,
    async read(account) {
      if (keychain.failure !== undefined) return { ok: false, reason: keychain.failure, cause: 'refused' };
      return { ok: true, value: entries.get(account) ?? null };
    },
    async write(account, secret) {
      if (keychain.failure !== undefined) return { ok: false, reason: keychain.failure, cause: 'refused' };
      entries.set(account, secret);
      return { ok: true, value: undefined };
    },
    async remove(account) {
      if (keychain.failure !== undefined) return { ok: false, reason: keychain.failure, cause: 'refused' };
      return { ok: true, value: entries.delete(account) };
    },
    describe: () => 'memory',
  };
  return keychain;
}
