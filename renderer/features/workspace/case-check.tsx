import { describeProgress, progressFraction } from '../../../shared/jobs/describe-job.ts';
import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import { useJobDisplay } from '../../context/use-job-display.ts';
import { useWorkspace } from '../../context/use-stores.ts';
import { JobProgress } from '../../ui/job/job-progress.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import styles from './workspace.module.css';

/** The progress of checking a chosen case; shows `label` until its job has started. */
export function CaseCheck({ label }: { readonly label: string }) {
  const job = useWorkspace(({ jobs }) => jobs.find((each) => each.kind === 'check' && isActiveJob(each)));
  return job ? <RunningCheck job={job} /> : <LoadingState label={label} />;
}

function RunningCheck({ job: reported }: { readonly job: Job }) {
  const { job, stateText, isFollowed } = useJobDisplay(reported);
  return (
    <div role="status" className={styles.check}>
      <span>{job.title}</span>
      {isFollowed ? (
        <JobProgress label={job.title} fraction={progressFraction(job)} state={job.state} />
      ) : (
        <span>{stateText}</span>
      )}
      <span className="muted">{describeProgress(job)}</span>
    </div>
  );
}
