import type { MergedReviews, OfferedReviews } from '../../../../shared/review/review-merge.ts';
import { formatCount, formatQuantity } from '../../../components/format.ts';

/** What a merge would do, as rows of a label and its value. */
export function planRows({
  fileName,
  name,
  look: { counts, waiting },
}: OfferedReviews): { readonly label: string; readonly value: string }[] {
  const row = (label: string, count: number, words: string) =>
    count > 0 ? [{ label, value: `${formatCount(count)} · ${words}` }] : [];
  return [
    { label: 'From', value: name === null ? fileName : `${name} (${fileName})` },
    ...row('New', counts.new, 'not reviewed here; taken'),
    ...row('Later', counts.newer, 'by the same reviewer after what stands here; taken'),
    ...row('Disagree', counts.conflict, 'by two reviewers; to be decided'),
    ...row('Earlier', counts.older, 'changed here since; what is here stays'),
    ...row('Same', counts.same, 'say what is said here'),
    ...row(
      'Waiting',
      waiting,
      'of those taken: their detections are not here yet, and find them when fetched',
    ),
  ];
}

/** What a merge has done, in a sentence or two. */
export function describeMerged({ changed, waiting, conflicts }: MergedReviews): string {
  const done =
    changed === 0
      ? 'Merged: no review changed; the history has what the other workspace knows.'
      : `Merged: ${formatQuantity(changed, 'review')} taken.`;
  const more = [
    ...(conflicts > 0 ? [`${formatQuantity(conflicts, 'disagreement')} decided.`] : []),
    ...(waiting > 0 ? [`${formatQuantity(waiting, 'review waits', 'reviews wait')} for detections.`] : []),
  ];
  return [done, ...more].join(' ');
}
