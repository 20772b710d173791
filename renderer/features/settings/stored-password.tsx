import { PasswordInput } from '@mantine/core';
import type { NetworkState } from '../../../shared/settings/network.ts';
import { Note } from '../../ui/note.tsx';
import { texts as settingsTexts } from './texts.ts';

const texts = settingsTexts.password;

/** Storage of a password in the main process, which it never returns to the page. */
type PasswordState = Pick<NetworkState, 'passwordStorage' | 'keychainProblem'>;

/** The field of a password; while it is empty, it shows where the stored one is. */
export function StoredPasswordInput({
  state: { passwordStorage },
  value,
  error,
  onChange,
}: {
  readonly state: PasswordState;
  /** Null: the stored password stays. */
  readonly value: string | null;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  const placeholders = { none: '', keychain: texts.inKeychain, memory: texts.inMemory };
  return (
    <PasswordInput
      label={texts.label}
      autoComplete="off"
      placeholder={placeholders[passwordStorage]}
      value={value ?? ''}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Reason why the password is not in the keychain; nothing where it is, or where there is none. */
export function KeychainNote({
  state: { passwordStorage, keychainProblem },
}: {
  readonly state: PasswordState;
}) {
  if (keychainProblem === null || passwordStorage !== 'memory') return null;
  return <Note tone="warn">{texts.notInKeychain(keychainProblem)}</Note>;
}
