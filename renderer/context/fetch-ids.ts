import type { Result } from '../../shared/result.ts';
import type { DetectionFilter, DetectionPageRequest } from '../../shared/results/detection.ts';
import { fetchBinary } from '../map/fetch-feed.ts';

/** The ids of the detections that match a filter, ascending. */
export function fetchIds(filter: DetectionFilter): Promise<Result<Uint32Array>> {
  const query = new URLSearchParams({ filter: JSON.stringify(filter) });
  return fetchBinary(`/feed/ids?${query}`, (message) => new Uint32Array(message));
}

/** The ids of the detections that match a filter, sorted as in the table or by image (`pass`). */
export function fetchSortedIds(
  filter: DetectionFilter,
  order: DetectionPageRequest['sort'] | 'pass',
): Promise<Result<Uint32Array>> {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    ...(order === 'pass' ? { order } : { sort: JSON.stringify(order) }),
  });
  return fetchBinary(`/feed/queue?${query}`, (message) => new Uint32Array(message));
}
