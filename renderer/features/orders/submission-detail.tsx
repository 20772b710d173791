import { Button, Modal } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orderName } from '../../../shared/orders/order-name.ts';
import {
  findDraftSubmission,
  getDraftId,
  isNotOrdered,
  type Submission,
  type SubmissionMatch,
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
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { BackToOrders } from './back-to-orders.tsx';
import { findDraft, openDraft, reuseRequest } from './draft-commands.ts';
import { canSend, resendSubmission, resolveSubmission, setArchived } from './order-commands.ts';
import styles from './orders.module.css';
import { RequestView } from './request-view.tsx';
import { SubmissionBadge } from './submission-list.tsx';
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

const matchTexts: Readonly<Record<SubmissionMatch['matchKind'], string>> = {
  'same-request': texts.matches.sameRequest,
  similar: texts.matches.similar,
};

/** Outcome of a submission without a response: the order that it is, by id and name, or none. */
type SubmissionDecision = { readonly order: { readonly id: string; readonly name: string } | null };

/**
 * The orders on the service that a submission without a response may have created, and the decision: `decide` is called
 * with the order it is, or with null when none of them is.
 */
function SubmissionMatches({
  submissionId,
  deciding,
  decide,
}: {
  readonly submissionId: string;
  readonly deciding: boolean;
  decide(orderId: string | null): void;
}) {
  const { queries } = useApp();
  const [decision, setDecision] = useState<SubmissionDecision | null>(null);
  const matches = useQuery(queries.orders.matches.queryOptions(submissionId));
  return (
    <section aria-label={texts.matches.label}>
      <PanelHeading level={3} title={texts.matches.title}>
        <TextButton disabled={matches.isFetching} onClick={() => void matches.refetch()}>
          {matches.isFetching ? texts.matches.searching : texts.matches.searchAgain}
        </TextButton>
      </PanelHeading>
      <QueryState query={matches} title={texts.matches.notCompared} loading={texts.matches.comparing} />
      {matches.data?.length === 0 && <p className="muted">{texts.matches.none}</p>}
      {matches.data?.map((match, index) => (
        <div key={match.orderId} className={styles.match}>
          <div>
            <div>{nameOf(match)}</div>
            {match.createdAt !== undefined && (
              <div className="muted">
                {texts.matches.created} <TimeText value={match.createdAt} />
              </div>
            )}
            <div className="muted">{matchTexts[match.matchKind]}</div>
          </div>
          <PrimaryButton
            isPrimary={index === 0}
            disabled={deciding}
            onClick={() => setDecision({ order: { id: match.orderId, name: nameOf(match) } })}
          >
            {texts.matches.isOrder}
          </PrimaryButton>
        </div>
      ))}
      <div className={styles.bar}>
        <Button disabled={deciding} onClick={() => setDecision({ order: null })}>
          {texts.matches.notAccepted}
        </Button>
      </div>
      <DecisionDialog
        decision={decision}
        onConfirm={({ order }) => {
          setDecision(null);
          decide(order?.id ?? null);
        }}
        onClose={() => setDecision(null)}
      />
    </section>
  );
}

/** Confirms what became of a submission: the decision cannot be undone. */
function DecisionDialog({
  decision,
  onConfirm,
  onClose,
}: {
  readonly decision: SubmissionDecision | null;
  readonly onConfirm: (decision: SubmissionDecision) => void;
  readonly onClose: () => void;
}) {
  if (!decision) return null;
  const { order } = decision;
  return (
    <Modal
      opened
      onClose={onClose}
      title={order ? texts.decision.acceptedTitle : texts.decision.notAcceptedTitle}
      size={440}
    >
      <p>{order ? texts.decision.accepted(order.name) : texts.decision.notAccepted}</p>
      <div className={styles.bar}>
        <Button variant="filled" data-autofocus onClick={() => onConfirm(decision)}>
          {order ? texts.decision.confirmAccepted : texts.decision.confirmNotAccepted}
        </Button>
        <Button onClick={onClose}>{texts.decision.cancel}</Button>
      </div>
    </Modal>
  );
}

function nameOf({ descriptiveName, orderId }: SubmissionMatch): string {
  return orderName({ id: orderId, descriptiveName });
}
