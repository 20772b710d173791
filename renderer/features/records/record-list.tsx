import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApp } from '../../context/app-context.tsx';
import { recordPageQuery } from '../../context/use-results-queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { rowsPerPage } from '../../ui/virtual-grid/use-row-pages.ts';
import { RecordControls } from './record-controls.tsx';
import { RecordGrid } from './record-grid.tsx';
import styles from './records.module.css';
import { texts } from './texts.ts';
import { useRecordListRequest } from './use-record-list-request.ts';

/** All records, including those without detections, last uploaded first. */
export function RecordList() {
  const { api } = useApp();
  const request = useRecordListRequest();
  const first = useQuery({
    ...recordPageQuery(api, { ...request, offset: 0, limit: rowsPerPage }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={styles.records}>
      <RecordControls request={request} page={first.data ?? null} />
      {first.error ? (
        <FailureNote failure={toFailure(first.error)} onRetry={() => void first.refetch()} />
      ) : !first.data ? (
        <LoadingState label={texts.list.loading} />
      ) : first.data.total === 0 ? (
        <EmptyState
          title={texts.list.noMatch}
          hint={
            request.having === 'nothing' && first.data.unfiltered === 0
              ? texts.list.allHaveDetections
              : texts.list.noMatchHint
          }
        />
      ) : (
        <RecordGrid request={request} total={first.data.total} />
      )}
    </div>
  );
}
