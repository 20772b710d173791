import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDecimals } from '../../../shared/display-format.ts';
import { formatTime } from '../../../shared/format.ts';
import { formatPosition } from '../../../shared/geo/format-position.ts';
import type { Failure } from '../../../shared/result.ts';
import type { DetectionDetail } from '../../../shared/results/detection.ts';
import type { Review } from '../../../shared/review/review.ts';
import type { ReviewHistoryEntry } from '../../../shared/review/review-change.ts';
import { useApp } from '../../context/app-context.tsx';
import { useTipWithKey } from '../../context/command-key.tsx';
import { InspectorSection } from '../../context/inspector-section.tsx';
import { useHistory, useReview } from '../../context/use-stores.ts';
import { reviewedId } from '../../stores/review-store.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { Note } from '../../ui/note.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { NoteField } from './note-field.tsx';
import styles from './review.module.css';
import { texts } from './texts.ts';

const verdictLabels = {
  confirmed: texts.review.confirmed,
  rejected: texts.review.rejected,
  unsure: texts.review.unsure,
} as const;

/** The detection's review: verdict, reviewer and time, the note, and the history. */
export function ReviewSection({
  detectionId,
  review,
  note,
  carriedOver,
  unsavedBecause,
}: {
  readonly detectionId: number;
  /** Undefined while it is being loaded. */
  readonly review: Review | null | undefined;
  /** Undefined until the stored one is known. */
  readonly note: string | undefined;
  readonly carriedOver: DetectionDetail['carriedOver'];
  /** Reason why its last change is not saved yet; null if it is saved. */
  readonly unsavedBecause: Failure | null;
}) {
  const { commands } = useApp();
  const lastEdit = useHistory((state) => state.done.at(-1));
  const undoTip = useTipWithKey(texts.review.undoHint(lastEdit?.name ?? ''), 'edit.undo');
  // The note of the detection under review is edited next to its chip.
  const isNoting = useReview((state) => state.notedId === detectionId && reviewedId(state) !== detectionId);
  return (
    <InspectorSection
      title={texts.review.title}
      actions={
        lastEdit?.reviewedId === detectionId ? (
          <TextButton title={undoTip} onClick={() => commands.run('edit.undo')}>
            {texts.review.undo}
          </TextButton>
        ) : null
      }
    >
      <p className={styles.standing}>
        {review === undefined ? (
          <span className="muted">{texts.review.loading}</span>
        ) : (
          <ReviewStateText review={review} />
        )}
        {review?.reviewer ? <ReviewSignature review={review} /> : null}
      </p>
      {unsavedBecause === null ? null : (
        <Note tone="bad">
          <strong>{texts.review.notSaved}</strong> <FailureText failure={unsavedBecause} />{' '}
          <TextButton onClick={() => commands.run('review.retry')}>{texts.review.retry}</TextButton>{' '}
          <TextButton onClick={() => commands.run('review.discard-unsaved')}>
            {texts.review.discard}
          </TextButton>
        </Note>
      )}
      {review && carriedOver ? <CarriedOver detectionId={detectionId} carriedOver={carriedOver} /> : null}
      {isNoting ? (
        <NoteField key={`note ${detectionId}`} detectionId={detectionId} note={note} />
      ) : note === undefined ? null : (
        <div className={styles.note}>
          {note ? <p>{note}</p> : null}
          <TextButton onClick={() => commands.run('review.note')}>
            {note ? texts.review.editNote : texts.review.addNote}
          </TextButton>
        </div>
      )}
      <ReviewHistory key={`history ${detectionId}`} detectionId={detectionId} />
    </InspectorSection>
  );
}

/** Shows that the review was given to another detection nearby, with a button to detach it. */
function CarriedOver({
  detectionId,
  carriedOver: { meters, from },
}: {
  readonly detectionId: number;
  readonly carriedOver: NonNullable<DetectionDetail['carriedOver']>;
}) {
  const { commands } = useApp();
  return (
    <Note>
      <strong>{texts.review.carriedOver}</strong>{' '}
      {texts.review.carriedFrom(formatDecimals(meters, meters < 1 ? 2 : 1), formatPosition(from))}{' '}
      <TextButton onClick={() => void commands.runWith('review.detach', { detectionId })}>
        {texts.review.detach}
      </TextButton>
    </Note>
  );
}

function ReviewStateText({ review }: { readonly review: Pick<Review, 'verdict' | 'flagged'> | null }) {
  const verdict = review?.verdict ?? null;
  return (
    <span>
      <span className={styles.word} data-state={verdict ?? 'none'}>
        {verdict ? verdictLabels[verdict] : texts.review.unreviewed}
      </span>
      {review?.flagged ? (
        <>
          {' · '}
          <span className={styles.word} data-state="flagged">
            {texts.review.flagged}
          </span>
        </>
      ) : null}
    </span>
  );
}

/** Reviewer and time; the time does not wrap. */
function ReviewSignature({ review }: { readonly review: Review }) {
  const { verdict, flagged, note, reviewer, reviewedAt } = review;
  // Without a verdict or flag, the name would state who left it unreviewed.
  const isNoteOnly = verdict === null && !flagged && note !== '';
  return (
    <span className="muted">
      {isNoteOnly ? texts.review.noteBy(reviewer) : reviewer},{' '}
      <span className={styles.time}>{formatTime(reviewedAt)}</span>
    </span>
  );
}

function ReviewHistory({ detectionId }: { readonly detectionId: number }) {
  const { queries } = useApp();
  const [isOpen, setOpen] = useState(false);
  const history = useQuery(queries.reviews.history.queryOptions({ id: detectionId }, { enabled: isOpen }));
  return (
    <details className={styles.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.review.history}</summary>
      <QueryState query={history} loading={isOpen ? texts.review.historyLoading : undefined} />
      {history.data?.length === 0 ? <p className="muted">{texts.review.noHistory}</p> : null}
      {history.data && history.data.length > 0 ? (
        <ol>
          {history.data.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal; new ones are inserted before all others
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
      <ReviewStateText review={review} />
      <span className="muted">
        {kind === 'undo'
          ? texts.review.undone
          : kind === 'attach'
            ? texts.review.attached
            : kind === 'merge' || kind === null
              ? texts.review.imported
              : ''}{' '}
      </span>
      <ReviewSignature review={review} />
      {review.note ? <div className={styles.historyNote}>{review.note}</div> : null}
    </>
  );
}
