import type { ReactNode } from 'react';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';

/** The content of a section from a state of the main process; before, that it is read, or why it cannot be read. */
export function SectionState<State>({
  query: { data, error, refetch },
  notRead,
  loading,
  children,
}: {
  readonly query: {
    readonly data: State | undefined;
    readonly error: Error | null;
    refetch(): Promise<unknown>;
  };
  readonly notRead?: string | undefined;
  readonly loading: string;
  readonly children: (state: State) => ReactNode;
}) {
  if (error) return <FailureNote failure={toFailure(error)} title={notRead} onRetry={() => void refetch()} />;
  return data === undefined ? <LoadingState label={loading} /> : children(data);
}
