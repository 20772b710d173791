import { Checkbox, SegmentedControl } from '@mantine/core';
import { formatQuantity, formatUtc } from '../../../shared/format.ts';
import { reviewKey } from '../../../shared/review/merge-reviews.ts';
import type { Review } from '../../../shared/review/review.ts';
import type { ConflictChoice } from '../../../shared/review/review-merge.ts';
import type { PackageReviewsPreview } from '../../../shared/workspace/package-import.ts';
import styles from './workspace.module.css';

/** The choice between conflicting reviews of two reviewers, for all detections and for each. */
export function ReviewConflicts({
  reviews,
  source,
  value,
  onChange,
}: {
  readonly reviews: PackageReviewsPreview;
  /** Names of the other reviews' source for the texts: `the package`, `Package`, `the package’s`. */
  readonly source: { readonly name: string; readonly label: string; readonly possessive: string };
  readonly value: ConflictChoice;
  readonly onChange: (value: ConflictChoice) => void;
}) {
  const { conflicts, counts } = reviews;
  const hidden = counts.conflict - conflicts.length;
  const importsAll = value.winner === 'arriving';

  const toggle = (key: string) =>
    onChange({
      ...value,
      except: value.except.includes(key)
        ? value.except.filter((each) => each !== key)
        : [...value.except, key],
    });

  return (
    <section aria-label="Conflicting reviews">
      <p className={styles.text}>
        {formatQuantity(counts.conflict, 'detection is', 'detections are')} reviewed differently here and in{' '}
        {source.name}. Both remain in the history.
      </p>
      <SegmentedControl
        aria-label="Whose reviews stay"
        value={value.winner}
        onChange={(keep) => onChange({ winner: keep as ConflictChoice['winner'], except: [] })}
        data={[
          { value: 'present', label: 'Keep current' },
          { value: 'arriving', label: `Use those of ${source.name}` },
        ]}
      />
      <ul className={styles.list} aria-label="Conflicts">
        {conflicts.map((conflict) => {
          const key = reviewKey(conflict);
          return (
            <li key={key} className={styles.conflict}>
              <Checkbox
                label={`Use ${source.possessive}`}
                aria-label={`Use ${source.possessive} review of ${conflict.identity}`}
                checked={importsAll !== value.except.includes(key)}
                onChange={() => toggle(key)}
              />
              <span className={styles.facts}>
                {conflict.identity.replace(/^chip \d+ /, '')} · record {conflict.recordId.slice(0, 8)}…
              </span>
              <span>Here: {describeReview(conflict.present)}</span>
              <span>
                {source.label}: {describeReview(conflict.arriving)}
              </span>
            </li>
          );
        })}
      </ul>
      {hidden > 0 ? <p className="muted">{hidden} more are handled the same way.</p> : null}
    </section>
  );
}

function describeReview({ verdict, flagged, note, reviewer, reviewedAt }: Review): string {
  const parts = [verdict ?? 'no verdict', ...(flagged ? ['flagged'] : []), ...(note ? [`“${note}”`] : [])];
  return `${parts.join(', ')} (${reviewer}, ${formatUtc(reviewedAt)})`;
}
