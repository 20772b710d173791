import { useInfiniteQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSearch } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { ChangedRecordList, nextOffset } from './changed-record-list.tsx';
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
  const query = useInfiniteQuery({
    queryKey: queryKeys.changedRecords(fetchId),
    queryFn: async ({ pageParam }) =>
      unwrap(await api.results.changedRecords.query({ fetchId, offset: pageParam, limit: pageSize })),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => nextOffset(pages, last.total),
  });
  const { data, error, refetch } = query;
  if (error) return <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={texts.changedRecords.loading} />;
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <EmptyState title={texts.changedRecords.none} />;
  return (
    <>
      <p className={styles.hint}>{texts.changedRecords.count(data.pages[0]?.total ?? 0)}</p>
      <ChangedRecordList label={texts.changedRecords.title} rows={rows} query={query} />
    </>
  );
}
