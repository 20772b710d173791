import { Checkbox, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { formatTime } from '../../../shared/format.ts';
import { reviewKey } from '../../../shared/review/merge-reviews.ts';
import type { Review } from '../../../shared/review/review.ts';
import type { ConflictChoice, ReviewMergePreview } from '../../../shared/review/review-merge.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { ConflictDetection } from './conflict-detection.tsx';
import { texts } from './texts.ts';
import styles from './workspace.module.css';

/** The choice between conflicting reviews of two reviewers, for all detections and for each. */
export function ReviewConflicts({
  reviews,
  source,
  value,
  onChange,
}: {
  readonly reviews: Pick<ReviewMergePreview, 'counts' | 'conflicts'>;
  /** Names of the other reviews' source for the texts: `the case`, `Case`, `the case’s`. */
  readonly source: { readonly name: string; readonly label: string; readonly possessive: string };
  readonly value: ConflictChoice;
  readonly onChange: (value: ConflictChoice) => void;
}) {
  const { conflicts, counts } = reviews;
  const hidden = counts.conflict - conflicts.length;
  const [currentKey, setCurrentKey] = useState<string>();
  const current = conflicts.find((conflict) => reviewKey(conflict) === currentKey) ?? conflicts[0];
  const importsAll = value.winner === 'arriving';

  const toggle = (key: string) =>
    onChange({
      ...value,
      except: value.except.includes(key)
        ? value.except.filter((each) => each !== key)
        : [...value.except, key],
    });

  return (
    <section aria-label={texts.conflicts.label}>
      <p className={styles.text}>{texts.conflicts.about(counts.conflict, source.name)}</p>
      <SegmentedControl
        aria-label={texts.conflicts.winner}
        value={value.winner}
        onChange={(keep) => onChange({ winner: keep as ConflictChoice['winner'], except: [] })}
        data={[
          { value: 'present', label: texts.conflicts.keepCurrent },
          { value: 'arriving', label: texts.conflicts.acceptAll(source.name) },
        ]}
      />
      {current ? <ConflictDetection conflict={current} /> : null}
      <ul className={styles.conflicts} aria-label={texts.conflicts.list}>
        {conflicts.map((conflict) => {
          const key = reviewKey(conflict);
          return (
            <li key={key} className={styles.conflict} aria-current={conflict === current || undefined}>
              <Checkbox
                label={texts.conflicts.accept(source.possessive)}
                aria-label={texts.conflicts.acceptReviewOf(source.possessive, conflict.identity)}
                checked={importsAll !== value.except.includes(key)}
                onChange={() => toggle(key)}
                onFocus={() => setCurrentKey(key)}
              />
              <TextButton className={styles.facts} onClick={() => setCurrentKey(key)}>
                {texts.conflicts.record(
                  conflict.identity.replace(/^chip \d+ /, ''),
                  conflict.recordId.slice(0, 8),
                )}
              </TextButton>
              <span>{texts.conflicts.here(describeReview(conflict.present))}</span>
              <span>
                {source.label}: {describeReview(conflict.arriving)}
              </span>
            </li>
          );
        })}
      </ul>
      {hidden > 0 ? <p className="muted">{texts.conflicts.more(hidden)}</p> : null}
    </section>
  );
}

function describeReview({ verdict, flagged, note, reviewer, reviewedAt }: Review): string {
  const parts = [
    verdict ?? texts.conflicts.noVerdict,
    ...(flagged ? [texts.conflicts.flagged] : []),
    ...(note ? [`“${note}”`] : []),
  ];
  return `${parts.join(', ')} (${reviewer}, ${formatTime(reviewedAt)})`;
}
