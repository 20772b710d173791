import type { Review } from '../../../../shared/review/review.ts';
import styles from './table.module.css';

const verdictTexts = { confirmed: 'Confirmed', rejected: 'Rejected', unsure: 'Unsure' } as const;

/** How a detection has been judged, in one word; a flag beside a verdict is a sign. */
export function ReviewCell({ review }: { readonly review: Review | null }) {
  const verdict = review?.verdict ?? null;
  if (verdict === null) {
    return review?.flagged ? (
      <span className={styles.review} data-state="flagged">
        Flagged
      </span>
    ) : (
      <span className="muted">Unreviewed</span>
    );
  }
  return (
    <span className={styles.review} data-state={verdict}>
      {verdictTexts[verdict]}
      {review?.flagged ? (
        <span data-state="flagged" title="Flagged">
          {' ⚑'}
        </span>
      ) : null}
    </span>
  );
}
