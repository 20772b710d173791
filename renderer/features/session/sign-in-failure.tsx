import type { Failure, FailureCode } from '../../../shared/result.ts';
import { Note } from '../../ui/note.tsx';
import { texts } from './texts.ts';

/** The remedy for a sign-in that failed in this way. */
function remedyFor(code: FailureCode, address: string): { readonly title: string; readonly remedy: string } {
  switch (code) {
    case 'wrong-credentials':
      return {
        title: texts.failures.wrongCredentials.title,
        remedy: texts.failures.wrongCredentials.remedy,
      };
    case 'forbidden':
      return {
        title: texts.failures.forbidden.title,
        remedy: texts.failures.forbidden.remedy,
      };
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
      return {
        title: texts.failures.insecure.title,
        remedy: texts.failures.insecure.remedy,
      };
    case 'proxy':
      return {
        title: texts.failures.proxy.title,
        remedy: texts.failures.proxy.remedy,
      };
    case 'insecure-address':
      return {
        title: texts.failures.insecureAddress.title,
        remedy: texts.failures.insecureAddress.remedy,
      };
    case 'redirected':
    case 'not-found':
    case 'method-not-allowed':
    case 'bad-response':
      return {
        title: texts.failures.notTheService.title,
        remedy: texts.failures.notTheService.remedy,
      };
    case 'server-error':
      return { title: texts.failures.serverError.title, remedy: texts.failures.serverError.remedy };
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
      <div className="muted">{failure.message}</div>
    </Note>
  );
}
