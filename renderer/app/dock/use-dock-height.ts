import { useMediaQuery } from '@mantine/hooks';
import { useDock } from '../../context/use-stores.ts';

/** The media query must be evaluated before the first render. */
const initialValueImmediately = { getInitialValueInEffect: false };

/** Pixels for the table, charts and chips. */
const heights = { table: 212, chart: 280, grid: 400 } as const;

/** The height of the open dock in CSS pixels: chosen by the user, else computed from its content and the window. */
export function useDockHeight(): number {
  const chosen = useDock((state) => state.height);
  const kind = useDock(({ tab }) =>
    tab === 'timeline' || tab === 'statistics' ? 'chart' : tab === 'chips' ? 'grid' : 'table',
  );
  const isTall = useMediaQuery('(min-height: 1000px)', false, initialValueImmediately);
  return chosen ?? heights[kind] + (isTall ? 88 : 0);
}
