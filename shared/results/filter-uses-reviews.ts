import type { DetectionFilter } from './detection.ts';

/**
 * Whether the result of a filter may depend on reviews. For expressions there are false positives, because a property
 * may have such a name.
 */
export function filterUsesReviews({ verdicts, flagged, expression }: DetectionFilter): boolean {
  return (
    verdicts !== undefined ||
    flagged !== undefined ||
    (expression !== undefined && /verdict|flagged|note|review/.test(expression))
  );
}
