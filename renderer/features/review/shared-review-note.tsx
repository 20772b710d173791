import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatTime } from '../../../shared/format.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { useReview } from '../../context/use-stores.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { Note } from '../../ui/note.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './review.module.css';
import { reviewShared } from './shared-review.ts';
import { texts } from './texts.ts';

/** The state of a review of a shared queue: until when its detections are leased, or who has the rest of the queue. */
export function SharedReviewNote() {
  const app = useApp();
  const sharedQueue = useReview(({ queue }) => queue?.sharedQueue);
  const isFinished = useReview(({ queue }) => queue?.state === 'finished');
  const isStarting = useReview((state) => state.isStarting);
  const failure = useReview((state) => state.startFailure);
  const rest = useReview((state) => state.sharedRest);
  if (sharedQueue === undefined) return rest ? <Note>{texts.shared.rest(rest)}</Note> : null;
  if (!isFinished) return <LeaseNote />;
  if (isStarting) return <LoadingState label={texts.shared.taking} />;
  return (
    <>
      {rest ? <Note>{texts.shared.rest(rest)}</Note> : null}
      {failure ? <FailureNote failure={failure} title={texts.shared.notLeased} /> : null}
      <div className={styles.actions}>
        <Button onClick={() => void reviewShared(app, sharedQueue)}>{texts.shared.next}</Button>
      </div>
    </>
  );
}

/** How often the note compares the end of the lease with the time, in milliseconds. */
const noteIntervalMs = 10_000;

function LeaseNote() {
  const { api } = useApp();
  const now = useNow(noteIntervalMs);
  const { data } = useQuery({
    queryKey: queryKeys.teamOverview(),
    queryFn: async ({ signal }) => unwrap(await api.team.overview.query(undefined, { signal })),
  });
  if (!data?.lease) return null;
  const { until } = data.lease;
  return Date.parse(until) > now ? (
    <p className={styles.lead}>{texts.shared.leased(formatTime(until))}</p>
  ) : (
    <Note tone="warn">{texts.shared.leaseEnded(formatTime(until))}</Note>
  );
}
