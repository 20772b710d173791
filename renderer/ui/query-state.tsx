import { toFailure } from './failure-error.ts';
import { FailureNote } from './failure-note.tsx';
import { LoadingState } from './loading-state.tsx';

/**
 * Reason why a query has failed, with a button that repeats it. Without a failure: `loading`, a label, until there are data;
 * then nothing.
 */
export function QueryState({
  query: { data, error, refetch },
  title,
  loading,
}: {
  readonly query: { readonly data?: unknown; readonly error: unknown; refetch(): unknown };
  /** The content that could not be read. */
  readonly title?: string | undefined;
  readonly loading?: string | undefined;
}) {
  if (error) return <FailureNote failure={toFailure(error)} title={title} onRetry={() => void refetch()} />;
  return loading === undefined || data !== undefined ? null : <LoadingState label={loading} />;
}
