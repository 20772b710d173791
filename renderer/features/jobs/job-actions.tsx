import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
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

  const remove = () =>
    void submit(undefined, texts.actions.notRemoved, () => api.jobs.dismiss.mutate(job.id));

  return (
    <span className={styles.actions}>
      {isActiveJob(job) ? (
        <TextButton
          disabled={isBusy || job.isEnding}
          onClick={() => submit(undefined, texts.actions.notCancelled, () => api.jobs.cancel.mutate(job.id))}
        >
          {job.isEnding ? texts.actions.canceling : texts.actions.cancel}
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
          {job.fetch ? (
            <FetchMenu job={job} onRemove={remove} />
          ) : (
            <TextButton disabled={isBusy} onClick={remove}>
              {texts.actions.dismiss}
            </TextButton>
          )}
        </>
      )}
    </span>
  );
}

/** The menu of an ended fetch: show, repeat, watch, remove. */
function FetchMenu({ job, onRemove }: { readonly job: Job; onRemove(): void }) {
  const { commands } = useApp();
  const { id: fetchId, fetch } = job;
  const show = () => void commands.runWith('searches.show-fetch', { fetchId, orderId: fetch?.orderId });
  return (
    <Menu position="bottom-end" returnFocus>
      <Menu.Target>
        <ActionIcon size={18} color="gray" aria-label={texts.actions.menu} title={texts.actions.menu}>
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {fetch && fetch.detections > 0 ? (
          <Menu.Item onClick={show}>{texts.card.showResults}</Menu.Item>
        ) : null}
        <Menu.Item onClick={() => void commands.runWith('searches.repeat-fetch', { fetchId })}>
          {texts.actions.repeat}
        </Menu.Item>
        <Menu.Item onClick={() => void commands.runWith('searches.watch-fetch', { fetchId })}>
          {texts.actions.watch}
        </Menu.Item>
        <Menu.Item onClick={() => commands.run('results.history')}>{texts.actions.history}</Menu.Item>
        <Menu.Item onClick={onRemove}>{texts.actions.remove}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
