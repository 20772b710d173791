import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orderName } from '../../../shared/orders/order-name.ts';
import type { SubmissionMatch } from '../../../shared/orders/request/submission.ts';
import { useApp } from '../../context/app-context.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import styles from './orders.module.css';
import { texts } from './texts.ts';

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
export function SubmissionMatches({
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
      {matches.data?.map((match) => (
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
          <Button
            variant="filled"
            disabled={deciding}
            onClick={() => setDecision({ order: { id: match.orderId, name: nameOf(match) } })}
          >
            {texts.matches.isOrder}
          </Button>
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
