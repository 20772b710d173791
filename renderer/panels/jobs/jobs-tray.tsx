import { useWorkspace } from '../../app/use-stores.ts';
import { JobList } from './job-list.tsx';
import styles from './jobs.module.css';

/** Exports that run or have ended, at the right of the map, below its tools, until they are dismissed. */
export function JobsTray() {
  const hasExports = useWorkspace((state) => state.jobs.some(({ kind }) => kind === 'export'));
  if (!hasExports) return null;
  return (
    <section className={styles.tray} aria-label="Exports">
      <JobList kinds={['export']} />
    </section>
  );
}
