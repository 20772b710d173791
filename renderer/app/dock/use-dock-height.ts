import { useMediaQuery } from '@mantine/hooks';
import { useDock, useResults, useUi } from '../../context/use-stores.ts';
import { describeFilter } from '../../ui/describe-filter.ts';

/** The media query must be evaluated before the first render. */
const initialValueImmediately = { getInitialValueInEffect: false };

/** Pixels for the table and charts, and the additional pixels for the filter's fields and chips. */
const heights = { table: 212, chart: 280, grid: 400, filter: 166, chips: 24 } as const;

/** The height of the open dock in CSS pixels: chosen by the user, else computed from its content and the window. */
export function useDockHeight(): number {
  const chosen = useDock((state) => state.height);
  const kind = useDock(({ tab }) =>
    tab === 'timeline' || tab === 'statistics' ? 'chart' : tab === 'chips' ? 'grid' : 'table',
  );
  const filterOpen = useUi((state) => state.filterOpen);
  // The selection's line does not increase the height: the map must not move under the pointer when it appears.
  const hasFilterChipRow = useNeedsFilterChipRow();
  const isTall = useMediaQuery('(min-height: 1000px)', false, initialValueImmediately);
  const content = heights[kind] + (isTall ? 88 : 0);
  return chosen ?? content + (filterOpen ? heights.filter : 0) + (hasFilterChipRow ? heights.chips : 0);
}

/** Whether chips have a separate line: for a filter that needs one, and for a selection with its actions. */
export function useHasFilterChipRow(): boolean {
  const hasSelection = useResults(({ selectedIds }) => selectedIds.size > 0);
  return useNeedsFilterChipRow() || hasSelection;
}

/** In a very wide window a single chip fits into the title line beside six tabs. */
function useNeedsFilterChipRow(): boolean {
  const isNarrow = useMediaQuery('(max-width: 1850px)', false, initialValueImmediately);
  const chips = useResults(({ filter }) => describeFilter(filter).length);
  return chips > (isNarrow ? 0 : 1);
}
