import type { JobState } from '../../../shared/jobs/job.ts';
import styles from './job-progress.module.css';

/** A thin progress bar, indeterminate when the total is unknown. */
export function JobProgress({
  label,
  fraction,
  state,
}: {
  readonly label: string;
  readonly fraction: number | null;
  readonly state: JobState;
}) {
  if (fraction === null && state !== 'running') return null;
  const known = fraction === null ? {} : { 'aria-valuenow': Math.round(fraction * 100) };
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={`Progress of ${label}`}
      aria-valuemin={0}
      aria-valuemax={100}
      data-state={state}
      data-unknown={fraction === null || undefined}
      {...known}
    >
      <div style={{ width: `${(fraction ?? 0.3) * 100}%` }} />
    </div>
  );
}
