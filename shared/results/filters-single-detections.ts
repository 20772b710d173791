import { describeFilter } from './describe-filter.ts';
import type { DetectionFilter } from './detection.ts';
import { conditionsOfDetections } from './expression/lift-conditions.ts';

/**
 * Whether a filter has members that only a detection has. Records and images in which nothing was found cannot match
 * them.
 */
export function filtersSingleDetections(filter: DetectionFilter): boolean {
  return Object.values(membersOfDetections(filter)).some((member) => member !== undefined);
}

/** The conditions of a filter that images cannot match, such as `confidence ≥ 0.8 · flagged`; null without any. */
export function describeDetectionConditions(filter: DetectionFilter): string | null {
  const expression = conditionsOfDetections(filter.expression) ?? undefined;
  const parts = describeFilter({ ...membersOfDetections(filter), expression });
  return parts.length === 0 ? null : parts.map((part) => part.text).join(' · ');
}

function membersOfDetections(filter: DetectionFilter): DetectionFilter {
  const { places, minConfidence, verdicts, flagged, text, ids, expression } = filter;
  return { places, minConfidence, verdicts, flagged, text, ids, expression };
}
