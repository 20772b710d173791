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
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { Note } from '../../ui/note.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { BackToOrders } from './back-to-orders.tsx';
import { findDraft, openDraft, reuseRequest } from './draft-commands.ts';
import { canSend, resendSubmission, resolveSubmission, setArchived } from './order-commands.ts';
import styles from './orders.module.css';
import { RequestView } from './request-view.tsx';
import { SubmissionBadge } from './submission-list.tsx';
import { SubmissionMatches } from './submission-matches.tsx';
import { needsDecision } from './submission-state.ts';
import { texts } from './texts.ts';

/** A submission: its outcome, the request that was sent, and the actions for it. */
export function SubmissionDetail({ submissionId }: { readonly submissionId: string }) {
  const list = useOrderList();
  if (list.isPending || list.error) return <QueryState query={list} loading={texts.list.loading} />;
  const submission = list.data.submissions.find(({ id }) => id === submissionId);
  return (
    <section aria-label={texts.submissions.label}>
      <BackToOrders />
      {submission ? (
        <SubmissionBody submission={submission} />
      ) : (
        <EmptyState title={texts.submissions.notHere} />
      )}
    </section>
  );
}

const noteTones = {
  sending: 'info',
  accepted: 'info',
  dismissed: 'info',
  unknown: 'warn',
  refused: 'bad',
  'not-sent': 'bad',
} as const satisfies Record<Submission['state'], string>;

function SubmissionBody({ submission }: { readonly submission: Submission }) {
  const app = useApp();
  const settle = useMutation({
    mutationFn: (orderId: string | null) => resolveSubmission(app, submission.id, orderId),
  });
  const undecided = needsDecision(submission);
  return (
    <>
      <PanelHeading title={submission.descriptiveName || texts.unnamed}>
        <SubmissionBadge state={submission.state} />
      </PanelHeading>
      <Note tone={noteTones[submission.state]}>{texts.submissionStates[submission.state].meaning}</Note>
      {submission.failure && !undecided && (
        <FailureNote title={texts.sending.reason} failure={submission.failure} />
      )}
      {submission.failure && undecided && (
        <details className={styles.disclosure}>
          <summary>{texts.submissions.whatHappened}</summary>
          <FailureText failure={submission.failure} />
        </details>
      )}
      {undecided && (
        <SubmissionMatches
          submissionId={submission.id}
          deciding={settle.isPending}
          decide={(orderId) => settle.mutate(orderId)}
        />
      )}
      {settle.data && <FailureNote title={texts.submissions.notSaved} failure={settle.data} />}
      <FieldRows
        rows={[
          { label: texts.submissions.sent, value: <TimeText value={submission.createdAt} /> },
          {
            label: texts.submissions.settled,
            value: submission.settledAt && <TimeText value={submission.settledAt} />,
          },
          ...(submission.failure?.status === undefined
            ? []
            : [{ label: texts.submissions.httpStatus, value: submission.failure.status }]),
        ]}
      />
      <SubmissionActions submission={submission} />
      <RequestView text={submission.bodyText} heading={texts.submissions.body} />
    </>
  );
}

/** The actions for a submission whose outcome is known. */
function SubmissionActions({ submission }: { readonly submission: Submission }) {
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
  const isArchived = submission.archivedAt !== undefined;
  return (
    <Button onClick={() => void setArchived(app, submission, !isArchived)}>
      {isArchived ? texts.submissions.restore : texts.submissions.archive}
    </Button>
  );
}
