import { useQueries } from '@tanstack/react-query';
import type { DetectionRow } from '../../../../shared/results/detection.ts';
import { unwrap } from '../../../api/failure-error.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../app/app-context.tsx';

/** Detections in one request. */
const partSize = 120;

/** What is known of the detections from place `from` to `to` (exclusive) of `ids`, as far as it has come. */
export function useTileRows(ids: Uint32Array, from: number, to: number): ReadonlyMap<number, DetectionRow> {
  const { api } = useApp();
  const first = Math.floor(from / partSize);
  const last = Math.floor(Math.max(from, to - 1) / partSize);
  const parts = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, index) => {
      const wanted = [...ids.subarray((first + index) * partSize, (first + index + 1) * partSize)];
      return {
        queryKey: queryKeys.detections(wanted),
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          unwrap(await api.results.detections.query(wanted, { signal })),
        enabled: wanted.length > 0,
      };
    }),
  });
  return new Map(parts.flatMap(({ data }) => (data ?? []).map((row) => [row.id, row])));
}
