import type { Keychain } from '../session/keychain.ts';

/** A secret of the settings: in the keychain, or in memory when that fails. */
export type SecretStore = {
  /** The secret; undefined when there is none, or the keychain does not return it. */
  read(): Promise<string | undefined>;
  /** Stores the secret; an empty one is removed. */
  write(secret: string): Promise<void>;
  storage(): 'none' | 'keychain' | 'memory';
  /** Reason why the keychain was not used. */
  problem(): string | null;
};

/** After this time in milliseconds a keychain that could not be read is read again: it may have been unlocked. */
const retryMs = 30_000;

/** A secret under a name of the keychain, which is read until it responds. `now`: milliseconds of a clock. */
export function createSecretStore(
  keychain: Keychain,
  account: string,
  now = () => performance.now(),
): SecretStore {
  let current: Promise<string | undefined> | undefined;
  let readAgainAt = Number.POSITIVE_INFINITY;
  let storage: 'none' | 'keychain' | 'memory' = 'none';
  let problem: string | null = null;
  let writes = 0;
  const readKeychain = async (): Promise<string | undefined> => {
    readAgainAt = Number.POSITIVE_INFINITY;
    const writesBefore = writes;
    const found = await keychain.read(account);
    // What was written in the meantime is newer.
    if (writes !== writesBefore) return current;
    problem = found.ok ? null : found.reason;
    if (!found.ok) readAgainAt = now() + retryMs;
    if (!found.ok || found.value === null) return undefined;
    storage = 'keychain';
    return found.value;
  };
  return {
    read() {
      if (now() >= readAgainAt) current = undefined;
      current ??= readKeychain();
      return current;
    },
    async write(secret) {
      const outcome = secret === '' ? await keychain.remove(account) : await keychain.write(account, secret);
      writes += 1;
      current = Promise.resolve(secret === '' ? undefined : secret);
      readAgainAt = Number.POSITIVE_INFINITY;
      storage = secret === '' ? 'none' : outcome.ok ? 'keychain' : 'memory';
      problem = outcome.ok ? null : outcome.reason;
    },
    storage: () => storage,
    problem: () => problem,
  };
}

/**
 * A secret that is bound to the host it is for. When `host` returns another one, the secret of the former is removed
 * and never returned again. While it returns undefined, no host is set and the last one stays.
 */
export function createHostSecretStore(
  keychain: Keychain,
  name: string,
  host: () => string | undefined,
): SecretStore {
  let boundTo = host() ?? '';
  const storeOf = () => createSecretStore(keychain, `${name} ${boundTo}`);
  let store = storeOf();
  let removals: Promise<void> = Promise.resolve();
  const current = (): SecretStore => {
    const next = host() ?? boundTo;
    if (next === boundTo) return store;
    const former = store;
    boundTo = next;
    store = storeOf();
    removals = removals.then(async () => {
      if ((await former.read()) !== undefined) await former.write('');
    });
    return store;
  };
  return {
    async read() {
      const bound = current();
      await removals;
      return bound.read();
    },
    async write(secret) {
      const bound = current();
      await removals;
      await bound.write(secret);
    },
    storage: () => current().storage(),
    problem: () => current().problem(),
  };
}
