import type { Keychain } from './keychain.ts';

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
