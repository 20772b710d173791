import type { Result } from '../../shared/result.ts';
import type { DetectionFilter, DetectionPage } from '../../shared/results/detection.ts';
import { fetchPacked } from './fetch-feed.ts';

/** The ids of the detections that a filter leaves, in the order of a table or by image (`pass`). */
export function fetchQueue(
  filter: DetectionFilter,
  order: DetectionPage['sort'] | 'pass',
): Promise<Result<Uint32Array>> {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    ...(order === 'pass' ? { order } : { sort: JSON.stringify(order) }),
  });
  return fetchPacked(`/feed/queue?${query}`, (message) => new Uint32Array(message));
}
