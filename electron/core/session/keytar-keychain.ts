import type { Keychain, KeychainResult } from './keychain.ts';

/** The name under which the operating system's keychain lists our entries. */
const keychainService = 'Sightline';

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>;

export type KeytarKeychainOptions = {
  /** Milliseconds after which a call counts as failed. */
  readonly timeoutMs?: number;
  /** How keytar is loaded. It is optional: its native part may be missing. */
  readonly load?: () => Promise<Keytar>;
};

/** A keychain that can tell whether a call of it, given up or not, still holds a thread of this process. */
export type KeytarKeychain = Keychain & { isWaiting(): boolean };

/**
 * The operating system's keychain through keytar, the only importer of it. Where keytar is absent, or there is no
 * keyring, or it is locked, every call answers with the reason.
 *
 * Calls run one after the other, so that a call that hangs occupies one thread only, and a removal that follows a
 * hanging write still comes after it.
 */
export function createKeytarKeychain(options: KeytarKeychainOptions = {}): KeytarKeychain {
  const { timeoutMs = 5_000, load = loadKeytar } = options;
  let keytar: Promise<Keytar> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const enqueue = <T>(call: (loaded: Keytar) => Promise<T>): Promise<T> => {
    const next = last.then(async () => {
      keytar ??= load();
      return call(await keytar);
    });
    waiting += 1;
    last = next
      .catch(() => {})
      .finally(() => {
        waiting -= 1;
      });
    return next;
  };

  return {
    isWaiting: () => waiting > 0,
    read: (account) =>
      bounded(
        enqueue((loaded) => loaded.getPassword(keychainService, account)),
        timeoutMs,
      ),
    async write(account, secret) {
      const written = await bounded(
        enqueue((loaded) => loaded.setPassword(keychainService, account, secret)),
        timeoutMs,
      );
      // Who asked was told that the secret will be forgotten: should the write go through later, it is undone.
      if (!written.ok) enqueue((loaded) => loaded.deletePassword(keychainService, account)).catch(() => {});
      return written;
    },
    remove: (account) =>
      bounded(
        enqueue((loaded) => loaded.deletePassword(keychainService, account)),
        timeoutMs,
      ),
  };
}

async function loadKeytar(): Promise<Keytar> {
  const loaded = await import('keytar');
  return loaded.default;
}

async function bounded<T>(call: Promise<T>, timeoutMs: number): Promise<KeychainResult<T>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<KeychainResult<T>>((resolve) => {
    timer = setTimeout(() => {
      const reason = `The keychain did not answer within ${timeoutMs / 1000} s; it may be locked.`;
      resolve({ ok: false, reason });
    }, timeoutMs);
  });
  try {
    return await Promise.race([
      call.then(
        (value): KeychainResult<T> => ({ ok: true, value }),
        (error: unknown): KeychainResult<T> => ({ ok: false, reason: reasonOf(error) }),
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND' || code === 'ERR_DLOPEN_FAILED') {
    return 'Access to the keychain is not installed on this computer (the optional package keytar).';
  }
  return `The keychain cannot be used: ${message}`;
}
