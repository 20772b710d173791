/**
 * The operating system's keychain. Every call is bounded in time: a locked keyring can hang for ever. A failure is
 * a value with a reason for the reader; it never stops the app, which then keeps the token in memory only.
 */
export type Keychain = {
  read(account: string): Promise<KeychainResult<string | null>>;
  write(account: string, secret: string): Promise<KeychainResult<void>>;
  /** Whether something was removed. False when there was nothing, or when a locked keyring did not show it. */
  remove(account: string): Promise<KeychainResult<boolean>>;
};

export type KeychainResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };
