import { type KeyboardEvent, type MouseEvent, useCallback, useRef, useState } from 'react';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import { useApp } from '../../context/app-context.tsx';
import { toFailure } from '../../ui/failure-error.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { type GridSelection, useGridCursor } from '../../ui/table/use-grid-cursor.ts';
import type { useVirtualGrid } from '../../ui/table/virtual-grid.tsx';
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
  grid,
  columns,
  rowAt,
  onMenu,
}: {
  readonly query: DetectionQuery;
  readonly grid: ReturnType<typeof useVirtualGrid>;
  readonly columns: readonly DetectionColumn[];
  readonly rowAt: (index: number) => DetectionRow | undefined;
  readonly onMenu: (target: CellMenuTarget) => void;
}) {
  const { commands, stores } = useApp();
  const [column, setColumn] = useState<number | null>(null);
  const { cursor, onRowClick, onKeyDown, ...others } = useGridCursor({
    grid,
    rowAt,
    rows: JSON.stringify(query),
    selection: useRowSelection(query, rowAt),
    onRow: ({ id }) => stores.results.getState().focus(id),
    onCopy: () => commands.run('results.copy-rows'),
    onMenu(index) {
      const row = rowAt(index);
      const cell = columns[column ?? 0];
      const box = document.getElementById(cellElementId(index, column ?? 0))?.getBoundingClientRect();
      if (row && cell && box) onMenu({ row, column: cell, x: box.left + 8, y: box.bottom });
    },
  });

  /** Moves the cursor to the cell before (-1) or after (1) it in its row. */
  function moveSideways(row: number, by: -1 | 1): void {
    const next = Math.min(columns.length - 1, Math.max(0, (column ?? -1) + by));
    setColumn(next);
    document
      .getElementById(cellElementId(row, next))
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  return {
    ...others,
    cursor,
    column,
    activeId:
      cursor === null ? undefined : column === null ? rowElementId(cursor) : cellElementId(cursor, column),
    onRowClick: useCallback(
      (index: number, event: MouseEvent) => {
        setColumn(null);
        onRowClick(index, event);
      },
      [onRowClick],
    ),
    onKeyDown(event: KeyboardEvent): void {
      const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
      if (by === 0 || cursor === null || event.altKey || event.target !== event.currentTarget) {
        onKeyDown(event);
        return;
      }
      event.preventDefault();
      moveSideways(cursor, by);
    },
  };
}

/** Selects rows that may not be loaded yet. */
function useRowSelection(
  query: DetectionQuery,
  rowAt: (index: number) => DetectionRow | undefined,
): GridSelection {
  const {
    commands,
    stores: { results },
  } = useApp();
  const readRows = useReadRows(query);
  /** Number of the latest requested range; an earlier one that arrives later is ignored. */
  const rangeNumber = useRef(0);

  /** A row that is not loaded yet is toggled once it is. */
  async function toggle(index: number): Promise<void> {
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

  return {
    toggle: (index) => void toggle(index),
    selectRange: (anchor, index) => void selectRange(anchor, index),
    selectAll: () => commands.run('results.select-filtered'),
  };
}
