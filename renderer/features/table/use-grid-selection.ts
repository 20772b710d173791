import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import { useApp } from '../../context/app-context.tsx';
import { toFailure } from '../../ui/failure-error.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { nextIndex } from '../../ui/virtual-grid/next-index.ts';
import type { CellMenuTarget } from './cell-menu.tsx';
import type { DetectionColumn } from './detection-columns.tsx';
import { cellElementId, rowElementId } from './detection-grid-row.tsx';
import { texts } from './texts.ts';
import { type DetectionQuery, useReadRows } from './use-detection-pages.ts';

/** Maximum number of rows that one Shift click selects. */
const maxRange = 20_000;

/**
 * The table's cursor, and what clicks and keys do with it. Moving the cursor focuses its detection; Ctrl or Space
 * selects it, Shift selects everything from the last selected row. Left and right move between cells.
 */
export function useGridSelection({
  query,
  total,
  columns,
  rowAt,
  pageStep,
  scrollTo,
  onMenu,
}: {
  readonly query: DetectionQuery;
  readonly total: number;
  readonly columns: readonly DetectionColumn[];
  readonly rowAt: (index: number) => DetectionRow | undefined;
  /** Rows that Page Up and Page Down move. */
  readonly pageStep: number;
  readonly scrollTo: (index: number) => void;
  readonly onMenu: (target: CellMenuTarget) => void;
}) {
  const { commands } = useApp();
  const [cursor, setCursor] = useState<number | null>(null);
  const [column, setColumn] = useState<number | null>(null);
  const { anchor, toggle, selectRange } = useRowSelection(query, rowAt);
  const { focusRow, isAwaiting } = useFocusRow(rowAt);

  // With another filter or sort, the cursor's index is another row.
  const queryText = JSON.stringify(query);
  const [cursorQuery, setCursorQuery] = useState(queryText);
  if (queryText !== cursorQuery) {
    setCursorQuery(queryText);
    setCursor(null);
    anchor.current = null;
  }

  function moveTo(index: number): void {
    setCursor(index);
    focusRow(index);
  }

  function onRowClick(index: number, event: MouseEvent): void {
    setColumn(null);
    if (event.shiftKey) void selectRange(anchor.current ?? cursor ?? index, index);
    else if (event.ctrlKey || event.metaKey) void toggle(index);
    else anchor.current = index;
    moveTo(index);
  }

  function openMenu(): void {
    if (cursor === null) return;
    const row = rowAt(cursor);
    const cell = columns[column ?? 0];
    const box = document.getElementById(cellElementId(cursor, column ?? 0))?.getBoundingClientRect();
    if (row && cell && box) onMenu({ row, column: cell, x: box.left + 8, y: box.bottom });
  }

  function handleControlKey(key: string): boolean {
    if (key === 'a') commands.run('results.select-filtered');
    else if (key === 'c') commands.run('results.copy-rows');
    else return false;
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Buttons in the header handle their keys.
    if (event.target !== event.currentTarget || total === 0) return;
    if ((event.ctrlKey || event.metaKey) && handleControlKey(event.key.toLowerCase())) {
      event.preventDefault();
      return;
    }
    if (event.altKey) return;
    if (event.key === ' ' && cursor !== null) {
      event.preventDefault();
      void toggle(cursor);
      return;
    }
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      event.preventDefault();
      openMenu();
      return;
    }
    const sideways = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (sideways !== 0 && cursor !== null) {
      event.preventDefault();
      const next = Math.min(columns.length - 1, Math.max(0, (column ?? -1) + sideways));
      setColumn(next);
      document
        .getElementById(cellElementId(cursor, next))
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      return;
    }
    const target = nextIndex(event.key, cursor, total, pageStep);
    if (target === null) return;
    event.preventDefault();
    if (event.shiftKey) void selectRange(anchor.current ?? cursor ?? target, target);
    else anchor.current = target;
    moveTo(target);
    scrollTo(target);
  }

  // The rows are memoized, so the function passed to them must stay the same.
  const latestRowClick = useRef(onRowClick);
  latestRowClick.current = onRowClick;
  return {
    cursor,
    column,
    setCursor,
    isAwaiting,
    activeId:
      cursor === null ? undefined : column === null ? rowElementId(cursor) : cellElementId(cursor, column),
    onRowClick: useCallback((index: number, event: MouseEvent) => latestRowClick.current(index, event), []),
    onKeyDown,
  };
}

/** Focuses the detection of a row, once it is loaded. */
function useFocusRow(rowAt: (index: number) => DetectionRow | undefined) {
  const { results } = useApp().stores;
  const pendingIndex = useRef<number | null>(null);
  const pendingRow = pendingIndex.current === null ? undefined : rowAt(pendingIndex.current);
  useEffect(() => {
    if (!pendingRow) return;
    pendingIndex.current = null;
    results.getState().focus(pendingRow.id);
  }, [pendingRow, results]);
  return {
    focusRow(index: number) {
      const row = rowAt(index);
      pendingIndex.current = row ? null : index;
      if (row) results.getState().focus(row.id);
    },
    /** Whether the row is not loaded yet. */
    isAwaiting: () => pendingIndex.current !== null,
  };
}

/** Selects rows that may not be loaded yet. `anchor` is the index at which the next range starts. */
function useRowSelection(query: DetectionQuery, rowAt: (index: number) => DetectionRow | undefined) {
  const { results } = useApp().stores;
  const readRows = useReadRows(query);
  const anchor = useRef<number | null>(null);
  /** Number of the latest requested range; an earlier one that arrives later is ignored. */
  const rangeNumber = useRef(0);

  /** A row that is not loaded yet is toggled once it is. */
  async function toggle(index: number): Promise<void> {
    anchor.current = index;
    const loaded = rowAt(index);
    if (loaded) {
      results.getState().toggleSelected(loaded.id);
      return;
    }
    try {
      const [row] = await readRows(index, index);
      if (row) results.getState().toggleSelected(row.id);
    } catch (error) {
      notifyFailure(toFailure(error), texts.grid.rowNotSelected);
    }
  }

  async function selectRange(from: number, to: number): Promise<void> {
    anchor.current = from;
    const [start, end] = [Math.min(from, to), Math.max(from, to)];
    rangeNumber.current += 1;
    const number = rangeNumber.current;
    if (end - start >= maxRange) return notifyInfo(texts.grid.tooManyRows(maxRange));
    try {
      const rows = await readRows(start, end);
      // A range that was requested later may have arrived before.
      if (number === rangeNumber.current) results.getState().setSelected(rows.map(({ id }) => id));
    } catch (error) {
      notifyFailure(toFailure(error), texts.grid.rowsNotSelected);
    }
  }

  return { anchor, toggle, selectRange };
}
