import type { DetectionFilter } from '../../shared/results/detection.ts';

/** Where the footprints of the images are to be had that a filter leaves. */
export function coverageUrl(filter: DetectionFilter): string {
  return `/feed/coverage?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
}
