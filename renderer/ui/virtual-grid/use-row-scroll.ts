import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  centreRow,
  moveScroll,
  type RowLayout,
  type ScrollPlace,
  seenRows,
  showRow,
  stageHeight,
  topPlace,
} from './row-scroll.ts';

/** Rows drawn above and below those that are seen. */
const spareRows = 6;

/** Which rows of a scrolling element are seen and where they stand, for any number of rows of one height. */
export function useRowScroll(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  /** What stays at the top of the element, over the rows. */
  headHeight: number,
) {
  const [viewHeight, setViewHeight] = useState(0);
  const [place, setPlace] = useState<ScrollPlace>(topPlace);
  const current = useRef(place);
  /** The row that was asked for last, until something else is scrolled to. */
  const shown = useRef<number | null>(null);
  const layout: RowLayout = { count, rowHeight, viewHeight };
  const latest = useRef(layout);
  latest.current = layout;

  const goTo = useCallback(
    (next: ScrollPlace) => {
      const element = scroller.current;
      current.current = next;
      setPlace(next);
      if (element && Math.abs(element.scrollTop - next.scrollTop) >= 1) element.scrollTop = next.scrollTop;
    },
    [scroller],
  );

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setViewHeight(Math.max(rowHeight, element.clientHeight - headHeight));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, rowHeight, headHeight]);

  // What comes above the rows, such as the selection's actions, must not push the row out of sight.
  useLayoutEffect(() => {
    if (shown.current === null || shown.current >= latest.current.count) return;
    goTo(showRow(current.current, shown.current, { ...latest.current, viewHeight }));
  }, [viewHeight, goTo]);

  // Fewer or more rows share the same element, so what is seen may have to stand elsewhere in it.
  useEffect(() => {
    const { scrollTop, offset } = current.current;
    goTo(moveScroll({ scrollTop, offset }, scrollTop, { ...latest.current, count }));
  }, [count, goTo]);

  const seen = seenRows(place, layout);
  const { first, last } = seenRows(place, layout, spareRows);
  return {
    stageHeight: stageHeight(layout),
    /** The rows to draw. */
    indexes: Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at),
    /** The rows that are seen, in part or whole. */
    seen,
    /** Where a row stands on the stage, in CSS pixels. */
    topOf: (index: number) => index * rowHeight - place.offset,
    onScroll: () => {
      const element = scroller.current;
      if (!element || Math.abs(element.scrollTop - current.current.scrollTop) < 1) return;
      shown.current = null;
      goTo(moveScroll(current.current, element.scrollTop, latest.current));
    },
    show: (index: number) => {
      shown.current = index;
      goTo(showRow(current.current, index, latest.current));
    },
    centre: (index: number) => {
      shown.current = index;
      goTo(centreRow(index, latest.current));
    },
    toTop: useCallback(() => {
      shown.current = null;
      goTo(topPlace);
    }, [goTo]),
  };
}
