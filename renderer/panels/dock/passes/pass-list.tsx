import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { toFailure } from '../../../api/failure-error.ts';
import { useApp } from '../../../app/app-context.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { LoadingState } from '../../../components/loading-state.tsx';
import { PassControls } from './pass-controls.tsx';
import { PassGrid } from './pass-grid.tsx';
import styles from './passes.module.css';
import { pageRows, passPageQuery, useWantedPasses } from './use-pass-list.ts';

/** The images that records were made from, also those in which nothing was found. */
export function PassList() {
  const { api } = useApp();
  const wanted = useWantedPasses();
  const first = useQuery({
    ...passPageQuery(api, { ...wanted, offset: 0, limit: pageRows }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={styles.passes}>
      <PassControls answer={first.data ?? null} />
      {first.error ? (
        <FailureNote failure={toFailure(first.error)} onRetry={() => void first.refetch()} />
      ) : !first.data ? (
        <LoadingState label="Listing" />
      ) : first.data.total === 0 ? (
        <EmptyState
          title="No such passes"
          hint="No image has the time, sensor, place, analytic and text that are asked for."
        />
      ) : (
        <PassGrid wanted={wanted} total={first.data.total} />
      )}
    </div>
  );
}
