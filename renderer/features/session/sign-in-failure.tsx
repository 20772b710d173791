import type { Failure, FailureCode } from '../../../shared/result.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { Note } from '../../ui/note.tsx';
import { texts } from './texts.ts';

/** The remedy for a sign-in that failed in this way. */
function remedyFor(code: FailureCode, address: string): { readonly title: string; readonly remedy: string } {
  switch (code) {
    case 'wrong-credentials':
      return texts.failures.wrongCredentials;
    case 'forbidden':
      return texts.failures.forbidden;
    case 'unreachable':
      return {
        title: texts.failures.unreachable.title(address || texts.failures.theService),
        remedy: texts.failures.unreachable.remedy,
      };
    case 'timeout':
      return {
        title: texts.failures.timeout.title(address || texts.failures.theService),
        remedy: texts.failures.timeout.remedy,
      };
    case 'tls':
      return texts.failures.insecure;
    case 'proxy':
      return texts.failures.proxy;
    case 'insecure-address':
      return texts.failures.insecureAddress;
    case 'redirected':
    case 'not-found':
    case 'method-not-allowed':
    case 'bad-response':
      return texts.failures.notTheService;
    case 'server-error':
      return texts.failures.serverError;
    default:
      return { title: texts.failures.other, remedy: '' };
  }
}

/** Why a sign-in failed, the remedy, and the service's message. */
export function SignInFailure({ failure, address }: { readonly failure: Failure; readonly address: string }) {
  const { title, remedy } = remedyFor(failure.code, address);
  return (
    <Note tone="bad">
      <strong>{title}</strong> {remedy}
      <div className="muted">
        <FailureText failure={failure} />
      </div>
    </Note>
  );
}
