import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  findDraftSubmission,
  getDraftId,
  isNotOrdered,
  type Submission,
} from '../../../shared/orders/request/submission.ts';
import type { Failure } from '../../../shared/result.ts';
import { useApp } from '../../context/app-context.tsx';
import { useOrderList } from '../../context/use-order-list.ts';
import { useOrders, useSession } from '../../context/use-stores.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { findDraft, openDraft, reuseRequest } from './draft-commands.ts';
import { archiveSubmission, canSend, resendSubmission, restoreSubmission } from './order-commands.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** The actions for a submission whose outcome is known. */
export function SubmissionActions({ submission }: { readonly submission: Submission }) {
  const show = useOrders((state) => state.show);
  const { orderId } = submission;
  const last = findDraftSubmission(getDraftId(submission), useOrderList().data?.submissions ?? []);
  const later = last?.id === submission.id ? undefined : last;
  return (
    <>
      {orderId !== undefined && (
        <div className={styles.bar}>
          <Button onClick={() => show({ kind: 'order', id: orderId })}>{texts.showOrder}</Button>
        </div>
      )}
      {isNotOrdered(submission) && later && (
        <div className={styles.bar}>
          <Button onClick={() => show({ kind: 'submission', id: later.id })}>
            {texts.submissions.showLater}
          </Button>
          <ArchiveButton submission={submission} />
        </div>
      )}
      {isNotOrdered(submission) && !later && <UnplacedOrderActions submission={submission} />}
    </>
  );
}

function UnplacedOrderActions({ submission }: { readonly submission: Submission }) {
  const app = useApp();
  // `canReachService` reads the session, so a change of the session has to render this again.
  useSession((state) => state.session);
  const sendable = canSend(app);
  const resend = useMutation({ mutationFn: () => resendSubmission(app, submission.id) });
  const edit = useMutation({
    mutationFn: async (): Promise<Failure | null> => {
      const draft = submission.draftId === undefined ? null : await findDraft(app, submission.draftId);
      if (draft && !draft.ok) return draft.failure;
      if (!draft?.value) return reuseRequest(app, submission.bodyText, 'copy');
      await openDraft(app, draft.value);
      return null;
    },
  });
  const failure = resend.data ?? edit.data;
  return (
    <>
      <div className={styles.bar}>
        <Button loading={edit.isPending} disabled={resend.isPending} onClick={() => edit.mutate()}>
          {texts.submissions.openDraft}
        </Button>
        <Button
          loading={resend.isPending}
          disabled={sendable !== true}
          title={sendable === true ? texts.submissions.resendHint : sendable}
          onClick={() => resend.mutate()}
        >
          {texts.submissions.resend}
        </Button>
        <ArchiveButton submission={submission} />
      </div>
      {failure && <FailureNote failure={failure} />}
    </>
  );
}

function ArchiveButton({ submission }: { readonly submission: Submission }) {
  const app = useApp();
  return submission.archivedAt === undefined ? (
    <Button onClick={() => void archiveSubmission(app, submission)}>{texts.submissions.archive}</Button>
  ) : (
    <Button onClick={() => void restoreSubmission(app, submission)}>{texts.submissions.restore}</Button>
  );
}
