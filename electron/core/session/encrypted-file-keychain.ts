import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { explainError } from '../../../shared/error-text.ts';
import { parseBoundedJson } from '../base/bounded-json.ts';
import { undefinedIfMissing } from '../base/missing-file.ts';
import { replaceFile } from '../base/replace-file.ts';
import { createSerialQueue } from '../base/serial-queue.ts';
import { withTimeout } from '../base/with-timeout.ts';
import type { Keychain, KeychainResult } from './keychain.ts';

/** Encrypts for the user of this computer, with a key that the operating system protects. Rejects where it has none. */
export type SecretCipher = {
  encrypt(text: string): Promise<Uint8Array>;
  /** `isOutdated`: there is a newer key to encrypt it with. */
  decrypt(bytes: Uint8Array): Promise<{ readonly text: string; readonly isOutdated: boolean }>;
  /** The protection of the key, for diagnostics. */
  describe(): string;
};

const secretsSchema = z.record(z.string(), z.base64());
type Secrets = Readonly<Record<string, string>>;

/** Encrypted secrets in a file that only its user may read. A file that is damaged is one without secrets. */
export function createEncryptedFileKeychain(file: string, cipher: SecretCipher, timeoutMs = 5_000): Keychain {
  const queue = createSerialQueue();
  const load = async (): Promise<Secrets> => {
    const text = await undefinedIfMissing(readFile(file, 'utf8'));
    return secretsSchema.safeParse(text === undefined ? {} : parseBoundedJson(text)).data ?? {};
  };
  /** Only its user may read what is written. */
  const save = (secrets: Secrets) => replaceFile(file, JSON.stringify(secrets), 'power cut');
  const encrypt = async (text: string) => Buffer.from(await cipher.encrypt(text)).toString('base64');
  const run = <T>(call: () => Promise<T>): Promise<KeychainResult<T>> =>
    withTimeout(
      timeoutMs,
      queue.run(call).then(
        (value): KeychainResult<T> => ({ ok: true, value }),
        (error: unknown): KeychainResult<T> => ({
          ok: false,
          ...reasonOf(error),
          cause: 'refused',
        }),
      ),
      {
        ok: false,
        reason: `The system did not return its key within ${timeoutMs / 1000} s.`,
        cause: 'unresponsive',
      },
    );
  const remove = async (account: string) => {
    const { [account]: removed, ...rest } = await load();
    if (removed !== undefined) await save(rest);
    return removed !== undefined;
  };
  return {
    read: (account) =>
      run(async () => {
        const secrets = await load();
        const encrypted = secrets[account];
        if (encrypted === undefined) return null;
        const { text, isOutdated } = await cipher.decrypt(Buffer.from(encrypted, 'base64'));
        if (isOutdated) await save({ ...secrets, [account]: await encrypt(text) });
        return text;
      }),
    async write(account, secret) {
      const written = await run(async () => save({ ...(await load()), [account]: await encrypt(secret) }));
      // The caller has been given the result that the secret is not stored; a write that succeeds later is reverted.
      if (!written.ok) queue.run(() => remove(account)).catch(() => {});
      return written;
    },
    remove: (account) => run(() => remove(account)),
    describe: () => `an encrypted file (${cipher.describe()})`,
  };
}

function reasonOf(error: unknown): { readonly reason: string; readonly details?: string | undefined } {
  const before = 'Secrets cannot be encrypted by this system.';
  const { message, details } = explainError(error, before);
  return { reason: message === before ? before : `${before} ${message}`, details };
}

/**
 * A keychain with another one for what it does not store: where it is absent, and where it refuses a secret, such as a long
 * one. One that does not respond may be locked, and the user may be entering its password: nothing is written then.
 */
export function createFallbackKeychain(first: Keychain, second: Keychain): Keychain {
  let used = first;
  return {
    async read(account) {
      // What is here was refused by the first, and is newer than what that has.
      const stored = await second.read(account);
      if (stored.ok && stored.value !== null) {
        used = second;
        return stored;
      }
      const found = await first.read(account);
      if (found.ok && found.value !== null) used = first;
      return !found.ok && found.cause === 'absent' ? stored : found;
    },
    async write(account, secret) {
      const written = await first.write(account, secret);
      if (!written.ok && written.cause !== 'unresponsive') {
        const saved = await second.write(account, secret);
        if (saved.ok) used = second;
        return saved.ok ? saved : { ...written, reason: `${written.reason} ${saved.reason}` };
      }
      used = first;
      // It would be read in place of the new one.
      const removed = await second.remove(account);
      if (removed.ok || !written.ok) return written;
      await first.remove(account);
      return removed;
    },
    async remove(account) {
      const one = await first.remove(account);
      const other = await second.remove(account);
      if (!other.ok) return other;
      if (!one.ok) return one.cause === 'absent' ? other : one;
      return { ok: true, value: one.value || other.value };
    },
    describe: () => used.describe(),
  };
}
