import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Area } from '../../../shared/areas/area.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreasStore, useUi } from '../../context/use-stores.ts';
import { useSoftCap } from '../../context/use-workspace-queries.ts';
import { nextIndex } from '../../ui/table/select-by-key.ts';
import { deleteArea } from './area-commands.ts';
import { AreaRow } from './area-row.tsx';
import styles from './areas.module.css';
import { texts } from './texts.ts';

/** Height of a row without warnings, in CSS pixels; rendered rows are measured. */
const usualRowHeight = 50;

/**
 * The areas in a virtual list. It is one tab stop: arrow keys, Page Up, Page Down, Home and End move to another row.
 * Enter selects, Space checks, F2 renames and Delete deletes (it can be undone).
 */
export function AreaList({ areas }: { readonly areas: readonly Area[] }) {
  const app = useApp();
  const softCap = useSoftCap();
  const scroller = useRef<HTMLDivElement>(null);
  const selectedId = useUi((state) => state.selectedAreaId);
  const renamingId = useAreasStore((state) => state.renamingId);
  /** The row that had the focus last. */
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const indexOf = (id: string | null) => (id === null ? -1 : areas.findIndex((area) => area.id === id));
  const focusedIndex = indexOf(focusedId);
  const renamingIndex = indexOf(renamingId);
  const rows = useVirtualizer({
    count: areas.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualRowHeight,
    getItemKey: (index) => areas[index]?.id ?? index,
    overscan: 8,
    // The row that has the focus, or is the tab stop, stays rendered wherever the list is scrolled.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const kept = [Math.max(0, focusedIndex), renamingIndex].filter(
        (index) => index >= 0 && !shown.includes(index),
      );
      return [...new Set([...shown, ...kept])].sort((one, other) => one - other);
    },
  });

  const { scrollToIndex } = rows;
  const reveal = (id: string) => {
    const index = indexOf(id);
    if (index >= 0) scrollToIndex(index);
    return index >= 0;
  };
  // An area may be selected on the map, and renamed by a command.
  useOnceForEach(selectedId, reveal);
  useOnceForEach(renamingId, reveal);

  const focusRow = (index: number) => {
    const area = areas[Math.max(0, Math.min(areas.length - 1, index))];
    if (!area) return;
    flushSync(() => setFocusedId(area.id));
    scrollToIndex(indexOf(area.id));
    scroller.current
      ?.querySelector<HTMLElement>(`[data-area-row="${area.id}"]`)
      ?.focus({ preventScroll: true });
  };
  /** Place of the focused row, in case that its area is deleted. */
  const lastIndex = useRef(0);
  useEffect(() => {
    if (focusedIndex >= 0) lastIndex.current = focusedIndex;
    if (focusedIndex >= 0 || focusedId === null) return;
    const index = lastIndex.current;
    setFocusedId(null);
    // A removed row loses the focus to the body; wherever else it is, it stays.
    // Not within the effect, because a row is focused by rendering it at once.
    if (document.activeElement === document.body) queueMicrotask(() => focusRow(index));
  });

  const onRowKeyDown = (event: KeyboardEvent, id: string, index: number) => {
    const pageStep = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / usualRowHeight) - 1);
    const target = nextIndex(event.key, index, areas.length, pageStep);
    if (target !== null) focusRow(target);
    else if (event.key === ' ') app.stores.areas.getState().toggleMarked(id);
    else if (event.key === 'F2') app.stores.areas.getState().setRenaming(id);
    else if (event.key === 'Delete') void deleteArea(app, id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={scroller} className={styles.scroller}>
      <ul className={styles.rows} style={{ height: rows.getTotalSize() }} aria-label={texts.list.label}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const area = areas[index];
          return area ? (
            <AreaRow
              key={area.id}
              ref={rows.measureElement}
              index={index}
              total={areas.length}
              top={start}
              area={area}
              softCap={softCap}
              isTabStop={focusedIndex < 0 ? index === 0 : index === focusedIndex}
              onFocus={() => setFocusedId(area.id)}
              onKeyDown={(event) => onRowKeyDown(event, area.id, index)}
            />
          ) : null;
        })}
      </ul>
    </div>
  );
}

/** Calls `act` once for each id, as soon as it returns true: the area may not be in the list yet. */
function useOnceForEach(id: string | null, act: (id: string) => boolean): void {
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (done.current === id) return;
    if (id === null || act(id)) done.current = id;
  });
}
