import { safeStorage } from 'electron/main';
import type { SecretCipher } from '../core/session/encrypted-file-keychain.ts';

/**
 * The version before what Chromium encrypts under Linux with a password that is part of its sources, where it finds neither
 * a secret service nor a wallet (components/os_crypt/async/browser/posix_key_provider.cc).
 */
const unprotected = 'v10';

/** Electron's encryption with a key of the system. Use it after `ready`. Its calls without a promise would block. */
export function createSafeStorageCipher(platform = process.platform): SecretCipher {
  const requireProtection = (bytes: Uint8Array) => {
    if (platform === 'linux' && Buffer.from(bytes).toString('latin1', 0, unprotected.length) === unprotected)
      throw new Error('it has no secret service or wallet, and Chromium’s own password protects nothing.');
  };
  return {
    async encrypt(text) {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) throw new Error('it has no key.');
      const bytes = await safeStorage.encryptStringAsync(text);
      requireProtection(bytes);
      return bytes;
    },
    async decrypt(bytes) {
      requireProtection(bytes);
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(bytes));
      return { text: result, isOutdated: shouldReEncrypt };
    },
    describe: () =>
      `Electron’s safeStorage, ${platform === 'linux' ? safeStorage.getSelectedStorageBackend() : platform}`,
  };
}
