import type { DetectionFilter } from '../../shared/results/detection.ts';

/** The URL of the footprints of all images that match a filter. */
export function coverageUrl(filter: DetectionFilter): string {
  return `/feed/coverage?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
}
