import type { Result } from '../../shared/result.ts';
import type { DetectionFilter } from '../../shared/results/detection.ts';
import { fetchBinary } from '../map/fetch-feed.ts';

/** The ids of the detections that match a filter, ascending. */
export function fetchIds(filter: DetectionFilter): Promise<Result<Uint32Array>> {
  const query = new URLSearchParams({ filter: JSON.stringify(filter) });
  return fetchBinary(`/feed/ids?${query}`, (message) => new Uint32Array(message));
}
