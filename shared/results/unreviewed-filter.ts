import type { DetectionFilter } from './detection.ts';

/** A filter of the detections that match another one and have no verdict. */
export function unreviewedFilter(filter: DetectionFilter): DetectionFilter {
  const states = filter.verdicts ?? ['unreviewed'];
  return { ...filter, verdicts: states.filter((state) => state === 'unreviewed') };
}
