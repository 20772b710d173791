/**
 * The operating system's keychain. Every call has a timeout, since a locked keyring can block forever. A failure is a
 * value with a reason for the user; the app then holds the token in memory only.
 */
export type Keychain = {
  read(account: string): Promise<KeychainResult<string | null>>;
  write(account: string, secret: string): Promise<KeychainResult<void>>;
  /** Whether an entry was removed. False when there was none, or when a locked keyring hides it. */
  remove(account: string): Promise<KeychainResult<boolean>>;
  /** Storage of secrets, for diagnostics. */
  describe(): string;
};

export type KeychainResult<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly reason: string;
      /** The technical cause. */
      readonly details?: string | undefined;
      /** `absent`: there is no keychain here. `refused`: it answered with an error. `unresponsive`: it may be locked. */
      readonly cause: 'absent' | 'refused' | 'unresponsive';
    };

/** The part of the keychain that belongs to a data folder: the profiles of two folders may have the same ids. */
export function bindToFolder(keychain: Keychain, folder: string): Keychain {
  const bound = (account: string) => `${account} (${folder})`;
  return {
    read: (account) => keychain.read(bound(account)),
    write: (account, secret) => keychain.write(bound(account), secret),
    remove: (account) => keychain.remove(bound(account)),
    describe: keychain.describe,
  };
}
