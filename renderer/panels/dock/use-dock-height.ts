import { useDock, useUi } from '../../app/use-stores.ts';

/** What the table needs, what charts need beyond that, and the filter's fields. */
const heights = { table: 212, chart: 280, filter: 104 } as const;

/** The height of the open dock in CSS pixels: as chosen, else what suits its content and the window. */
export function useDockHeight(): number {
  const chosen = useDock((state) => state.height);
  const isChart = useDock(({ tab }) => tab === 'timeline' || tab === 'statistics');
  const filterOpen = useUi((state) => state.filterOpen);
  const isTall = window.innerHeight >= 1000;
  const content = (isChart ? heights.chart : heights.table) + (isTall ? 88 : 0);
  return chosen ?? content + (filterOpen ? heights.filter : 0);
}
