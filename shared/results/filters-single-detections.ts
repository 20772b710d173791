import { describeFilter } from './describe-filter.ts';
import type { DetectionFilter } from './detection.ts';
import { conditionsOfDetections } from './expression/lift-conditions.ts';

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

/** The conditions of a filter that images cannot match, such as `confidence ≥ 0.8 · flagged`; null without any. */
export function describeDetectionConditions({
  places,
  minConfidence,
  verdicts,
  flagged,
  text,
  ids,
  expression,
}: DetectionFilter): string | null {
  const parts = describeFilter({
    ...{ places, minConfidence, verdicts, flagged, text, ids },
    expression: conditionsOfDetections(expression) ?? undefined,
  });
  return parts.length === 0 ? null : parts.map((part) => part.text).join(' · ');
}
