import type { Failure, FailureCode } from '../../../shared/result.ts';
import { Note } from '../../ui/note.tsx';

/** The remedy for a sign-in that failed in this way. */
function remedyFor(code: FailureCode, address: string): { readonly title: string; readonly remedy: string } {
  switch (code) {
    case 'wrong-credentials':
      return {
        title: 'Wrong user name or password.',
        remedy: 'Check both and try again. Accounts are created by the operator of the service.',
      };
    case 'forbidden':
      return {
        title: 'This account may not use the service.',
        remedy: 'Ask the operator of the service for access.',
      };
    case 'unreachable':
      return {
        title: `${address || 'The service'} cannot be reached.`,
        remedy: 'Check the network, a VPN if one is needed, and the address in the profile.',
      };
    case 'timeout':
      return {
        title: `${address || 'The service'} did not respond in time.`,
        remedy: 'Try again. If this persists, the network or the service is too slow or blocked.',
      };
    case 'tls':
      return {
        title: 'The connection is not secure.',
        remedy:
          'The certificate of the service was not accepted. Check the address, this computer’s clock, and its trusted certificates.',
      };
    case 'insecure-address':
      return {
        title: 'This address would send your password unencrypted.',
        remedy: 'Use an https address in the profile; plain http is accepted for this computer only.',
      };
    case 'redirected':
    case 'not-found':
    case 'method-not-allowed':
    case 'bad-response':
      return {
        title: 'The server at this address is not the service.',
        remedy: 'Check the base address in the profile.',
      };
    case 'server-error':
      return { title: 'The service failed.', remedy: 'Try again in a moment.' };
    default:
      return { title: 'You were not signed in.', remedy: '' };
  }
}

/** Why a sign-in failed, the remedy, and the service's message. */
export function SignInFailure({ failure, address }: { readonly failure: Failure; readonly address: string }) {
  const { title, remedy } = remedyFor(failure.code, address);
  return (
    <Note tone="bad">
      <strong>{title}</strong> {remedy}
      <div className="muted">{failure.message}</div>
    </Note>
  );
}
