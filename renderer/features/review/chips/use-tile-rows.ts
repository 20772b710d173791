import { useQueries } from '@tanstack/react-query';
import type { DetectionRow } from '../../../../shared/results/detection.ts';
import { useApp } from '../../../context/app-context.tsx';
import { unwrap } from '../../../ui/failure-error.ts';

/** Number of detections in one request. */
const requestSize = 120;

/**
 * The loaded rows of the detections at index `from` to `to` (exclusive) of `ids`. The rows of a queue do not follow
 * reviews: its list has their state from the queue.
 */
export function useTileRows(
  ids: Uint32Array,
  from: number,
  to: number,
  key: 'detections' | 'queueRows' = 'detections',
): ReadonlyMap<number, DetectionRow> {
  const { api } = useApp();
  const first = Math.floor(from / requestSize);
  const last = Math.floor(Math.max(from, to - 1) / requestSize);
  const requests = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, index) => {
      const requestedIds = [
        ...ids.subarray((first + index) * requestSize, (first + index + 1) * requestSize),
      ];
      return {
        queryKey: [['results', key], requestedIds],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          unwrap(await api.results.detections.query(requestedIds, { signal })),
        enabled: requestedIds.length > 0,
      };
    }),
  });
  return new Map(requests.flatMap(({ data }) => (data ?? []).map((row) => [row.id, row])));
}
