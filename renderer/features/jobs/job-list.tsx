import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { describeOutcome } from '../../../shared/jobs/describe-job.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { useWorkspace } from '../../context/use-stores.ts';
import type { RegionName } from '../../ui/focus-region.ts';
import { JobActions } from './job-actions.tsx';
import { JobCard } from './job-card.tsx';
import styles from './jobs.module.css';
import { texts } from './texts.ts';

/**
 * The jobs of these kinds, the newest first; nothing where there are none. Older ones that ended as the user expects
 * are one line each.
 */
export function JobList({
  kinds,
  label = texts.tray.jobs,
  region,
}: {
  readonly kinds: readonly Job['kind'][];
  readonly label?: string;
  readonly region?: RegionName;
}) {
  const jobs = useWorkspace((state) => state.jobs)
    .filter(({ kind }) => kinds.includes(kind))
    .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
  if (jobs.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={label} data-region={region} tabIndex={region && -1}>
      {jobs.map((job, index) => (
        <li key={job.id}>
          {index > 0 && hasEndedAsExpected(job) ? <FoldedJob job={job} /> : <JobCard job={job} />}
        </li>
      ))}
    </ul>
  );
}

function hasEndedAsExpected({ state }: Job): boolean {
  return state === 'complete' || state === 'cancelled';
}

/** An ended job as one line, which unfolds into its card. */
function FoldedJob({ job }: { readonly job: Job }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <JobCard job={job} />;
  return (
    <article className={styles.head} aria-label={job.title} data-state={job.state}>
      <button type="button" className={styles.unfold} aria-expanded={false} onClick={() => setIsOpen(true)}>
        <IconChevronRight size={13} aria-hidden /> {job.title}{' '}
        <span className="muted">{describeOutcome(job)}</span>
      </button>
      <JobActions job={job} />
    </article>
  );
}
