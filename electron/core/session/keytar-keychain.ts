import { errorText } from '../../../shared/error-text.ts';
import { createSerialQueue } from '../base/serial-queue.ts';
import { withTimeout } from '../base/with-timeout.ts';
import type { Keychain, KeychainResult } from './keychain.ts';

/** The name under which the operating system's keychain lists our entries. */
const keychainService = 'Sightline';

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>;

export type KeytarKeychainOptions = {
  /** Milliseconds after which a call counts as failed. */
  readonly timeoutMs?: number;
  /** Loads keytar, an optional dependency whose native part may be missing. */
  readonly load?: () => Promise<Keytar>;
};

/**
 * The operating system's keychain through keytar; the only module that imports it. Without keytar, without a keyring, or
 * with a locked one, every call returns the reason.
 *
 * Calls run one after the other, so that a call that hangs occupies one thread only, and a removal that follows a
 * hanging write still comes after it.
 */
export function createKeytarKeychain(options: KeytarKeychainOptions = {}): Keychain {
  const { timeoutMs = 5_000, load = loadKeytar } = options;
  let keytar: Promise<Keytar> | undefined;
  const queue = createSerialQueue();

  const enqueue = <T>(call: (loaded: Keytar) => Promise<T>): Promise<T> =>
    queue.run(async () => {
      keytar ??= load();
      return call(await keytar);
    });

  return {
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
      // The caller has been given the result that the secret is not stored; a write that succeeds later is reverted.
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
  const result = call.then(
    (value): KeychainResult<T> => ({ ok: true, value }),
    (error: unknown): KeychainResult<T> => ({ ok: false, reason: reasonOf(error) }),
  );
  const reason = `The keychain did not answer within ${timeoutMs / 1000} s; it may be locked.`;
  return withTimeout(timeoutMs, result, { ok: false, reason });
}

function reasonOf(error: unknown): string {
  const message = errorText(error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND' || code === 'ERR_DLOPEN_FAILED') {
    return 'Access to the keychain is not installed on this computer (the optional package keytar).';
  }
  return `The keychain cannot be used: ${message}`;
}
