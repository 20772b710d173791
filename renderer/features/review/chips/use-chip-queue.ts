import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import type { QueuePass } from '../../../../shared/review/queue-pass.ts';
import { useApp } from '../../../context/app-context.tsx';
import { fetchSortedIds } from '../../../context/fetch-ids.ts';
import { useResults } from '../../../context/use-stores.ts';
import { unwrap } from '../../../ui/failure-error.ts';

/** The filtered detections, sorted by image, and the images. */
export type ChipQueue = { readonly ids: Uint32Array; readonly passes: readonly QueuePass[] };

/** The content of the chip grid; undefined while it is loading. */
export function useChipQueue() {
  const { queries } = useApp();
  const filter = useResults((state) => state.filter);
  const ids = useQuery({
    queryKey: [['reviewQueue', 'ids'], filter],
    queryFn: async () => unwrap(await fetchSortedIds(filter, 'pass')),
    placeholderData: keepPreviousData,
  });
  const passes = useQuery(
    queries.reviewQueue.passCounts.queryOptions(filter, { placeholderData: keepPreviousData }),
  );
  const failed = [ids, passes].find(({ error }) => error);
  return {
    queue:
      ids.data && passes.data && haveSameCount(ids.data, passes.data)
        ? { ids: ids.data, passes: passes.data }
        : undefined,
    error: failed?.error ?? null,
    refetch: () => failed?.refetch(),
    filter: filter as DetectionFilter,
  };
}

/** Whether both responses count the same detections; during a fetch one may be newer than the other. */
function haveSameCount(ids: Uint32Array, passes: readonly QueuePass[]): boolean {
  return passes.reduce((sum, { count }) => sum + count, 0) === ids.length;
}
