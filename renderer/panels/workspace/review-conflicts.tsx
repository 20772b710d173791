import { Checkbox, SegmentedControl } from '@mantine/core';
import { reviewKey } from '../../../shared/review/merge-reviews.ts';
import type { Review } from '../../../shared/review/review.ts';
import type { PackageImport, PackageReviewsLook } from '../../../shared/workspace/package-import.ts';
import { formatQuantity, formatUtc } from '../../components/format.ts';
import styles from './workspace.module.css';

type Conflicts = PackageImport['conflicts'];

/** Detections that two people judge differently: whose review stays, for all and for each. */
export function ReviewConflicts({
  reviews,
  value,
  onChange,
}: {
  readonly reviews: PackageReviewsLook;
  readonly value: Conflicts;
  readonly onChange: (value: Conflicts) => void;
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
        {formatQuantity(counts.conflict, 'detection is', 'detections are')} reviewed differently here and in
        the package. The history keeps both.
      </p>
      <SegmentedControl
        aria-label="Whose reviews stay"
        value={value.keep}
        onChange={(keep) => onChange({ keep: keep as Conflicts['keep'], except: [] })}
        data={[
          { value: 'present', label: 'Keep those here' },
          { value: 'arriving', label: 'Take those of the package' },
        ]}
      />
      <ul className={styles.list} aria-label="Disagreements">
        {conflicts.map((conflict) => {
          const key = reviewKey(conflict);
          return (
            <li key={key} className={styles.conflict}>
              <Checkbox
                label="Take the package’s"
                aria-label={`Take the package’s review of ${conflict.identity}`}
                checked={takesAll !== value.except.includes(key)}
                onChange={() => toggle(key)}
              />
              <span className={styles.facts}>
                {conflict.identity.replace(/^chip \d+ /, '')} · record {conflict.recordId.slice(0, 8)}…
              </span>
              <span>Here: {describeReview(conflict.present)}</span>
              <span>Package: {describeReview(conflict.arriving)}</span>
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
