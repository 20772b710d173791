import { errorText, unexpectedError } from '../../shared/error-text.ts';
import { type Failure, fail, failFrom, type Result } from '../../shared/result.ts';

/** An expected failure as an error, for code that reports failures by throwing, such as TanStack Query. */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'FailureError';
    this.failure = failure;
  }
}

/** The value of a result, or a `FailureError`. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new FailureError(result.failure);
  return result.value;
}

/** Whether an error is an expected failure, or was caused by one. */
export function isRefusal(error: Error): boolean {
  return error instanceof FailureError || error.cause instanceof FailureError;
}

/**
 * Converts an error thrown by a call of the main process to a failure. Timeouts and lost connections get their own
 * messages. Of other errors, whose code is `server-error`, that of an error of ours is shown.
 */
export function toFailure(error: unknown): Failure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof FailureError) return cause.failure;
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return { code: 'timeout', message: 'Sightline did not respond in time. Try again.' };
  }
  if (cause instanceof TypeError && /fetch/i.test(cause.message)) {
    return {
      code: 'unreachable',
      message:
        'The page has lost its link to Sightline. It reconnects by itself; if not, start Sightline again.',
    };
  }
  // tRPC's error has the one of the parser as its cause.
  if (cause instanceof SyntaxError || /is not valid JSON$/.test(errorText(error))) {
    const message = 'Sightline’s response could not be read, so nothing is known of the outcome. Try again.';
    return { code: 'server-error', message, details: errorText(error) };
  }
  if (isOfMainProcess(error)) {
    const { details } = error.data;
    return fail('server-error', error.message, details === undefined ? {} : { details }).failure;
  }
  return failFrom('server-error', cause, unexpectedError).failure;
}

/** Whether an error is that of a procedure, whose message the main process wrote for the user. */
function isOfMainProcess(error: unknown): error is Error & { readonly data: { readonly details?: string } } {
  return error instanceof Error && 'data' in error && error.data instanceof Object;
}
