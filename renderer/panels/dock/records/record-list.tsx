import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { toFailure } from '../../../api/failure-error.ts';
import { useApp } from '../../../app/app-context.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { LoadingState } from '../../../components/loading-state.tsx';
import { recordPageQuery } from '../use-results-queries.ts';
import { RecordControls } from './record-controls.tsx';
import { pageRows, RecordGrid } from './record-grid.tsx';
import styles from './records.module.css';
import { useWantedRecords } from './use-wanted-records.ts';

/** All records, also those in which nothing was found, the last uploaded first. */
export function RecordList() {
  const { api } = useApp();
  const wanted = useWantedRecords();
  const first = useQuery({
    ...recordPageQuery(api, { ...wanted, offset: 0, limit: pageRows }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={styles.records}>
      <RecordControls wanted={wanted} total={first.data?.total ?? null} />
      {first.error ? (
        <FailureNote failure={toFailure(first.error)} onRetry={() => void first.refetch()} />
      ) : !first.data ? (
        <LoadingState label="Listing" />
      ) : first.data.total === 0 ? (
        <EmptyState
          title="No such records"
          hint={
            wanted.having === 'nothing'
              ? 'In every record that was fetched whole, something was found.'
              : 'Change what is asked for above, or the filter.'
          }
        />
      ) : (
        <RecordGrid wanted={wanted} total={first.data.total} />
      )}
    </div>
  );
}
