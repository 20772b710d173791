import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSearch } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { ChangedRecordRow } from './changed-record-row.tsx';
import styles from './results.module.css';
import { ResultsDialog } from './results-dialog.tsx';
import { texts } from './texts.ts';

const pageSize = 100;

/** Lists the records that a fetch returned with other content than before, and what differs. */
export function ChangedRecordsDialog() {
  const fetchId = useSearch((state) => state.changesOfFetch);
  return (
    <ResultsDialog name="changed-records" title={texts.changedRecords.title} size={720}>
      {fetchId === null ? null : <ChangedRecords fetchId={fetchId} />}
    </ResultsDialog>
  );
}

function ChangedRecords({ fetchId }: { readonly fetchId: string }) {
  const { api } = useApp();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: queryKeys.changedRecords(fetchId),
    queryFn: async ({ pageParam }) =>
      unwrap(await api.results.changedRecords.query({ fetchId, offset: pageParam, limit: pageSize })),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const listed = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return last.rows.length > 0 && listed < last.total ? listed : undefined;
    },
  });
  if (error) return <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={texts.changedRecords.loading} />;
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <EmptyState title={texts.changedRecords.none} />;
  return (
    <>
      <p className={styles.hint}>{texts.changedRecords.count(data.pages[0]?.total ?? 0)}</p>
      <ul className={styles.list} aria-label={texts.changedRecords.title}>
        {rows.map((row) => (
          <ChangedRecordRow key={row.recordId} row={row} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button loading={isFetching} onClick={() => void fetchNextPage()}>
          {texts.compare.more}
        </Button>
      ) : null}
    </>
  );
}
