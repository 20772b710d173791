import type { NetworkState } from '../../../shared/settings/network.ts';
import type { FieldRow } from '../../ui/form/form.tsx';
import { Note } from '../../ui/note.tsx';
import { texts as settingsTexts } from './texts.ts';

const texts = settingsTexts.password;

/** Storage of a password in the main process, which it never returns to the page. */
type PasswordState = Pick<NetworkState, 'passwordStorage' | 'keychainProblem'>;

/** The row of a password, null where the stored one stays; while it is empty, it shows where that is. */
export function storedPasswordRow(
  { passwordStorage }: PasswordState,
  password: string | null,
  onChange: (password: string) => void,
): FieldRow<object> {
  const placeholders = { none: '', keychain: texts.inKeychain, memory: texts.inMemory };
  return {
    ...{ kind: 'password', name: 'password', label: texts.label, autoComplete: 'off' },
    ...{ placeholder: placeholders[passwordStorage], value: password ?? '', onChange },
  };
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
