import type { SessionState } from '../../../shared/session/session-state.ts';
import { useSession } from '../../context/use-stores.ts';
import { FieldRows } from '../../ui/field-rows.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { texts } from './texts.ts';

/** Storage of the sign-in token. */
export function StorageSection() {
  const session = useSession((state) => state.session);
  return (
    <>
      <PanelHeading title={texts.signIn.title} />
      <FieldRows rows={[{ label: texts.signIn.label, value: session && describeTokenStorage(session) }]} />
    </>
  );
}

function describeTokenStorage({ tokenStorage, keychainProblem }: SessionState): string {
  switch (tokenStorage) {
    case 'keychain':
      return texts.signIn.keychain;
    case 'memory':
      return texts.signIn.memory(keychainProblem);
    case 'none':
      return keychainProblem ? texts.signIn.signedOutBecause(keychainProblem) : texts.signIn.signedOut;
  }
}
