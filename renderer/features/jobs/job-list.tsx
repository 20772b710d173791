import type { Job } from '../../../shared/jobs/job.ts';
import { useWorkspace } from '../../context/use-stores.ts';
import { JobCard } from './job-card.tsx';
import styles from './jobs.module.css';
import { texts } from './texts.ts';

/** The jobs of these kinds, the newest first; nothing where there are none. */
export function JobList({
  kinds,
  label = texts.tray.jobs,
}: {
  readonly kinds: readonly Job['kind'][];
  readonly label?: string;
}) {
  const jobs = useWorkspace((state) => state.jobs)
    .filter(({ kind }) => kinds.includes(kind))
    .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
  if (jobs.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={label}>
      {jobs.map((job) => (
        <li key={job.id}>
          <JobCard job={job} />
        </li>
      ))}
    </ul>
  );
}
