import type { Keychain } from '../session/keychain.ts';

/** A secret of the settings: in the keychain, or in memory when that fails. */
export type SecretStore = {
  /** The secret; undefined when there is none, or the keychain does not return it. */
  read(): Promise<string | undefined>;
  /** Stores the secret; an empty one is removed. */
  write(secret: string): Promise<void>;
  storage(): 'none' | 'keychain' | 'memory';
  /** Why the keychain was not used. */
  problem(): string | null;
};

/** A secret under a name of the keychain, which is read once. */
export function createSecretStore(keychain: Keychain, account: string): SecretStore {
  let current: Promise<string | undefined> | undefined;
  let storage: 'none' | 'keychain' | 'memory' = 'none';
  let problem: string | null = null;
  return {
    read() {
      current ??= keychain.read(account).then((found) => {
        problem = found.ok ? null : found.reason;
        if (!found.ok || found.value === null) return undefined;
        storage = 'keychain';
        return found.value;
      });
      return current;
    },
    async write(secret) {
      const outcome = secret === '' ? await keychain.remove(account) : await keychain.write(account, secret);
      current = Promise.resolve(secret === '' ? undefined : secret);
      storage = secret === '' ? 'none' : outcome.ok ? 'keychain' : 'memory';
      problem = outcome.ok ? null : outcome.reason;
    },
    storage: () => storage,
    problem: () => problem,
  };
}
