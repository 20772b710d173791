import { formatQuantity } from '../../../shared/format.ts';
import type { ReviewChange } from '../../../shared/review/review-change.ts';
import { texts } from './texts.ts';

const verdictPhrases = {
  confirmed: texts.edits.confirming,
  rejected: texts.edits.rejecting,
  unsure: texts.edits.markingUnsure,
} as const;

/** A change of reviews as a phrase for its undo: `confirming detection 12`. */
export function describeReviewChange(
  { verdict, flagged, note }: ReviewChange,
  ids: readonly number[],
): string {
  const what = ids.length === 1 ? texts.edits.detection(ids[0]) : formatQuantity(ids.length, 'detection');
  if (verdict) return verdictPhrases[verdict](what);
  if (verdict === null) return texts.edits.clearing(what);
  if (note !== undefined) return texts.edits.changingNote(what);
  return flagged ? texts.edits.flagging(what) : texts.edits.unflagging(what);
}
