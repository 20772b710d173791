import { formatQuantity } from '../../../shared/format.ts';
import type { ReviewChange } from '../../../shared/review/review-change.ts';

const verdictPhrases = {
  confirmed: (what: string) => `confirming ${what}`,
  rejected: (what: string) => `rejecting ${what}`,
  unsure: (what: string) => `marking ${what} as unsure`,
} as const;

/** A change of reviews as a phrase for its undo: `confirming detection 12`. */
export function describeReviewChange(
  { verdict, flagged, note }: ReviewChange,
  ids: readonly number[],
): string {
  const what = ids.length === 1 ? `detection ${ids[0]}` : formatQuantity(ids.length, 'detection');
  if (verdict) return verdictPhrases[verdict](what);
  if (verdict === null) return `clearing the verdict of ${what}`;
  if (note !== undefined) return `changing the note of ${what}`;
  return flagged ? `flagging ${what}` : `removing the flag of ${what}`;
}
