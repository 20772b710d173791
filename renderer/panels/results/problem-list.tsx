import { useQuery } from '@tanstack/react-query';
import { toFailure, unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import styles from './results.module.css';

/** Parts of records that could not be used; the raw records are kept. */
export function ProblemList() {
  const { api } = useApp();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.problems(),
    queryFn: async () => unwrap(await api.results.problems.query()),
  });
  if (error) return <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label="Reading the problems" />;
  return (
    <ul className={styles.problems} aria-label="Problems in records">
      {data.map(({ id, recordId, path, message }) => (
        <li key={id}>
          <code>{path}</code> {message}
          <div className="muted">Record {recordId ?? 'without an id'}</div>
        </li>
      ))}
    </ul>
  );
}
