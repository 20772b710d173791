import type { ErrorExplanation } from '../../shared/error-text.ts';
import { toFailure } from './failure-error.ts';

/** Data of the workspace in the page, with its loading state. */
export type Loadable<T> =
  | { readonly state: 'loading' }
  /** No workspace is open. */
  | { readonly state: 'none' }
  | { readonly state: 'ready'; readonly value: T }
  | ({ readonly state: 'failed' } & ErrorExplanation);

/** The state of a query whose data is null without a workspace. Loaded data stays `ready` when a later request fails. */
export function toLoadable<T>({
  data,
  error,
}: {
  readonly data: T | null | undefined;
  readonly error: unknown;
}): Loadable<T> {
  if (data === null) return { state: 'none' };
  if (data !== undefined) return { state: 'ready', value: data };
  if (!error) return { state: 'loading' };
  const { message, details } = toFailure(error);
  return { state: 'failed', message, details };
}
