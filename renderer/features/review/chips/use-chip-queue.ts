import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import type { QueuePass } from '../../../../shared/review/queue-pass.ts';
import { unwrap } from '../../../api/failure-error.ts';
import { fetchQueue } from '../../../api/fetch-queue.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useResults } from '../../../app/use-stores.ts';

/** The detections that the filter leaves by image, and their images. */
export type ChipQueue = { readonly ids: Uint32Array; readonly passes: readonly QueuePass[] };

/** What the grid of chips shows; undefined while it is not known. */
export function useChipQueue() {
  const { api } = useApp();
  const filter = useResults((state) => state.filter);
  const ids = useQuery({
    queryKey: queryKeys.chipIds(filter),
    queryFn: async () => unwrap(await fetchQueue(filter, 'pass')),
    placeholderData: keepPreviousData,
  });
  const passes = useQuery({
    queryKey: queryKeys.chipPasses(filter),
    queryFn: async ({ signal }) => unwrap(await api.reviewQueue.passes.query(filter, { signal })),
    placeholderData: keepPreviousData,
  });
  const failed = [ids, passes].find(({ error }) => error);
  return {
    queue:
      ids.data && passes.data && isOne(ids.data, passes.data)
        ? { ids: ids.data, passes: passes.data }
        : undefined,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
    filter: filter as DetectionFilter,
  };
}

/** Whether both answers tell of the same detections; while results come one may be newer than the other. */
function isOne(ids: Uint32Array, passes: readonly QueuePass[]): boolean {
  return passes.reduce((sum, { count }) => sum + count, 0) === ids.length;
}
