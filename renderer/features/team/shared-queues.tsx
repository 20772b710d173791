import { Button, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { describeFilter } from '../../../shared/results/describe-filter.ts';
import { countFreeItems, type SharedQueue } from '../../../shared/review/shared-queue.ts';
import { useApp } from '../../context/app-context.tsx';
import { useResults, useReview } from '../../context/use-stores.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Note } from '../../ui/note.tsx';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './team.module.css';
import { texts } from './texts.ts';

/** The queues that reviewers review together: who has leased how much, and a form that creates one. */
export function SharedQueueList({ user }: { readonly user: string }) {
  const { queries } = useApp();
  const { data, error, refetch } = useQuery(queries.team.queues.queryOptions());
  return (
    <section aria-label={texts.queues.title}>
      <PanelHeading title={texts.queues.title} level={3} />
      <p className={styles.hint}>{texts.queues.about}</p>
      <QueuesState query={{ data, error, refetch }} />
      {data && !data.mayReview ? <p className="muted">{texts.queues.onlyReviewers}</p> : null}
      {data && data.queues.length === 0 ? <p className="muted">{texts.queues.none}</p> : null}
      {data && !error ? (
        <ul className={styles.queues}>
          {data.queues.map((queue) => (
            <QueueItem key={queue.queue} queue={queue} user={user} mayReview={data.mayReview} />
          ))}
        </ul>
      ) : null}
      {data?.mayReview ? <NewQueue /> : null}
    </section>
  );
}

/** An unreachable database is shown as a note, since working offline is a normal state. */
function QueuesState({ query }: Pick<ComponentProps<typeof QueryState>, 'query'>) {
  const code = query.error && toFailure(query.error).code;
  if (code !== 'unreachable' && code !== 'timeout') {
    return <QueryState query={query} title={texts.queues.notRead} loading={texts.queues.loading} />;
  }
  return (
    <Note>
      {texts.queues.offline}{' '}
      <TextButton onClick={() => void query.refetch()}>{texts.queues.retry}</TextButton>
    </Note>
  );
}

function QueueItem({
  queue,
  user,
  mayReview,
}: {
  readonly queue: SharedQueue;
  readonly user: string;
  readonly mayReview: boolean;
}) {
  const { commands } = useApp();
  const [isConfirmingDelete, setConfirmingDelete] = useState(false);
  const active = useReview((state) => state.queue);
  const isMine = active?.sharedQueue === queue.queue;
  const isOtherActive = active !== null && active.state !== 'finished' && !isMine;
  const { title, total, done, held } = queue;
  return (
    <li className={styles.queue}>
      <strong>{title}</strong>
      <span>{texts.queues.progress(done, total)}</span>
      {held.map((holder) => (
        <span key={holder.reviewer} className="muted">
          {texts.queues.holder(holder)}
        </span>
      ))}
      {done < total ? <span className="muted">{texts.queues.free(countFreeItems(queue))}</span> : null}
      {isOtherActive ? <span className="muted">{texts.queues.endOther}</span> : null}
      <div className={styles.actions}>
        {mayReview && (done < total || isMine) ? (
          <TextButton
            disabled={isOtherActive}
            aria-label={texts.queues.reviewTitle(title)}
            onClick={() => void commands.runWith('review.shared', { queue: queue.queue })}
          >
            {texts.queues.review}
          </TextButton>
        ) : null}
        {isMine ? <LeaveButton title={title} /> : null}
        {mayReview && queue.createdBy === user ? (
          <TextButton aria-label={texts.queues.deleteTitle(title)} onClick={() => setConfirmingDelete(true)}>
            {texts.queues.delete}
          </TextButton>
        ) : null}
      </div>
      {isConfirmingDelete ? <DeleteDialog queue={queue} onClose={() => setConfirmingDelete(false)} /> : null}
    </li>
  );
}

/** Discards the review of a shared queue, which ends its lease. */
function LeaveButton({ title }: { readonly title: string }) {
  const { stores } = useApp();
  return (
    <TextButton
      aria-label={texts.queues.leaveTitle(title)}
      onClick={() => stores.review.getState().setQueue(null)}
    >
      {texts.queues.leave}
    </TextButton>
  );
}

function DeleteDialog({
  queue: { queue, title },
  onClose,
}: {
  readonly queue: SharedQueue;
  readonly onClose: () => void;
}) {
  const { api } = useApp();
  const { submit, isBusy } = useSubmit(async () => {
    const deleted = await api.team.deleteQueue.mutate(queue);
    if (!deleted.ok) notifyFailure(deleted.failure, texts.queues.notDeleted);
    onClose();
    return null;
  });
  return (
    <Modal opened onClose={onClose} title={texts.queues.deleteTitle(title)} size={440}>
      <p>{texts.queues.deleteBody}</p>
      <div className={styles.dialogActions}>
        <Button variant="filled" data-autofocus onClick={onClose}>
          {texts.queues.cancel}
        </Button>
        <Button disabled={isBusy} onClick={submit}>
          {texts.queues.deleteConfirm}
        </Button>
      </div>
    </Modal>
  );
}

/** The form that creates a queue of what the filter shows. */
function NewQueue() {
  const { api, stores } = useApp();
  const filter = useResults((state) => state.filter);
  const suggested = describeFilter(filter)
    .map(({ text }) => text)
    .join(' · ')
    .slice(0, 200);
  const [title, setTitle] = useState('');
  const { submit, isBusy, failure } = useSubmit(async () => {
    const name = title.trim() || suggested || texts.queues.everything;
    const created = await api.team.createQueue.mutate({
      title: name,
      filter: stores.results.getState().filter,
    });
    if (!created.ok) return created.failure;
    const { items, notPublished } = created.value;
    notifyInfo(texts.queues.created(name, items, notPublished));
    setTitle('');
    return null;
  });
  return (
    <form onSubmit={submit} aria-label={texts.queues.newQueue} className={styles.newQueue}>
      <TextInput
        label={texts.queues.newQueue}
        description={texts.queues.newQueueHint}
        placeholder={suggested || texts.queues.everything}
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      {failure ? <FailureNote failure={failure} title={texts.queues.notCreated} /> : null}
      <Button type="submit" variant="default" mt="xs" loading={isBusy}>
        {texts.queues.create}
      </Button>
    </form>
  );
}
