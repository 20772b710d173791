import type { Failure, Result } from '../../shared/result.ts';

/** An expected failure on its way through code that throws, such as TanStack Query. */
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

/**
 * What to show of anything that was thrown while talking to the main process. Timeouts and a lost link have their
 * own words; whatever else came is shown as it is, as `server-error`.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return { code: 'timeout', message: 'Sightline did not answer in time. Try again.' };
  }
  if (cause instanceof TypeError && /fetch/i.test(cause.message)) {
    return {
      code: 'unreachable',
      message:
        'The page has lost its link to Sightline. It reconnects by itself; if not, start Sightline again.',
    };
  }
  return { code: 'server-error', message: error instanceof Error ? error.message : String(error) };
}
