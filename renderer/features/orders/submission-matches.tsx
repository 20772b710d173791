import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubmissionMatch } from '../../../shared/orders/request/submission.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { shortId } from '../../ui/copy-value.tsx';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { DecisionDialog, type SubmissionDecision } from './decision-dialog.tsx';
import styles from './orders.module.css';

const matchTexts: Readonly<Record<SubmissionMatch['likeness'], string>> = {
  'same-request': 'Its stored request is the same as what was sent.',
  similar: 'Same name and created around that time; its request differs or was not compared.',
};

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
  const { api } = useApp();
  const [decision, setDecision] = useState<SubmissionDecision | null>(null);
  const matches = useQuery({
    queryKey: queryKeys.submissionMatches(submissionId),
    queryFn: async ({ signal }) => unwrap(await api.orders.matches.query(submissionId, { signal })),
  });
  return (
    <section aria-label="Possible matches">
      <PanelHeading level={3} title="Found on the service">
        <TextButton disabled={matches.isFetching} onClick={() => void matches.refetch()}>
          {matches.isFetching ? 'Searching…' : 'Search again'}
        </TextButton>
      </PanelHeading>
      {matches.isPending && <LoadingState label="Comparing with the service's orders…" />}
      {matches.error && (
        <FailureNote
          title="The service's orders could not be compared."
          failure={toFailure(matches.error)}
          onRetry={() => void matches.refetch()}
        />
      )}
      {matches.data?.length === 0 && (
        <p className="muted">
          No matching order is on the service now. It may still appear: search again later before you decide.
        </p>
      )}
      {matches.data?.map((match) => (
        <div key={match.orderId} className={styles.match}>
          <div>
            <div>{nameOf(match)}</div>
            {match.createdAt !== undefined && (
              <div className="muted">
                Created <TimeText value={match.createdAt} />
              </div>
            )}
            <div className="muted">{matchTexts[match.likeness]}</div>
          </div>
          <Button
            variant="filled"
            disabled={deciding}
            onClick={() => setDecision({ order: { id: match.orderId, name: nameOf(match) } })}
          >
            This is the order
          </Button>
        </div>
      ))}
      <div className={styles.bar}>
        <Button disabled={deciding} onClick={() => setDecision({ order: null })}>
          It was not accepted
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

function nameOf({ descriptiveName, orderId }: SubmissionMatch): string {
  return descriptiveName || `Order ${shortId(orderId)}`;
}
