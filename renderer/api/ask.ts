import type { Result } from '../../shared/result.ts';
import { toFailure } from './failure-error.ts';

/** The answer of the main process. A lost link or an unexpected error there becomes a failure like any other. */
export async function ask<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await call();
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}
