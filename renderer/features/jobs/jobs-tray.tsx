import type { Job } from '../../../shared/jobs/job.ts';
import { useWorkspace } from '../../context/use-stores.ts';
import { InterruptedJobs } from './interrupted-jobs.tsx';
import { isInterrupted } from './job-commands.ts';
import { JobList } from './job-list.tsx';
import styles from './jobs.module.css';

const kinds: readonly Job['kind'][] = ['export', 'import', 'workspace', 'chips', 'tiles'];

/**
 * Jobs that have no panel: exports, imports, prefetches of chips and tiles, and changes of the workspace file, until they
 * are dismissed. Above them, interrupted jobs of any kind.
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
