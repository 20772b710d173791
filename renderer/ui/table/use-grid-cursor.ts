import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { clickMode, nextIndex, type SelectionMode, selectByKey } from './select-by-key.ts';
import type { useVirtualGrid } from './virtual-grid.tsx';

/** The rows that Ctrl C copies. */
export type CopiedRows = { readonly offset: number; readonly count: number };

/** The selection of a grid of which several rows can be selected, also rows that are not loaded yet. */
export type GridSelection = {
  toggle(index: number): void;
  /** Selects the rows from `anchor` to `index`, in either order. */
  selectRange(anchor: number, index: number): void;
  selectAll(): void;
};

/**
 * The cursor of a virtual grid, and what clicks and keys do with it. Without a `selection`, Ctrl A chooses all rows for
 * Ctrl C, which else copies the one at the cursor.
 */
export function useGridCursor<Row>({
  grid: { total, pageStep, show },
  rowAt,
  rows,
  selection,
  onRow,
  onCopy,
  onEnter,
  onMenu,
}: {
  readonly grid: Pick<ReturnType<typeof useVirtualGrid>, 'total' | 'pageStep' | 'show'>;
  readonly rowAt: (index: number) => Row | undefined;
  /** Names the query of the rows: with another one, the cursor's index would be another row. */
  readonly rows: string;
  readonly selection?: GridSelection;
  /** Called when the cursor is moved to a row, as soon as that is loaded. */
  readonly onRow: (row: Row, mode: SelectionMode) => void;
  /** Null: none is at the cursor. */
  readonly onCopy: (rows: CopiedRows | null) => void;
  readonly onEnter?: (index: number) => void;
  readonly onMenu?: (index: number) => void;
}) {
  const [cursor, setCursor] = useState<number | null>(null);
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
    if (mode === 'toggle') selection?.toggle(index);
    setCursor(index);
    setAllChosen(false);
    show(index);
    const row = rowAt(index);
    pending.current = row === undefined ? { index, mode } : null;
    if (row !== undefined) onRow(row, mode);
  }

  function copy(): void {
    if (areAllChosen) onCopy({ offset: 0, count: total });
    else onCopy(cursor === null ? null : { offset: cursor, count: 1 });
  }

  // Memoized rows need the same function each time.
  const latestSelect = useRef(select);
  latestSelect.current = select;
  return {
    cursor,
    areAllChosen,
    /** Moves the cursor without more. */
    setCursor(index: number): void {
      pending.current = null;
      setCursor(index);
    },
    /** Whether the row at the cursor is not loaded yet. */
    isAwaiting: () => pending.current !== null,
    onRowClick: useCallback(
      (index: number, event: MouseEvent) => latestSelect.current(index, clickMode(event)),
      [],
    ),
    onKeyDown(event: KeyboardEvent): void {
      if (total === 0) return;
      selectByKey(event, cursor, {
        next: (key) => nextIndex(key, cursor, total, pageStep),
        select,
        toggle:
          selection &&
          ((index) => {
            anchor.current = index;
            selection.toggle(index);
          }),
        selectAll: selection?.selectAll ?? (() => setAllChosen(true)),
        copy,
        enter: onEnter,
        openMenu: onMenu,
      });
    },
  };
}
