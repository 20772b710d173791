import type { Job } from '../../../shared/jobs/job.ts';
import { useWorkspace } from '../../app/use-stores.ts';
import { JobList } from './job-list.tsx';
import styles from './jobs.module.css';

const kinds: readonly Job['kind'][] = ['export', 'import', 'workspace', 'chips'];

/** Exports, imports, chips ahead and work on the workspace file, running or ended, at the right of the map, below its tools, until they are dismissed. */
export function JobsTray() {
  const hasJobs = useWorkspace((state) => state.jobs.some(({ kind }) => kinds.includes(kind)));
  if (!hasJobs) return null;
  return (
    <section className={styles.tray} aria-label="Background jobs">
      <JobList kinds={kinds} />
    </section>
  );
}
