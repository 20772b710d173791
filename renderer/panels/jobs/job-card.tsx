import type { Job } from '../../../shared/jobs/job.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { describeProgress, describeState, progressFraction } from './describe-job.ts';
import { ExportedFiles } from './exported-files.tsx';
import { JobActions } from './job-actions.tsx';
import { JobPause } from './job-pause.tsx';
import { JobProgress } from './job-progress.tsx';
import { JobWarnings } from './job-warnings.tsx';
import styles from './jobs.module.css';

/** One job: what it is, how far it is, what went wrong, and what can be done with it. */
export function JobCard({ job }: { readonly job: Job }) {
  return (
    <article className={styles.card} aria-label={job.title} data-state={job.state}>
      <div className={styles.head}>
        <span className={styles.title}>{job.title}</span>
        <JobActions job={job} />
      </div>
      <JobProgress label={job.title} fraction={progressFraction(job)} state={job.state} />
      <div className={styles.state}>{describeState(job)}</div>
      <div className={styles.counts}>{describeProgress(job)}</div>
      {job.pause ? <JobPause pause={job.pause} /> : null}
      {job.failure ? <FailureNote failure={job.failure} /> : null}
      {job.outcome ? <div className={styles.counts}>{job.outcome}</div> : null}
      <JobWarnings job={job} />
      {job.state === 'complete' && (job.export || job.files) ? (
        <ExportedFiles jobId={job.id} files={job.export?.files ?? job.files ?? []} />
      ) : null}
    </article>
  );
}
