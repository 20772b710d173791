import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { DetectionRow } from '../../../../shared/results/detection.ts';
import { toFailure } from '../../../api/failure-error.ts';
import { useApp } from '../../../app/app-context.tsx';
import { notifyFailure, notifyInfo } from '../../../app/notify.tsx';
import { formatCount } from '../../../components/format.ts';
import type { CellPress } from './cell-menu.tsx';
import type { DetectionColumn } from './detection-columns.tsx';
import { cellElementId, rowElementId } from './detection-grid-row.tsx';
import { type DetectionQuery, useReadRows } from './use-detection-pages.ts';

/** Most rows that one shift press selects; more than that is what a filter is for. */
const longestRange = 20_000;

/**
 * Where the table's cursor stands and what presses and keys do with it. Moving the cursor looks at its detection;
 * Ctrl or Space marks it, Shift marks everything from the last mark to here. Left and right go from cell to cell.
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
  readonly onMenu: (press: CellPress) => void;
}) {
  const { commands, stores } = useApp();
  const { results } = stores;
  const readRows = useReadRows(query);
  const [cursor, setCursor] = useState<number | null>(null);
  const [column, setColumn] = useState<number | null>(null);
  const anchor = useRef<number | null>(null);
  const awaited = useRef<number | null>(null);

  // Another filter or order puts other rows under the cursor.
  const queryText = JSON.stringify(query);
  const [cursorQuery, setCursorQuery] = useState(queryText);
  if (queryText !== cursorQuery) {
    setCursorQuery(queryText);
    setCursor(null);
  }

  const awaitedRow = awaited.current === null ? undefined : rowAt(awaited.current);
  useEffect(() => {
    if (!awaitedRow) return;
    awaited.current = null;
    results.getState().focus(awaitedRow.id);
  }, [awaitedRow, results]);

  function moveTo(index: number): void {
    setCursor(index);
    const row = rowAt(index);
    awaited.current = row ? null : index;
    if (row) results.getState().focus(row.id);
  }

  function toggle(index: number): void {
    const row = rowAt(index);
    if (!row) return;
    anchor.current = index;
    results.getState().toggleSelected(row.id);
  }

  async function selectRange(to: number): Promise<void> {
    const from = anchor.current ?? cursor ?? to;
    anchor.current = from;
    const [start, end] = [Math.min(from, to), Math.max(from, to)];
    if (end - start >= longestRange) {
      notifyInfo(
        `At most ${formatCount(longestRange)} rows are selected at once. To select more, filter and press Ctrl A.`,
      );
      return;
    }
    try {
      const rows = await readRows(start, end);
      results.getState().setSelected(rows.map(({ id }) => id));
    } catch (error) {
      notifyFailure(toFailure(error), 'The rows were not selected.');
    }
  }

  function onPress(index: number, event: MouseEvent): void {
    setColumn(null);
    if (event.shiftKey) void selectRange(index);
    else if (event.ctrlKey || event.metaKey) toggle(index);
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

  function pressWithControl(key: string): boolean {
    if (key === 'a') commands.run('results.select-filtered');
    else if (key === 'c') commands.run('results.copy-rows');
    else return false;
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    // A header's button has keys of its own.
    if (event.target !== event.currentTarget || total === 0) return;
    if ((event.ctrlKey || event.metaKey) && pressWithControl(event.key.toLowerCase())) {
      event.preventDefault();
      return;
    }
    if (event.altKey) return;
    if (event.key === ' ' && cursor !== null) {
      event.preventDefault();
      toggle(cursor);
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
    if (event.shiftKey) void selectRange(target);
    else anchor.current = target;
    moveTo(target);
    scrollTo(target);
  }

  // Rows are drawn again only when something of theirs changes, so they get the same function every time.
  const latestPress = useRef(onPress);
  latestPress.current = onPress;
  return {
    cursor,
    column,
    setCursor,
    /** Whether the cursor stands on a row that has not come yet. */
    isAwaiting: () => awaited.current !== null,
    activeId:
      cursor === null ? undefined : column === null ? rowElementId(cursor) : cellElementId(cursor, column),
    onPress: useCallback((index: number, event: MouseEvent) => latestPress.current(index, event), []),
    onKeyDown,
  };
}

/** Where a key moves the cursor to; null when it does not. */
function nextIndex(key: string, cursor: number | null, total: number, pageStep: number): number | null {
  const at = cursor ?? -1;
  const clamp = (index: number) => Math.min(total - 1, Math.max(0, index));
  switch (key) {
    case 'ArrowDown':
      return clamp(at + 1);
    case 'ArrowUp':
      return clamp(at - 1);
    case 'PageDown':
      return clamp(at + pageStep);
    case 'PageUp':
      return clamp(at - pageStep);
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    default:
      return null;
  }
}
