import type { Failure } from '../../shared/result.ts';
import { toFailure } from '../ui/failure-error.ts';

/** Calls the main process and returns its result. A lost connection or an unexpected error becomes a failure result. */
export async function callApi<Answer extends { readonly ok: boolean }>(
  call: () => Promise<Answer>,
): Promise<Answer | { readonly ok: false; readonly failure: Failure }> {
  try {
    return await call();
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}
