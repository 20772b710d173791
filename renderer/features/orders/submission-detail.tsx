import { useMutation } from '@tanstack/react-query';
import type { Submission } from '../../../shared/orders/submission.ts';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { settleSubmission } from '../../commands/order-commands.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FieldRows } from '../../components/field-rows.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { Note } from '../../components/note.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { TimeText } from '../../components/time-text.tsx';
import styles from './orders.module.css';
import { PanelBack } from './panel-back.tsx';
import { RequestView } from './request-view.tsx';
import { SubmissionActions } from './submission-actions.tsx';
import { SubmissionBadge } from './submission-list.tsx';
import { SubmissionMatches } from './submission-matches.tsx';
import { needsDecision, submissionTexts } from './submission-texts.ts';
import { useOrderList } from './use-order-list.ts';

/** One attempt to place an order: what became of it, what was sent, and what can be done about it. */
export function SubmissionDetail({ submissionId }: { readonly submissionId: string }) {
  const list = useOrderList();
  if (list.isPending) return <LoadingState label="Reading the orders…" />;
  if (list.error) {
    return <FailureNote failure={toFailure(list.error)} onRetry={() => void list.refetch()} />;
  }
  const submission = list.data.submissions.find(({ id }) => id === submissionId);
  return (
    <section aria-label="An attempt to place an order">
      <PanelBack />
      {submission ? (
        <SubmissionBody submission={submission} />
      ) : (
        <EmptyState title="This attempt is not in the open workspace" />
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
    mutationFn: (orderId: string | null) => settleSubmission(app, submission.id, orderId),
  });
  const undecided = needsDecision(submission);
  return (
    <>
      <PanelHeading title={submission.descriptiveName || 'Order without a name'}>
        <SubmissionBadge state={submission.state} />
      </PanelHeading>
      <Note tone={noteTones[submission.state]}>{submissionTexts[submission.state].meaning}</Note>
      {submission.failure && !undecided && <FailureNote title="Reason:" failure={submission.failure} />}
      {submission.failure && undecided && (
        <details className={styles.disclosure}>
          <summary>What happened</summary>
          {submission.failure.message}
        </details>
      )}
      {undecided && (
        <SubmissionMatches
          submissionId={submission.id}
          deciding={settle.isPending}
          decide={(orderId) => settle.mutate(orderId)}
        />
      )}
      {settle.data && <FailureNote title="The decision was not kept." failure={settle.data} />}
      <FieldRows
        rows={[
          { label: 'Sent', value: <TimeText value={submission.createdAt} /> },
          { label: 'Settled', value: submission.settledAt && <TimeText value={submission.settledAt} /> },
          ...(submission.failure?.status === undefined
            ? []
            : [{ label: 'HTTP status', value: submission.failure.status }]),
        ]}
      />
      <SubmissionActions submission={submission} />
      <RequestView text={submission.bodyText} heading="The body, as sent" />
    </>
  );
}
