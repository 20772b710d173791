import { Checkbox, SegmentedControl } from '@mantine/core';
import { reviewKey } from '../../../shared/review/merge-reviews.ts';
import type { Review } from '../../../shared/review/review.ts';
import type { ConflictChoice } from '../../../shared/review/review-merge.ts';
import type { PackageReviewsLook } from '../../../shared/workspace/package-import.ts';
import { formatQuantity, formatUtc } from '../../components/format.ts';
import styles from './workspace.module.css';

/** Detections that two people judge differently: whose review stays, for all and for each. */
export function ReviewConflicts({
  reviews,
  of,
  value,
  onChange,
}: {
  readonly reviews: PackageReviewsLook;
  /** Where the other reviews come from: `the package`, `Package`, `the package’s`. */
  readonly of: { readonly place: string; readonly short: string; readonly take: string };
  readonly value: ConflictChoice;
  readonly onChange: (value: ConflictChoice) => void;
}) {
  const { conflicts, counts } = reviews;
  const hidden = counts.conflict - conflicts.length;
  const takesAll = value.keep === 'arriving';

  const toggle = (key: string) =>
    onChange({
      ...value,
      except: value.except.includes(key)
        ? value.except.filter((each) => each !== key)
        : [...value.except, key],
    });

  return (
    <section aria-label="Reviews that disagree">
      <p className={styles.text}>
        {formatQuantity(counts.conflict, 'detection is', 'detections are')} reviewed differently here and in{' '}
        {of.place}. The history keeps both.
      </p>
      <SegmentedControl
        aria-label="Whose reviews stay"
        value={value.keep}
        onChange={(keep) => onChange({ keep: keep as ConflictChoice['keep'], except: [] })}
        data={[
          { value: 'present', label: 'Keep those here' },
          { value: 'arriving', label: `Take those of ${of.place}` },
        ]}
      />
      <ul className={styles.list} aria-label="Disagreements">
        {conflicts.map((conflict) => {
          const key = reviewKey(conflict);
          return (
            <li key={key} className={styles.conflict}>
              <Checkbox
                label={`Take ${of.take}`}
                aria-label={`Take ${of.take} review of ${conflict.identity}`}
                checked={takesAll !== value.except.includes(key)}
                onChange={() => toggle(key)}
              />
              <span className={styles.facts}>
                {conflict.identity.replace(/^chip \d+ /, '')} · record {conflict.recordId.slice(0, 8)}…
              </span>
              <span>Here: {describeReview(conflict.present)}</span>
              <span>
                {of.short}: {describeReview(conflict.arriving)}
              </span>
            </li>
          );
        })}
      </ul>
      {hidden > 0 ? <p className="muted">{hidden} more are treated the same way.</p> : null}
    </section>
  );
}

function describeReview({ verdict, flagged, note, reviewer, reviewedAt }: Review): string {
  const said = [verdict ?? 'no verdict', ...(flagged ? ['flagged'] : []), ...(note ? [`“${note}”`] : [])];
  return `${said.join(', ')} (${reviewer}, ${formatUtc(reviewedAt)})`;
}
