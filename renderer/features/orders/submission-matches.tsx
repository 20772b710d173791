import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SubmissionMatch } from '../../../shared/orders/submission.ts';
import { toFailure, unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { shortId } from '../../components/copy-value.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { TimeText } from '../../components/time-text.tsx';
import styles from './orders.module.css';

const likenessTexts: Readonly<Record<SubmissionMatch['likeness'], string>> = {
  'same-request': 'Its stored request is the same as what was sent.',
  similar: 'Named alike and created around that time; its request was not compared or differs.',
};

/**
 * The orders on the service that may have come of a lost submission, and the analyst's decision: `decide` is called
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
  const matches = useQuery({
    queryKey: queryKeys.submissionMatches(submissionId),
    queryFn: async ({ signal }) => unwrap(await api.orders.matches.query(submissionId, { signal })),
  });
  return (
    <section aria-label="What may have become of it">
      <PanelHeading level={3} title="Found on the service">
        <TextButton disabled={matches.isFetching} onClick={() => void matches.refetch()}>
          {matches.isFetching ? 'Looking…' : 'Look again'}
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
          No order like it is on the service now. It may still appear: look again after a while before you
          decide.
        </p>
      )}
      {matches.data?.map((match) => (
        <div key={match.orderId} className={styles.match}>
          <div>
            <div>{match.descriptiveName || `Order ${shortId(match.orderId)}`}</div>
            {match.createdAt !== undefined && (
              <div className="muted">
                Created <TimeText value={match.createdAt} />
              </div>
            )}
            <div className="muted">{likenessTexts[match.likeness]}</div>
          </div>
          <Button variant="filled" disabled={deciding} onClick={() => decide(match.orderId)}>
            This is it
          </Button>
        </div>
      ))}
      <div className={styles.bar}>
        <Button disabled={deciding} onClick={() => decide(null)}>
          It was not accepted
        </Button>
      </div>
    </section>
  );
}
