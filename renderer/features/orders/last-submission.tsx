import { Button } from '@mantine/core';
import {
  findDraftSubmission,
  isNotOrdered,
  type Submission,
} from '../../../shared/orders/request/submission.ts';
import { useApp } from '../../context/app-context.tsx';
import { useOrderList } from '../../context/use-order-list.ts';
import { useOrders } from '../../context/use-stores.ts';
import type { EditedDraft } from '../../stores/orders-store.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Note } from '../../ui/note.tsx';
import { duplicateDraft } from './draft-commands.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** The outcome of the draft in the form when it was sent before, and what the user can do now. */
export function LastSubmission({
  editing,
  submission,
}: {
  readonly editing: EditedDraft;
  readonly submission: Submission;
}) {
  const app = useApp();
  const show = useOrders((state) => state.show);
  const { id, state, orderId, failure } = submission;
  const { meaning } = texts.submissionStates[state];
  if (isNotOrdered(submission)) {
    return (
      <>
        <Note tone={state === 'dismissed' ? 'info' : 'bad'}>{texts.sending.correct(meaning)}</Note>
        {failure && state !== 'dismissed' && <FailureNote title={texts.sending.reason} failure={failure} />}
      </>
    );
  }
  return (
    <>
      <Note tone="warn">{texts.sending.sentBefore(meaning)}</Note>
      <div className={styles.bar}>
        <Button
          onClick={() =>
            show(orderId === undefined ? { kind: 'submission', id } : { kind: 'order', id: orderId })
          }
        >
          {orderId === undefined ? texts.sending.showSubmission : texts.showOrder}
        </Button>
        <Button onClick={() => void duplicateDraft(app, editing)}>{texts.drafts.duplicateDraft}</Button>
      </div>
    </>
  );
}

/**
 * Returns the submission with the outcome of the form's draft, sent by this page or another tab. Undefined before the
 * first one, and while this page is sending.
 */
export function useLastSubmission(draftId: string): Submission | undefined {
  const listed = useOrderList().data?.submissions ?? [];
  const send = useOrders((state) => state.send);
  if (send.kind === 'sending') return undefined;
  // The response to the page's request can be here before the list has been read again.
  const received = send.kind === 'rejected' ? [send.submission] : [];
  const others = received.filter((submission) => !listed.some(({ id }) => id === submission.id));
  return findDraftSubmission(draftId, [...others, ...listed]);
}
