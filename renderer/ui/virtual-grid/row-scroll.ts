/** What is scrolled: rows of one height under a view. Lengths in CSS pixels. */
export type RowLayout = {
  readonly count: number;
  readonly rowHeight: number;
  /** Of the part that rows are seen in. */
  readonly viewHeight: number;
};

/** Where it stands: what is at `scrollTop` on the stage stands at `scrollTop + offset` of all rows put together. */
export type ScrollPlace = { readonly scrollTop: number; readonly offset: number };

/** The top of the first row. */
export const topPlace: ScrollPlace = { scrollTop: 0, offset: 0 };

/**
 * Tallest element that is made. Chromium draws none above some 33 million pixels, Firefox none above 17 million, and
 * what is placed far down in it loses its fractions.
 */
const tallestStage = 4_000_000;

/** Steps of the wheel are shorter, also when several come in one frame; those of the scroll bar are mostly longer. */
const longStep = 1_000;

/** Height of the element that scrolls: of all rows, or as much of it as a browser can draw. */
export function stageHeight({ count, rowHeight }: RowLayout): number {
  return Math.min(count * rowHeight, tallestStage);
}

/**
 * Where the rows stand once the browser has scrolled to `scrollTop`. Rows that are too many for one element share it
 * in pages: small steps go from row to row as ever, and past a page's end the scroll bar is put back by what was
 * skipped; long steps, by the scroll bar itself, go to the same share of all rows.
 */
export function moveScroll(before: ScrollPlace, scrollTop: number, layout: RowLayout): ScrollPlace {
  const pages = pagesOf(layout);
  if (!pages) return { scrollTop, offset: 0 };
  if (Math.abs(scrollTop - before.scrollTop) < Math.max(longStep, layout.viewHeight)) {
    return placeAt(scrollTop + before.offset, layout);
  }
  const { total, stage, pageHeight, pageCount, skip } = pages;
  const share = (total - layout.viewHeight) / Math.max(1, stage - layout.viewHeight);
  const page = Math.min(pageCount - 1, Math.floor((scrollTop * share) / pageHeight));
  return { scrollTop, offset: Math.round(page * skip) };
}

/** The place nearest to `before` at which a row is seen whole. */
export function showRow(before: ScrollPlace, index: number, layout: RowLayout): ScrollPlace {
  const top = index * layout.rowHeight;
  const seen = before.scrollTop + before.offset;
  if (top < seen) return placeAt(top, layout);
  const bottom = top + layout.rowHeight;
  return bottom > seen + layout.viewHeight ? placeAt(bottom - layout.viewHeight, layout) : before;
}

/** The place at which a row stands in the middle of the view. */
export function centreRow(index: number, layout: RowLayout): ScrollPlace {
  return placeAt(index * layout.rowHeight - (layout.viewHeight - layout.rowHeight) / 2, layout);
}

/** The first and last row of which something is seen, with `spare` more on either side; last < first without rows. */
export function seenRows(
  { scrollTop, offset }: ScrollPlace,
  { count, rowHeight, viewHeight }: RowLayout,
  spare = 0,
): { readonly first: number; readonly last: number } {
  const top = scrollTop + offset;
  return {
    first: Math.max(0, Math.min(count - 1, Math.floor(top / rowHeight)) - spare),
    last: Math.min(count - 1, Math.ceil((top + viewHeight) / rowHeight) - 1 + spare),
  };
}

function placeAt(top: number, layout: RowLayout): ScrollPlace {
  const total = layout.count * layout.rowHeight;
  const y = Math.min(Math.max(0, top), Math.max(0, total - layout.viewHeight));
  const pages = pagesOf(layout);
  if (!pages) return { scrollTop: y, offset: 0 };
  const page = Math.min(pages.pageCount - 1, Math.floor(y / pages.pageHeight));
  const offset = Math.round(page * pages.skip);
  return { scrollTop: y - offset, offset };
}

/** How rows share the stage; null when they all have room. */
function pagesOf(layout: RowLayout) {
  const total = layout.count * layout.rowHeight;
  const stage = stageHeight(layout);
  if (total <= stage) return null;
  const pageHeight = stage / 100;
  const pageCount = Math.floor(total / pageHeight);
  return { total, stage, pageHeight, pageCount, skip: (total - stage) / (pageCount - 1) };
}
