import type { Failure } from '../../shared/result.ts';
import { toFailure } from './failure-error.ts';

/** The answer of the main process. A lost link or an unexpected error there becomes a failure like any other. */
export async function ask<Answer extends { readonly ok: boolean }>(
  call: () => Promise<Answer>,
): Promise<Answer | { readonly ok: false; readonly failure: Failure }> {
  try {
    return await call();
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}
