import { useMediaQuery } from '@mantine/hooks';
import { useDock, useResults, useUi } from '../../app/use-stores.ts';
import { describeFilter } from './describe-filter.ts';

/** Not only after the first drawing. */
const atOnce = { getInitialValueInEffect: false };

/** What the table and charts need, and what the filter's fields and chips take beyond that. */
const heights = { table: 212, chart: 280, grid: 400, filter: 166, chips: 24 } as const;

/** The height of the open dock in CSS pixels: as chosen, else what suits its content and the window. */
export function useDockHeight(): number {
  const chosen = useDock((state) => state.height);
  const kind = useDock(({ tab }) =>
    tab === 'timeline' || tab === 'statistics' ? 'chart' : tab === 'chips' ? 'grid' : 'table',
  );
  const filterOpen = useUi((state) => state.filterOpen);
  // The map must not move under the pointer when a selection begins: its line is taken from the content.
  const hasFilterLine = useHasFilterLine();
  const isTall = useMediaQuery('(min-height: 1000px)', false, atOnce);
  const content = heights[kind] + (isTall ? 88 : 0);
  return chosen ?? content + (filterOpen ? heights.filter : 0) + (hasFilterLine ? heights.chips : 0);
}

/** Whether chips have a line of their own: those of a filter that need one, and a selection with what can be done. */
export function useHasChipLine(): boolean {
  const hasSelection = useResults(({ selectedIds }) => selectedIds.size > 0);
  return useHasFilterLine() || hasSelection;
}

/** One chip alone has room in the title line of a very wide window, beside six tabs. */
function useHasFilterLine(): boolean {
  const isNarrow = useMediaQuery('(max-width: 1850px)', false, atOnce);
  const chips = useResults(({ filter }) => describeFilter(filter).length);
  return chips > (isNarrow ? 0 : 1);
}
