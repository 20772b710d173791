import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { describeOutcome } from '../../../shared/jobs/describe-job.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { JobActions } from './job-actions.tsx';
import { JobCard } from './job-card.tsx';
import styles from './jobs.module.css';

/** An ended job as one line, which unfolds into its card. */
export function FoldedJob({ job }: { readonly job: Job }) {
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
