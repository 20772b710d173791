import type { Job } from '../../../shared/jobs/job.ts';
import { useWorkspace } from '../../context/use-stores.ts';
import { InterruptedJobs } from './interrupted-jobs.tsx';
import { isInterrupted } from './job-commands.ts';
import { JobList } from './job-list.tsx';
import styles from './jobs.module.css';

const kinds: readonly Job['kind'][] = ['export', 'import', 'workspace', 'chips', 'tiles'];

/**
 * Exports, imports, chips and tiles ahead, and work on the workspace file, running or ended, at the right of the map, below its
 * tools, until they are dismissed; and what was interrupted when Sightline closed, of any kind.
 */
export function JobsTray() {
  const hasJobs = useWorkspace((state) =>
    state.jobs.some((job) => kinds.includes(job.kind) || isInterrupted(job)),
  );
  if (!hasJobs) return null;
  return (
    <section className={styles.tray} aria-label="Background jobs">
      <InterruptedJobs />
      <JobList kinds={kinds} />
    </section>
  );
}
