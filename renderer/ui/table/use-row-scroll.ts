import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

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

/** The scrolled rows, all of the same height, and the visible area. Lengths in CSS pixels. */
export type RowLayout = {
  readonly count: number;
  readonly rowHeight: number;
  /** Height of the visible area. */
  readonly viewHeight: number;
};

/** A scroll position: `scrollTop` on the stage corresponds to `scrollTop + offset` in the full height of all rows. */
export type ScrollPosition = { readonly scrollTop: number; readonly offset: number };

/** The top of the first row. */
export const topPosition: ScrollPosition = { scrollTop: 0, offset: 0 };

/**
 * Maximum height of the scrolling element in CSS pixels. Chromium draws no element above some 33 million pixels,
 * Firefox none above 17 million. Both round positions far down.
 */
const maxStageHeight = 4_000_000;

/** Scroll distance above which the scroll bar was dragged. Wheel steps are shorter, even several in one frame. */
const jumpThreshold = 1_000;

/** Height of the scrolling element: that of all rows, or the maximum that browsers can draw. */
export function stageHeight({ count, rowHeight }: RowLayout): number {
  return Math.min(count * rowHeight, maxStageHeight);
}

/**
 * The scroll position after the browser has scrolled to `scrollTop`. Rows that exceed the maximum height share the
 * element in sections. Small steps scroll from row to row; at the end of a section `scrollTop` is reset and `offset`
 * changed by the same amount. Long steps, by the scroll bar, go to the proportional position among all rows.
 */
export function applyScroll(before: ScrollPosition, scrollTop: number, layout: RowLayout): ScrollPosition {
  const pages = stagePages(layout);
  if (!pages) return { scrollTop, offset: 0 };
  if (Math.abs(scrollTop - before.scrollTop) < Math.max(jumpThreshold, layout.viewHeight)) {
    return positionAt(scrollTop + before.offset, layout);
  }
  const { total, stage, pageHeight, pageCount, skip } = pages;
  const share = (total - layout.viewHeight) / Math.max(1, stage - layout.viewHeight);
  const page = Math.min(pageCount - 1, Math.floor((scrollTop * share) / pageHeight));
  return { scrollTop, offset: Math.round(page * skip) };
}

/** The scroll position nearest to `before` at which a row is fully visible. */
export function revealRow(before: ScrollPosition, index: number, layout: RowLayout): ScrollPosition {
  const top = index * layout.rowHeight;
  const visibleTop = before.scrollTop + before.offset;
  if (top < visibleTop) return positionAt(top, layout);
  const bottom = top + layout.rowHeight;
  return bottom > visibleTop + layout.viewHeight ? positionAt(bottom - layout.viewHeight, layout) : before;
}

/** The scroll position that centers a row. */
export function centerRow(index: number, layout: RowLayout): ScrollPosition {
  return positionAt(index * layout.rowHeight - (layout.viewHeight - layout.rowHeight) / 2, layout);
}

/** The first and last row that is at least partly visible, and `spare` more on each side; last < first without rows. */
export function visibleRows(
  { scrollTop, offset }: ScrollPosition,
  { count, rowHeight, viewHeight }: RowLayout,
  spare = 0,
): { readonly first: number; readonly last: number } {
  const top = scrollTop + offset;
  return {
    first: Math.max(0, Math.min(count - 1, Math.floor(top / rowHeight)) - spare),
    last: Math.min(count - 1, Math.ceil((top + viewHeight) / rowHeight) - 1 + spare),
  };
}

function positionAt(top: number, layout: RowLayout): ScrollPosition {
  const total = layout.count * layout.rowHeight;
  const y = Math.min(Math.max(0, top), Math.max(0, total - layout.viewHeight));
  const pages = stagePages(layout);
  if (!pages) return { scrollTop: y, offset: 0 };
  const page = Math.min(pages.pageCount - 1, Math.floor(y / pages.pageHeight));
  const offset = Math.round(page * pages.skip);
  return { scrollTop: y - offset, offset };
}

/** The division of the rows into pages; null when all fit. */
function stagePages(layout: RowLayout) {
  const total = layout.count * layout.rowHeight;
  const stage = stageHeight(layout);
  if (total <= stage) return null;
  const pageHeight = stage / 100;
  const pageCount = Math.floor(total / pageHeight);
  return { total, stage, pageHeight, pageCount, skip: (total - stage) / (pageCount - 1) };
}
