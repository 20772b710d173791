import type { ExportScopeInput } from '../../shared/exchange/export-request.ts';
import { describeFilter } from '../../shared/results/describe-filter.ts';
import { useFilteredCounts } from './use-filtered-counts.ts';
import { useWorkspaceCounts } from './use-live-queries.ts';
import { useResults } from './use-stores.ts';

/** One choice of what is exported. */
export type ScopeChoice = {
  readonly kind: ExportScopeInput['kind'];
  readonly title: string;
  readonly size: number;
  /** More about it, or why it cannot be chosen. */
  readonly remark: string | undefined;
  readonly enabled: boolean;
  scope(): ExportScopeInput;
};

/** All, filtered and selected detections, with how many each is. */
export function useExportScopes(): readonly ScopeChoice[] {
  const filter = useResults((state) => state.filter);
  const selectedIds = useResults((state) => state.selectedIds);
  const counts = useWorkspaceCounts();
  const filtered = useFilteredCounts();
  const parts = describeFilter(filter).map(({ text }) => text);
  return [
    {
      kind: 'all',
      title: 'All',
      size: counts.state === 'ready' ? counts.value.detections : 0,
      remark: undefined,
      enabled: true,
      scope: () => ({ kind: 'all' }),
    },
    {
      kind: 'filter',
      title: 'Filtered',
      size: filtered.data?.detections ?? 0,
      remark: parts.join(' · ') || 'No filter is set.',
      enabled: parts.length > 0,
      scope: () => ({ kind: 'filter', filter }),
    },
    {
      kind: 'ids',
      title: 'Selected',
      size: selectedIds.size,
      remark:
        selectedIds.size === 0 ? 'Select rows in the table with Ctrl, Shift or Space first.' : undefined,
      enabled: selectedIds.size > 0,
      scope: () => ({ kind: 'ids', ids: [...selectedIds] }),
    },
  ];
}
