import { describeState, withoutPace } from '../../shared/jobs/describe-job.ts';
import { isActiveJob, type Job } from '../../shared/jobs/job.ts';
import { useSession } from './use-stores.ts';

/**
 * A job as it can be shown. While the connection to the main process is lost, `isFollowed` is false: no rate, time left
 * or moving bar.
 */
export function useJobDisplay(reported: Job): {
  readonly job: Job;
  readonly stateText: string;
  readonly isFollowed: boolean;
} {
  const isLinked = useSession(({ hostLink }) => hostLink !== 'lost');
  if (isLinked || !isActiveJob(reported))
    return { job: reported, stateText: describeState(reported), isFollowed: true };
  return {
    job: withoutPace(reported),
    stateText: `The link to Sightline is lost. Last known: ${describeState(reported)}`,
    isFollowed: false,
  };
}
