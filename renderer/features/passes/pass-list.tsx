import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApp } from '../../context/app-context.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { rowsPerPage } from '../../ui/virtual-grid/use-row-pages.ts';
import { PassControls } from './pass-controls.tsx';
import { PassGrid } from './pass-grid.tsx';
import styles from './passes.module.css';
import { texts } from './texts.ts';
import { passPageQuery, usePassListRequest } from './use-pass-list-request.ts';

/** The images of the records, including those without detections. */
export function PassList() {
  const { api } = useApp();
  const request = usePassListRequest();
  const first = useQuery({
    ...passPageQuery(api, { ...request, offset: 0, limit: rowsPerPage }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={styles.passes}>
      <PassControls page={first.data ?? null} />
      {first.error ? (
        <FailureNote failure={toFailure(first.error)} onRetry={() => void first.refetch()} />
      ) : !first.data ? (
        <LoadingState label={texts.list.loading} />
      ) : first.data.total === 0 ? (
        <EmptyState title={texts.list.noMatch} hint={texts.list.noMatchHint} />
      ) : (
        <PassGrid request={request} total={first.data.total} />
      )}
    </div>
  );
}
