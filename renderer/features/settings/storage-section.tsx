import type { SessionState } from '../../../shared/session/session-state.ts';
import { useSession } from '../../context/use-stores.ts';
import { FieldRows } from '../../ui/field-rows.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';

/** Where the sign-in token is stored. */
export function StorageSection() {
  const session = useSession((state) => state.session);
  return (
    <>
      <PanelHeading title="Chips and sign-in" />
      <FieldRows rows={[{ label: 'Sign-in', value: session && describeTokenStorage(session) }]} />
    </>
  );
}

function describeTokenStorage({ tokenStorage, keychainProblem }: SessionState): string {
  switch (tokenStorage) {
    case 'keychain':
      return 'stored in this computer’s keychain';
    case 'memory':
      return `forgotten when Sightline closes: ${keychainProblem ?? 'the keychain cannot be used'}`;
    case 'none':
      return keychainProblem ? `signed out. ${keychainProblem}` : 'signed out';
  }
}
