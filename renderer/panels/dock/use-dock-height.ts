import { useDock, useResults, useUi } from '../../app/use-stores.ts';
import { describeFilter } from './describe-filter.ts';

/** What the table and charts need, and what the filter's fields and chips take beyond that. */
const heights = { table: 212, chart: 280, filter: 166, chips: 24 } as const;

/** The height of the open dock in CSS pixels: as chosen, else what suits its content and the window. */
export function useDockHeight(): number {
  const chosen = useDock((state) => state.height);
  const isChart = useDock(({ tab }) => tab === 'timeline' || tab === 'statistics');
  const filterOpen = useUi((state) => state.filterOpen);
  const hasChipLine = useHasChipLine();
  const isTall = window.innerHeight >= 1000;
  const content = (isChart ? heights.chart : heights.table) + (isTall ? 88 : 0);
  return chosen ?? content + (filterOpen ? heights.filter : 0) + (hasChipLine ? heights.chips : 0);
}

/** Whether chips have a line of their own: one alone has room in the title line. */
export function useHasChipLine(): boolean {
  return useResults(
    ({ filter, selectedIds }) => describeFilter(filter).length + (selectedIds.size > 0 ? 1 : 0) > 1,
  );
}
