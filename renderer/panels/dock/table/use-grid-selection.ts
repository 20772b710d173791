import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { notifyFailure, notifyInfo } from '../../app/notify.tsx';
import { formatCount } from '../../components/format.ts';
import { type DetectionQuery, useReadRows } from './use-detection-pages.ts';

/** Most rows that one shift press selects; more than that is what a filter is for. */
const longestRange = 20_000;

/**
 * Where the table's cursor stands and what presses and keys do with it. Moving the cursor looks at its detection;
 * Ctrl or Space marks it, Shift marks everything from the last mark to here.
 */
export function useGridSelection({
  query,
  total,
  rowAt,
  pageStep,
  scrollTo,
}: {
  readonly query: DetectionQuery;
  readonly total: number;
  readonly rowAt: (index: number) => DetectionRow | undefined;
  /** Rows that Page Up and Page Down move. */
  readonly pageStep: number;
  readonly scrollTo: (index: number) => void;
}) {
  const { results } = useApp().stores;
  const readRows = useReadRows(query);
  const [cursor, setCursor] = useState<number | null>(null);
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
        `At most ${formatCount(longestRange)} rows are selected at once. To export more, filter instead.`,
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
    if (event.shiftKey) void selectRange(index);
    else if (event.ctrlKey || event.metaKey) toggle(index);
    else anchor.current = index;
    moveTo(index);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // A header's button has keys of its own.
    if (event.target !== event.currentTarget || total === 0) return;
    if (event.key === ' ' && cursor !== null) {
      event.preventDefault();
      toggle(cursor);
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

  return { cursor, onPress, onKeyDown };
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
