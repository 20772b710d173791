import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  applyScroll,
  centerRow,
  type RowLayout,
  revealRow,
  type ScrollPosition,
  stageHeight,
  topPosition,
  visibleRows,
} from './row-scroll.ts';

/** Number of rows drawn above and below the visible ones. */
const overscanRows = 6;

/** The visible rows of a scrolling element and their positions, for any number of rows of equal height. */
export function useRowScroll(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  /** Height of the header that stays at the top of the element, over the rows. */
  headHeight: number,
) {
  const [viewHeight, setViewHeight] = useState(0);
  const [viewWidth, setViewWidth] = useState(0);
  const [position, setPosition] = useState<ScrollPosition>(topPosition);
  const current = useRef(position);
  /** The row that was last revealed, until the user scrolls. */
  const revealed = useRef<number | null>(null);
  const layout: RowLayout = { count, rowHeight, viewHeight };
  const latest = useRef(layout);
  latest.current = layout;

  const goTo = useCallback(
    (next: ScrollPosition) => {
      // Reading the position of the element would make the browser lay out the page within the key press.
      if (next === current.current) return;
      const element = scroller.current;
      current.current = next;
      setPosition(next);
      if (element && Math.abs(element.scrollTop - next.scrollTop) >= 1) element.scrollTop = next.scrollTop;
    },
    [scroller],
  );

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      setViewHeight(Math.max(rowHeight, element.clientHeight - headHeight));
      setViewWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, rowHeight, headHeight]);

  // Content that appears above the rows, such as the selection's actions, must not move the revealed row out of view.
  useLayoutEffect(() => {
    if (revealed.current === null || revealed.current >= latest.current.count) return;
    goTo(revealRow(current.current, revealed.current, { ...latest.current, viewHeight }));
  }, [viewHeight, goTo]);

  // A changed row count changes the scroll mapping.
  useEffect(() => {
    const { scrollTop, offset } = current.current;
    goTo(applyScroll({ scrollTop, offset }, scrollTop, { ...latest.current, count }));
  }, [count, goTo]);

  const seen = visibleRows(position, layout);
  const { first, last } = visibleRows(position, layout, overscanRows);
  return {
    stageHeight: stageHeight(layout),
    /** The width for the rows in CSS pixels; 0 until it is measured. */
    viewWidth,
    /** The rows to draw. */
    indexes: Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at),
    /** The rows that are at least partly visible. */
    seen,
    /** The top of a row on the stage, in CSS pixels. */
    topOf: (index: number) => index * rowHeight - position.offset,
    onScroll: () => {
      const element = scroller.current;
      if (!element || Math.abs(element.scrollTop - current.current.scrollTop) < 1) return;
      revealed.current = null;
      goTo(applyScroll(current.current, element.scrollTop, latest.current));
    },
    show: (index: number) => {
      revealed.current = index;
      goTo(revealRow(current.current, index, latest.current));
    },
    center: (index: number) => {
      revealed.current = index;
      goTo(centerRow(index, latest.current));
    },
    toTop: useCallback(() => {
      revealed.current = null;
      goTo(topPosition);
    }, [goTo]),
  };
}
