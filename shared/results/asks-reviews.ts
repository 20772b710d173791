import type { DetectionFilter } from './detection.ts';

/**
 * Whether reviews have a say in what a filter leaves. Asked of an expression, it may say so too often: a property may
 * have such a name.
 */
export function asksReviews({ verdicts, flagged, expression }: DetectionFilter): boolean {
  return (
    verdicts !== undefined ||
    flagged !== undefined ||
    (expression !== undefined && /verdict|flagged|note|review/.test(expression))
  );
}
