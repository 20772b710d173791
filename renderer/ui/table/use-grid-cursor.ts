import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { clickMode, nextIndex, type SelectionMode, selectByKey } from './select-by-key.ts';

/** The rows that Ctrl C copies. */
export type CopiedRows = { readonly offset: number; readonly count: number };

/** The selection of a grid of which several rows can be selected, also rows that are not loaded yet. */
export type GridSelection<Row> = {
  /** `row` is undefined until it is loaded. */
  toggle(index: number, row: Row | undefined): void;
  /** Selects the rows from `anchor` to `index`, in either order. */
  selectRange(anchor: number, index: number): void;
  selectAll(): void;
};

/** The cell of which a menu is opened, and the menu's position in the window. */
export type GridMenuTarget<Row> = {
  readonly row: Row;
  readonly index: number;
  /** The index of the column. */
  readonly column: number;
  readonly x: number;
  readonly y: number;
  /** The click; null if the menu was opened by key. */
  readonly click: MouseEvent | null;
};

export type GridCursorOptions<Row> = {
  /** The prefix of the ids of rows and cells. */
  readonly id: string;
  readonly total: number;
  /** Rows that Page Up and Page Down move. */
  readonly pageStep: number;
  /** Number of columns that the left and right arrow keys move between; absent: none. */
  readonly columnCount?: number;
  /** Scrolls a row into view. */
  readonly show: (index: number) => void;
  readonly rowAt: (index: number) => Row | undefined;
  /** Names the query of the rows: with another one, the cursor's index would be another row. */
  readonly rows: string;
  readonly selection?: GridSelection<Row>;
  /** Called when the cursor is moved to a row, as soon as that is loaded. */
  readonly onRow: (row: Row, mode: SelectionMode) => void;
  /** Null: none is at the cursor. */
  readonly onCopy: (rows: CopiedRows | null) => void;
  readonly onEnter?: (row: Row | undefined) => void;
  readonly onMenu?: (target: GridMenuTarget<Row>) => void;
};

/**
 * The cursor of a grid, and what clicks and keys do with it. Without a `selection`, Ctrl A chooses all rows for Ctrl C,
 * which else copies the one at the cursor.
 */
export function useGridCursor<Row>({
  id,
  total,
  pageStep,
  columnCount = 0,
  show,
  rowAt,
  rows,
  selection,
  onRow,
  onCopy,
  onEnter,
  onMenu,
}: GridCursorOptions<Row>) {
  const [cursor, setCursor] = useState<number | null>(null);
  /** The column of the cursor; null while it is on a row as a whole. */
  const [cursorColumn, setCursorColumn] = useState<number | null>(null);
  const [areAllChosen, setAllChosen] = useState(false);
  /** The index at which a range begins. */
  const anchor = useRef<number | null>(null);
  /** The row that was moved to and is not loaded yet. */
  const pending = useRef<{ readonly index: number; readonly mode: SelectionMode } | null>(null);

  const [cursorRows, setCursorRows] = useState(rows);
  if (rows !== cursorRows) {
    setCursorRows(rows);
    setCursor(null);
    setAllChosen(false);
    anchor.current = null;
    pending.current = null;
  }

  const pendingRow = pending.current === null ? undefined : rowAt(pending.current.index);
  const latestOnRow = useRef(onRow);
  latestOnRow.current = onRow;
  useEffect(() => {
    if (pendingRow === undefined || !pending.current) return;
    const { mode } = pending.current;
    pending.current = null;
    latestOnRow.current(pendingRow, mode);
  }, [pendingRow]);

  /** Moves the cursor to a row, and selects it, toggles it or selects the range from the anchor to it. */
  function select(index: number, mode: SelectionMode): void {
    if (mode === 'range') {
      anchor.current ??= cursor ?? index;
      selection?.selectRange(anchor.current, index);
    } else if (mode !== 'move') anchor.current = index;
    const row = rowAt(index);
    if (mode === 'toggle') selection?.toggle(index, row);
    setCursor(index);
    setAllChosen(false);
    show(index);
    pending.current = row === undefined ? { index, mode } : null;
    if (row !== undefined) onRow(row, mode);
  }

  function copy(): void {
    if (areAllChosen) onCopy({ offset: 0, count: total });
    else onCopy(cursor === null ? null : { offset: cursor, count: 1 });
  }

  function openMenu(index: number, column: number, click: MouseEvent | null): void {
    const row = rowAt(index);
    const box = document.getElementById(cellElementId(id, index, column))?.getBoundingClientRect();
    if (row === undefined || !box || !onMenu) return;
    click?.preventDefault();
    const position = click ? { x: click.clientX, y: click.clientY } : { x: box.left + 8, y: box.bottom };
    onMenu({ row, index, column, click, ...position });
  }

  /** Moves the cursor to the cell before (-1) or after (1) it in its row. */
  function moveSideways(row: number, by: -1 | 1): void {
    const next = Math.min(columnCount - 1, Math.max(0, (cursorColumn ?? -1) + by));
    setCursorColumn(next);
    document
      .getElementById(cellElementId(id, row, next))
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  // Memoized rows need the same functions each time.
  const latest = useRef({ select, openMenu });
  latest.current = { select, openMenu };
  return {
    cursor,
    cursorColumn,
    areAllChosen,
    activeId:
      cursor === null
        ? undefined
        : cursorColumn === null
          ? rowElementId(id, cursor)
          : cellElementId(id, cursor, cursorColumn),
    /** Moves the cursor without more. */
    setCursor(index: number): void {
      pending.current = null;
      setCursor(index);
    },
    /** Whether the row at the cursor is not loaded yet. */
    isAwaiting: () => pending.current !== null,
    onRowClick: useCallback((index: number, event: MouseEvent) => {
      setCursorColumn(null);
      latest.current.select(index, clickMode(event));
    }, []),
    onRowMenu: useCallback((index: number, event: MouseEvent) => {
      const cells = [...event.currentTarget.children];
      const column = cells.findIndex((cell) => cell.contains(event.target as Node));
      latest.current.openMenu(index, Math.max(0, column), event);
    }, []),
    onKeyDown(event: KeyboardEvent): void {
      if (total === 0) return;
      const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
      const isOnGrid = event.target === event.currentTarget && !event.altKey;
      if (by !== null && columnCount > 0 && cursor !== null && isOnGrid) {
        event.preventDefault();
        moveSideways(cursor, by);
        return;
      }
      selectByKey(event, cursor, {
        next: (key) => nextIndex(key, cursor, total, pageStep),
        select,
        toggle:
          selection &&
          ((index) => {
            anchor.current = index;
            selection.toggle(index, rowAt(index));
          }),
        selectAll: selection?.selectAll ?? (() => setAllChosen(true)),
        copy,
        enter: onEnter && ((index) => onEnter(rowAt(index))),
        openMenu: onMenu && ((index) => openMenu(index, cursorColumn ?? 0, null)),
      });
    },
  };
}

/** The id of a row's element. */
export function rowElementId(id: string, index: number): string {
  return `${id}-row-${index}`;
}

/** The id of a cell's element. */
export function cellElementId(id: string, index: number, column: number): string {
  return `${id}-cell-${index}-${column}`;
}
