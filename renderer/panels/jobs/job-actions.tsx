import { useState } from 'react';
import { isActive, type Job } from '../../../shared/jobs/job.ts';
import type { Failure } from '../../../shared/result.ts';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { notifyFailure } from '../../app/notify.tsx';
import { TextButton } from '../../components/text-button.tsx';
import styles from './jobs.module.css';

/** Cancel while it runs; afterwards go on where that is possible, and take it off the list. */
export function JobActions({ job }: { readonly job: Job }) {
  const { api } = useApp();
  const [busy, setBusy] = useState(false);

  async function act(title: string, ask: () => Promise<{ ok: boolean; failure?: Failure }>) {
    setBusy(true);
    try {
      const outcome = await ask();
      if (!outcome.ok && outcome.failure) notifyFailure(outcome.failure, title);
    } catch (error) {
      notifyFailure(toFailure(error), title);
    } finally {
      setBusy(false);
    }
  }

  return (
    <span className={styles.actions}>
      {isActive(job) ? (
        <TextButton
          disabled={busy}
          onClick={() => act('The job was not cancelled.', () => api.jobs.cancel.mutate(job.id))}
        >
          Cancel
        </TextButton>
      ) : (
        <>
          {job.resumable ? (
            <TextButton
              disabled={busy}
              onClick={() => act('The job was not resumed.', () => api.jobs.resume.mutate(job.id))}
            >
              {job.state === 'stopped' ? 'Ask again' : 'Resume'}
            </TextButton>
          ) : null}
          <TextButton
            disabled={busy}
            onClick={() =>
              act('The job was not removed from the list.', () => api.jobs.dismiss.mutate(job.id))
            }
          >
            Dismiss
          </TextButton>
        </>
      )}
    </span>
  );
}
