import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import type { Failure } from '../../../shared/result.ts';
import { callApi } from '../../api/call-api.ts';
import { useApp } from '../../context/app-context.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './jobs.module.css';

/** Cancels a running job; resumes an ended one where possible, or removes it from the list. */
export function JobActions({ job }: { readonly job: Job }) {
  const { api } = useApp();
  // A row has no room for a failure, so it is a notification.
  const { submit, isBusy } = useSubmit(
    async (title: string, request: () => Promise<{ ok: boolean; failure?: Failure }>) => {
      const outcome = await callApi(request);
      if (outcome.failure) notifyFailure(outcome.failure, title);
      return null;
    },
  );

  return (
    <span className={styles.actions}>
      {isActiveJob(job) ? (
        <TextButton
          disabled={isBusy}
          onClick={() =>
            submit(undefined, 'The job was not cancelled.', () => api.jobs.cancel.mutate(job.id))
          }
        >
          Cancel
        </TextButton>
      ) : (
        <>
          {job.resumable ? (
            <TextButton
              disabled={isBusy}
              onClick={() =>
                submit(undefined, 'The job was not resumed.', () => api.jobs.resume.mutate(job.id))
              }
            >
              {job.state === 'stopped' ? 'Retry' : 'Resume'}
            </TextButton>
          ) : null}
          <TextButton
            disabled={isBusy}
            onClick={() =>
              submit(undefined, 'The job was not removed from the list.', () =>
                api.jobs.dismiss.mutate(job.id),
              )
            }
          >
            Dismiss
          </TextButton>
        </>
      )}
    </span>
  );
}
