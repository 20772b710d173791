import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import type { Failure } from '../../../shared/result.ts';
import { useApp } from '../../context/app-context.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { signInFor } from './job-commands.ts';
import styles from './jobs.module.css';
import { texts } from './texts.ts';

/** Cancels a running job; resumes an ended one where possible, or removes it from the list. */
export function JobActions({ job }: { readonly job: Job }) {
  const app = useApp();
  const { api } = app;
  // A row has no room for a failure, so it is a notification.
  const { submit, isBusy } = useSubmit(
    async (title: string, request: () => Promise<{ ok: boolean; failure?: Failure }>, done?: () => void) => {
      const outcome = await request();
      if (outcome.failure) notifyFailure(outcome.failure, title);
      else done?.();
      return null;
    },
  );

  return (
    <span className={styles.actions}>
      {isActiveJob(job) ? (
        <TextButton
          disabled={isBusy}
          onClick={() => submit(undefined, texts.actions.notCancelled, () => api.jobs.cancel.mutate(job.id))}
        >
          {texts.actions.cancel}
        </TextButton>
      ) : (
        <>
          {job.resumable ? (
            <TextButton
              disabled={isBusy}
              onClick={() =>
                submit(
                  undefined,
                  texts.actions.notResumed,
                  () => api.jobs.resume.mutate(job.id),
                  () => signInFor(app),
                )
              }
            >
              {job.state === 'stopped' ? texts.actions.retry : texts.actions.resume}
            </TextButton>
          ) : null}
          <TextButton
            disabled={isBusy}
            onClick={() => submit(undefined, texts.actions.notRemoved, () => api.jobs.dismiss.mutate(job.id))}
          >
            {texts.actions.dismiss}
          </TextButton>
        </>
      )}
    </span>
  );
}
