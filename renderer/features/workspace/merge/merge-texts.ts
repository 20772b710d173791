import { formatCount, formatQuantity } from '../../../../shared/format.ts';
import type { ReviewMergeResult, ReviewMergeSource } from '../../../../shared/review/review-merge.ts';

/** What a merge would do, as rows of a label and its value. */
export function mergePlanRows({
  fileName,
  name,
  preview: { counts, waiting },
}: ReviewMergeSource): { readonly label: string; readonly value: string }[] {
  const row = (label: string, count: number, words: string) =>
    count > 0 ? [{ label, value: `${formatCount(count)} · ${words}` }] : [];
  return [
    { label: 'From', value: name === null ? fileName : `${name} (${fileName})` },
    ...row('New', counts.new, 'not reviewed here; imported'),
    ...row('Newer', counts.newer, 'newer review by the same reviewer; imported'),
    ...row('Conflicts', counts.conflict, 'by two reviewers; to be decided'),
    ...row('Older', counts.older, 'changed here since; skipped'),
    ...row('Identical', counts.same, 'skipped'),
    ...row('Waiting', waiting, 'imported reviews whose detections are not fetched yet'),
  ];
}

/** What a merge has done, in a sentence or two. */
export function describeMerged({ changed, waiting, conflicts }: ReviewMergeResult): string {
  const done =
    changed === 0
      ? 'Merged: no review changed; the history of the other workspace was added.'
      : `Merged: ${formatQuantity(changed, 'review')} imported.`;
  const more = [
    ...(conflicts > 0 ? [`${formatQuantity(conflicts, 'conflict')} resolved.`] : []),
    ...(waiting > 0 ? [`${formatQuantity(waiting, 'review waits', 'reviews wait')} for detections.`] : []),
  ];
  return [done, ...more].join(' ');
}
