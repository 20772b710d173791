import type { QueryKey } from '@tanstack/react-query';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useContext,
  useMemo,
  useRef,
} from 'react';
import { QueryState } from '../query-state.tsx';
import { type FittedColumn, fitColumns } from './fit-columns.ts';
import { HeadCell, type HeadCellProps } from './head-cell.tsx';
import { RowHeight } from './row-height.ts';
import styles from './table.module.css';
import { type Column, type RowAttributes, shownCells } from './table.tsx';
import { cellElementId, type GridCursorOptions, rowElementId, useGridCursor } from './use-grid-cursor.ts';
import { type RowPagesOptions, useRowPages } from './use-row-pages.ts';
import { useRowScroll } from './use-row-scroll.ts';

/** CSS pixels; must equal the height in `table.module.css`. */
const headerHeight = 26;

/** A column of a grid: what `Column` has, its width, and the field by which a click on its head sorts. */
export type GridColumn<Row, Field extends string = string> = Column<Row> &
  FittedColumn & {
    /** Names the column where rows are sorted by it. */
    readonly field?: Field;
    readonly isNumeric?: boolean;
  };

/** The rows of a grid, its scroll position and its cursor; it is passed to `RowGrid`. */
export function useRowGrid<Row, Key extends QueryKey>({
  total,
  overscanRows,
  isHeld,
  pageQuery,
  ...cursorOptions
}: Omit<RowPagesOptions<Row, Key>, 'first' | 'last'> &
  Omit<GridCursorOptions<Row>, 'pageStep' | 'show' | 'rowAt'>) {
  const scroller = useRef<HTMLTableElement>(null);
  const rowHeight = useContext(RowHeight);
  const scroll = useRowScroll(scroller, total, rowHeight, headerHeight);
  const { first, last } = scroll.seen;
  const pages = useRowPages({ total, first, last, overscanRows, isHeld, pageQuery });
  const cursor = useGridCursor({
    ...cursorOptions,
    total,
    pageStep: Math.max(1, last - first - 1),
    show: scroll.show,
    rowAt: pages.rowAt,
  });
  return { ...scroll, ...pages, ...cursor, id: cursorOptions.id, scroller, total, rowHeight };
}

/**
 * An ARIA grid with any number of rows, of which only the visible ones are rendered. The grid is one focus stop; the
 * row or cell at the cursor is its active descendant.
 */
export function RowGrid<Row, Field extends string = string>({
  grid,
  label,
  columns,
  useRowAttributes,
  onRowClick = grid.onRowClick,
  onKeyDown = grid.onKeyDown,
  onPointerEnter,
  onPointerLeave,
  ...head
}: {
  readonly grid: ReturnType<typeof useRowGrid<Row, QueryKey>>;
  readonly label: string;
  readonly columns: readonly GridColumn<Row, Field>[];
  /** Returns the attributes of a row, undefined until it is loaded; it may use hooks. */
  readonly useRowAttributes: (row: Row | undefined) => RowAttributes;
  readonly onRowClick?: (index: number, event: MouseEvent) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onPointerEnter?: () => void;
  readonly onPointerLeave?: () => void;
} & Omit<HeadCellProps<Field>, 'column'>) {
  const { id, viewWidth, cursor, cursorColumn } = grid;
  const fitted = useMemo(() => fitColumns(columns, viewWidth), [columns, viewWidth]);
  const { template, minWidth } = fitted.tracks;
  return (
    <div className={styles.gridFrame}>
      <QueryState query={{ error: grid.error, refetch: grid.retry }} />
      <table
        ref={grid.scroller}
        className={styles.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid pattern is built on a table
        role="grid"
        tabIndex={0}
        data-region="table"
        aria-label={label}
        aria-rowcount={grid.total + 1}
        aria-colcount={fitted.columns.length}
        aria-multiselectable
        aria-activedescendant={grid.activeId}
        onKeyDown={onKeyDown}
        onScroll={grid.onScroll}
        onPointerEnter={onPointerEnter}
        onPointerLeave={onPointerLeave}
      >
        <thead className={styles.gridHead} style={{ minWidth }}>
          <tr className={styles.headRow} aria-rowindex={1} style={{ gridTemplateColumns: template }}>
            {fitted.columns.map((column) => (
              <HeadCell key={column.field ?? column.title} column={column} {...head} />
            ))}
          </tr>
        </thead>
        <tbody
          className={styles.rows}
          style={
            { height: grid.stageHeight, minWidth, '--row-height': `${grid.rowHeight}px` } as CSSProperties
          }
        >
          {grid.indexes.map((index) => (
            <GridRow
              key={index}
              gridId={id}
              index={index}
              top={grid.topOf(index)}
              row={grid.rowAt(index)}
              columns={fitted.columns}
              template={template}
              isCursor={cursor === index}
              cursorColumn={cursor === index ? cursorColumn : null}
              useRowAttributes={useRowAttributes}
              onClick={onRowClick}
              onMenu={grid.onRowMenu}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type GridRowProps<Row> = {
  readonly gridId: string;
  readonly index: number;
  /** Distance from the top of the rows in CSS pixels. */
  readonly top: number;
  readonly row: Row | undefined;
  readonly columns: readonly GridColumn<Row>[];
  /** CSS grid tracks. */
  readonly template: string;
  readonly isCursor: boolean;
  readonly cursorColumn: number | null;
  readonly useRowAttributes: (row: Row | undefined) => RowAttributes;
  readonly onClick: (index: number, event: MouseEvent) => void;
  readonly onMenu: (index: number, event: MouseEvent) => void;
};

/** A row of a grid; blank until it is loaded. */
const GridRow = memo(function GridRow<Row>({
  gridId,
  index,
  top,
  row,
  columns,
  template,
  isCursor,
  cursorColumn,
  useRowAttributes,
  onClick,
  onMenu,
}: GridRowProps<Row>) {
  const cells =
    row === undefined
      ? columns.map((column, at) => ({ column, index: at, span: undefined }))
      : shownCells(columns, row);
  return (
    <tr
      id={rowElementId(gridId, index)}
      className={styles.row}
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      data-cursor={isCursor || undefined}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
      onMouseDown={(event) => {
        // Without this, a Shift click would select text.
        if (event.shiftKey) event.preventDefault();
      }}
      onClick={(event) => onClick(index, event)}
      onContextMenu={(event) => onMenu(index, event)}
      {...useRowAttributes(row)}
    >
      {cells.map(({ column, index: at, span }) => (
        <td
          key={column.field ?? column.title}
          id={cellElementId(gridId, index, at)}
          className={styles.cell}
          colSpan={span}
          style={span === undefined ? undefined : { gridColumn: `span ${span}` }}
          data-numeric={column.isNumeric || undefined}
          data-cursor={cursorColumn === at || undefined}
        >
          {row === undefined ? '' : column.cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: GridRowProps<Row>) => React.ReactNode;
