import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Review } from '../../../shared/review/review.ts';
import type { ReviewHistoryEntry } from '../../../shared/review/review-change.ts';
import { toFailure, unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { useReview } from '../../app/use-stores.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatUtc } from '../../components/format.ts';
import { LoadingState } from '../../components/loading-state.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { NoteField } from './note-field.tsx';
import styles from './review.module.css';

const verdictWords = { confirmed: 'Confirmed', rejected: 'Rejected', unsure: 'Unsure' } as const;

/** What was said of the detection: by whom and when, the note, and everything that was said before. */
export function ReviewSection({
  detectionId,
  review,
}: {
  readonly detectionId: number;
  /** Undefined while it is being read. */
  readonly review: Review | null | undefined;
}) {
  const { commands } = useApp();
  const isNoting = useReview(({ noting }) => noting === detectionId);
  return (
    <section aria-label="Review" className={styles.section}>
      <PanelHeading level={3} title="Review">
        <TextButton title="Ctrl Z" onClick={() => commands.run('review.undo')}>
          Undo
        </TextButton>
      </PanelHeading>
      <p className={styles.standing}>
        {review === undefined ? <span className="muted">Reading…</span> : <ReviewWords review={review} />}
        {review?.reviewer ? <Signature review={review} /> : null}
      </p>
      {isNoting ? (
        <NoteField key={`note ${detectionId}`} detectionId={detectionId} note={review?.note ?? ''} />
      ) : (
        <div className={styles.note}>
          {review?.note ? <p>{review.note}</p> : null}
          <TextButton onClick={() => commands.run('review.note')}>
            {review?.note ? 'Edit the note' : 'Write a note'}
          </TextButton>
        </div>
      )}
      <History key={`history ${detectionId}`} detectionId={detectionId} />
    </section>
  );
}

function ReviewWords({ review }: { readonly review: Pick<Review, 'verdict' | 'flagged'> | null }) {
  const verdict = review?.verdict ?? null;
  return (
    <span>
      <span className={styles.word} data-state={verdict ?? 'none'}>
        {verdict ? verdictWords[verdict] : 'Unreviewed'}
      </span>
      {review?.flagged ? (
        <>
          {' · '}
          <span className={styles.word} data-state="flagged">
            ⚑ Flagged
          </span>
        </>
      ) : null}
    </span>
  );
}

/** Who said so and when; the time stays on one line. */
function Signature({ review: { reviewer, reviewedAt } }: { readonly review: Review }) {
  return (
    <span className="muted">
      {reviewer}, <span className={styles.time}>{formatUtc(reviewedAt)}</span>
    </span>
  );
}

function History({ detectionId }: { readonly detectionId: number }) {
  const { api } = useApp();
  const [isOpen, setOpen] = useState(false);
  const history = useQuery({
    queryKey: queryKeys.reviewHistory(detectionId),
    queryFn: async ({ signal }) => unwrap(await api.review.history.query({ id: detectionId }, { signal })),
    enabled: isOpen,
  });
  return (
    <details className={styles.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>History</summary>
      {history.error ? (
        <FailureNote failure={toFailure(history.error)} onRetry={() => void history.refetch()} />
      ) : null}
      {isOpen && history.isPending ? <LoadingState label="Reading the history" /> : null}
      {history.data?.length === 0 ? <p className="muted">Nobody has said anything yet.</p> : null}
      {history.data && history.data.length > 0 ? (
        <ol>
          {history.data.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries may be alike; new ones come before all
            <li key={history.data.length - index}>
              <HistoryLine entry={entry} />
            </li>
          ))}
        </ol>
      ) : null}
    </details>
  );
}

function HistoryLine({ entry: { review, kind } }: { readonly entry: ReviewHistoryEntry }) {
  return (
    <>
      <ReviewWords review={review} />
      <span className="muted">
        {kind === 'undo' ? ' (taken back)' : kind === 'merge' || kind === null ? ' (brought in)' : ''}{' '}
      </span>
      <Signature review={review} />
      {review.note ? <div className={styles.historyNote}>{review.note}</div> : null}
    </>
  );
}
