import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useRef,
} from 'react';
import { QueryState } from '../query-state.tsx';
import { RowHeight } from './row-height.ts';
import styles from './table.module.css';
import { useRowScroll } from './use-row-scroll.ts';

/** CSS pixels; must equal the height in `table.module.css`. */
const headerHeight = 26;

/** CSS grid tracks of a grid's columns, and their minimum total width. */
export type GridTracks = { readonly template: string; readonly minWidth: number };

/** The scroll state of a virtual grid with `total` rows; it is passed to `VirtualGrid`. */
export function useVirtualGrid(total: number) {
  const scroller = useRef<HTMLTableElement>(null);
  const rowHeight = useContext(RowHeight);
  const scroll = useRowScroll(scroller, total, rowHeight, headerHeight);
  return {
    ...scroll,
    scroller,
    total,
    rowHeight,
    /** Rows that Page Up and Page Down move. */
    pageStep: Math.max(1, scroll.seen.last - scroll.seen.first - 1),
  };
}

/**
 * An ARIA grid with any number of rows, of which only the visible ones are rendered. The grid is one focus stop; the
 * row or cell at the cursor is its active descendant. The caller manages the cursor and the keys, and renders the
 * rows.
 */
export function VirtualGrid({
  grid: { scroller, total, rowHeight, stageHeight, indexes, topOf, onScroll },
  label,
  tracks,
  header,
  row,
  columnCount,
  isMultiselectable = false,
  activeId,
  loading,
  onKeyDown,
  onPointerLeave,
}: {
  readonly grid: ReturnType<typeof useVirtualGrid>;
  readonly label: string;
  readonly tracks: GridTracks;
  /** The header cells. */
  readonly header: ReactNode;
  /** The row with an index; `top` is its distance from the top of the rows in CSS pixels. It needs a key. */
  readonly row: (index: number, top: number) => ReactNode;
  readonly columnCount?: number;
  readonly isMultiselectable?: boolean;
  readonly activeId: string | undefined;
  /** Reason why rows could not be loaded, if so. */
  readonly loading: { readonly error: unknown; readonly retry: () => void };
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerLeave?: () => void;
}) {
  return (
    <div className={styles.gridFrame}>
      <QueryState query={{ error: loading.error, refetch: loading.retry }} />
      <table
        ref={scroller}
        className={styles.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid pattern is built on a table
        role="grid"
        tabIndex={0}
        data-region="table"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-colcount={columnCount}
        aria-multiselectable={isMultiselectable || undefined}
        aria-activedescendant={activeId}
        onKeyDown={onKeyDown}
        onScroll={onScroll}
        onPointerLeave={onPointerLeave}
      >
        <thead className={styles.gridHead} style={{ minWidth: tracks.minWidth }}>
          <tr className={styles.headRow} aria-rowindex={1} style={{ gridTemplateColumns: tracks.template }}>
            {header}
          </tr>
        </thead>
        <tbody
          className={styles.rows}
          style={
            {
              height: stageHeight,
              minWidth: tracks.minWidth,
              '--row-height': `${rowHeight}px`,
            } as CSSProperties
          }
        >
          {indexes.map((index) => row(index, topOf(index)))}
        </tbody>
      </table>
    </div>
  );
}

/** A row of a virtual grid, or its place while it is not loaded. */
export function GridRow({
  index,
  top,
  template,
  isLoaded,
  isCursor,
  isFocused,
  ...attributes
}: ComponentProps<'tr'> & {
  readonly index: number;
  /** Distance from the top of the rows in CSS pixels. */
  readonly top: number;
  readonly template: string;
  readonly isLoaded: boolean;
  readonly isCursor: boolean;
  readonly isFocused?: boolean;
}) {
  return (
    <tr
      className={styles.row}
      aria-rowindex={index + 2}
      aria-busy={!isLoaded || undefined}
      data-cursor={isCursor || undefined}
      data-focused={isFocused || undefined}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
      {...attributes}
    />
  );
}
