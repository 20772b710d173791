import { useRef } from 'react';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import { useApp } from '../../context/app-context.tsx';
import { toFailure } from '../../ui/failure-error.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import type { GridSelection } from '../../ui/table/use-grid-cursor.ts';
import { texts } from './texts.ts';
import { type DetectionQuery, useReadRows } from './use-detection-pages.ts';

/** Maximum number of rows that one Shift click selects. */
const maxRange = 20_000;

/** Selects rows that may not be loaded yet. */
export function useRowSelection(query: DetectionQuery): GridSelection<DetectionRow> {
  const {
    commands,
    stores: { results },
  } = useApp();
  const readRows = useReadRows(query);
  /** Number of the latest requested range; an earlier one that arrives later is ignored. */
  const rangeNumber = useRef(0);

  /** A row that is not loaded yet is toggled once it is. */
  async function toggle(index: number, loaded: DetectionRow | undefined): Promise<void> {
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
    toggle: (index, row) => void toggle(index, row),
    selectRange: (anchor, index) => void selectRange(anchor, index),
    selectAll: () => commands.run('results.select-filtered'),
  };
}
