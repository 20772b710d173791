import type { DetectionFilter } from './detection.ts';

/**
 * Whether a filter has members that only a detection has. Records and images in which nothing was found cannot match
 * them.
 */
export function filtersSingleDetections({
  places,
  minConfidence,
  verdicts,
  flagged,
  text,
  ids,
  expression,
}: DetectionFilter): boolean {
  return [places, minConfidence, verdicts, flagged, text, ids, expression].some(
    (member) => member !== undefined,
  );
}
