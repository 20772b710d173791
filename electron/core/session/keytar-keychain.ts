import { randomUUID } from 'node:crypto';
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
 * The operating system's keychain through keytar; the only module that imports it. Without keytar, without a keyring,
 * or with a locked one, every call returns the reason.
 *
 * Calls run one after the other, so that a call that hangs occupies one thread only. A removal that follows a hanging
 * write still comes after it.
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
        enqueue((loaded) => readSecret(loaded, account)),
        timeoutMs,
      ),
    async write(account, secret) {
      const caller = new AbortController();
      const written = await bounded(
        enqueue((loaded) => writeSecret(loaded, account, secret, caller.signal)),
        timeoutMs,
      );
      // The caller has been given the result that the secret is not stored; a write that succeeds later is reverted.
      if (!written.ok) {
        caller.abort();
        enqueue((loaded) => removeSecret(loaded, account)).catch(() => {});
      }
      return written;
    },
    remove: (account) =>
      bounded(
        enqueue((loaded) => removeSecret(loaded, account)),
        timeoutMs,
      ),
    describe: () => 'the keychain of the system, by keytar',
  };
}

/** CRED_MAX_CREDENTIAL_BLOB_SIZE of Windows (wincred.h), for the UTF-8 that keytar passes to CredWrite. */
const maxEntryBytes = 5 * 512;

/** Begins the first entry of a secret in parts; the id of the write and the number of parts follow. */
const partsMark = 'sightline-parts:';

/** Each part begins with the id of its write. Base64 follows, which has a byte for each character. */
const idLength = randomUUID().length;
const partLength = maxEntryBytes - idLength;
const partAccount = (account: string, number: number) => `${account} part ${number}`;

async function readSecret(keytar: Keytar, account: string): Promise<string | null> {
  const first = await keytar.getPassword(keychainService, account);
  if (!first?.startsWith(partsMark)) return first;
  const id = first.slice(partsMark.length, partsMark.length + idLength);
  const count = Number(first.slice(partsMark.length + idLength + 1));
  if (!(count > 0)) return null;
  let encoded = '';
  for (let number = 1; number <= count; number += 1) {
    const part = await keytar.getPassword(keychainService, partAccount(account, number));
    // A write was interrupted, or an entry was deleted by hand.
    if (!part?.startsWith(id)) return null;
    encoded += part.slice(idLength);
  }
  return Buffer.from(encoded, 'base64').toString('utf8');
}

/** Parts are written upward and removed downward, so that there is never a gap at which a removal would stop. */
async function writeSecret(
  keytar: Keytar,
  account: string,
  secret: string,
  signal: AbortSignal,
): Promise<void> {
  const id = randomUUID();
  const fits = Buffer.byteLength(secret) <= maxEntryBytes && !secret.startsWith(partsMark);
  const encoded = fits ? '' : Buffer.from(secret).toString('base64');
  const count = Math.ceil(encoded.length / partLength);
  for (let number = 1; number <= count; number += 1) {
    const part = id + encoded.slice((number - 1) * partLength, number * partLength);
    await keytar.setPassword(keychainService, partAccount(account, number), part);
    signal.throwIfAborted();
  }
  await keytar.setPassword(keychainService, account, fits ? secret : `${partsMark}${id}:${count}`);
  signal.throwIfAborted();
  await removePartsAfter(keytar, account, count);
}

async function removeSecret(keytar: Keytar, account: string): Promise<boolean> {
  const removed = await keytar.deletePassword(keychainService, account);
  const removedParts = await removePartsAfter(keytar, account, 0);
  return removed || removedParts;
}

/** Whether there were parts above this number. */
async function removePartsAfter(keytar: Keytar, account: string, count: number): Promise<boolean> {
  let last = count;
  while ((await keytar.getPassword(keychainService, partAccount(account, last + 1))) !== null) last += 1;
  for (let number = last; number > count; number -= 1) {
    await keytar.deletePassword(keychainService, partAccount(account, number));
  }
  return last > count;
}

async function loadKeytar(): Promise<Keytar> {
  const loaded = await import('keytar');
  return loaded.default;
}

/** The error that D-Bus reports where nothing offers secrets. */
const noSecretService = /autolaunch D-Bus|not provided by any \.service files|Could not connect/;

async function bounded<T>(call: Promise<T>, timeoutMs: number): Promise<KeychainResult<T>> {
  const result = call.then(
    (value): KeychainResult<T> => ({ ok: true, value }),
    (error: unknown): KeychainResult<T> => ({ ok: false, ...describeError(error) }),
  );
  const reason = `The keychain did not answer within ${timeoutMs / 1000} s; it may be locked.`;
  return withTimeout(timeoutMs, result, { ok: false, reason, cause: 'unresponsive' });
}

function describeError(error: unknown): Omit<Extract<KeychainResult<never>, { ok: false }>, 'ok'> {
  const message = errorText(error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') {
    return {
      reason: 'Access to the keychain is not installed on this computer (the optional package keytar).',
      cause: 'absent',
    };
  }
  // keytar does not pass on the error of the system.
  if (message.startsWith('Failed to load keytar native addon'))
    return {
      reason: `Access to the keychain cannot be loaded on this computer${process.platform === 'linux' ? ': is libsecret installed?' : '.'}`,
      cause: 'absent',
    };
  return {
    reason: /locked/.test(message)
      ? 'The keychain is locked. Unlock it and try again.'
      : 'The keychain cannot be used.',
    details: message,
    cause: noSecretService.test(message) ? 'absent' : 'refused',
  };
}
