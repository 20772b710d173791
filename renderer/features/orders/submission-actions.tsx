import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { cameToNothing, type Submission } from '../../../shared/orders/submission.ts';
import type { Failure } from '../../../shared/result.ts';
import { useApp } from '../../app/app-context.tsx';
import { useOrders, useSession } from '../../app/use-stores.ts';
import { findDraft, openDraft, reuseRequest } from '../../commands/draft-commands.ts';
import {
  bringSubmissionBack,
  canSend,
  putSubmissionAway,
  resendSubmission,
} from '../../commands/order-commands.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import styles from './orders.module.css';

/** What the analyst can do with an attempt to place an order whose outcome is known. */
export function SubmissionActions({ submission }: { readonly submission: Submission }) {
  const show = useOrders((state) => state.show);
  const { orderId } = submission;
  return (
    <>
      {orderId !== undefined && (
        <div className={styles.bar}>
          <Button onClick={() => show({ kind: 'order', id: orderId })}>Show the order</Button>
        </div>
      )}
      {cameToNothing(submission) && <UntakenActions submission={submission} />}
    </>
  );
}

function UntakenActions({ submission }: { readonly submission: Submission }) {
  const app = useApp();
  // Whether it can be sent follows from the session.
  useSession((state) => state.session);
  const sendable = canSend(app);
  const resend = useMutation({ mutationFn: () => resendSubmission(app, submission.id) });
  const edit = useMutation({
    mutationFn: async (): Promise<Failure | null> => {
      const draft = submission.draftId === undefined ? null : await findDraft(app, submission.draftId);
      if (draft && !draft.ok) return draft.failure;
      if (!draft?.value) return reuseRequest(app, submission.bodyText, 'keep');
      openDraft(app, draft.value);
      return null;
    },
  });
  const failure = resend.data ?? edit.data;
  return (
    <>
      <div className={styles.bar}>
        <Button loading={edit.isPending} disabled={resend.isPending} onClick={() => edit.mutate()}>
          Open its draft
        </Button>
        <Button
          loading={resend.isPending}
          disabled={sendable !== true}
          title={sendable === true ? 'Sends the body below once more, byte for byte' : sendable}
          onClick={() => resend.mutate()}
        >
          Send again as it is
        </Button>
        {submission.putAwayAt === undefined ? (
          <Button onClick={() => void putSubmissionAway(app, submission)}>Archive</Button>
        ) : (
          <Button onClick={() => void bringSubmissionBack(app, submission.id)}>Bring back</Button>
        )}
      </div>
      {failure && <FailureNote failure={failure} />}
    </>
  );
}
