import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useDock } from '../../context/use-stores.ts';
import { type ColumnLayout, moveColumn, resizeColumn } from '../../stores/column-layout.ts';
import gridStyles from '../../ui/table/table.module.css';
import type { DetectionColumn } from './detection-columns.tsx';
import styles from './table.module.css';
import { texts } from './texts.ts';

/** Pixels that the pointer must move before a pointer-down on a title becomes a drag. */
const dragThreshold = 6;
/** Pixels by which a key changes the width of a column. */
const widthStep = 12;

/**
 * A column's title. A click sorts by it, another click reverses the order. It can be dragged to another position, its
 * right edge to another width. With Alt the arrow keys move it, with Alt and Shift they change its width.
 */
export function ColumnHeader({
  column: { field, title, heading, unit, isNumeric },
  layout,
}: {
  readonly column: DetectionColumn;
  readonly layout: ColumnLayout;
}) {
  const { dock } = useApp().stores;
  const sort = useDock((state) => state.sort);
  const cell = useRef<HTMLTableCellElement>(null);
  const setLayout = (columns: ColumnLayout) => dock.getState().setColumns(columns);
  const drag = useColumnDrag(cell, (index) => setLayout(moveColumn(layout, field, index)));
  const isSorted = sort.field === field;
  const isAscending = isSorted && sort.order === 'ASC';

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step === 0 || !event.altKey) return;
    event.preventDefault();
    if (event.shiftKey) {
      const width = cell.current?.offsetWidth ?? 100;
      setLayout(resizeColumn(layout, field, width + step * widthStep));
    } else {
      setLayout(moveColumn(layout, field, layout.findIndex((column) => column.field === field) + step));
    }
  }

  return (
    <th
      ref={cell}
      scope="col"
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
      className={gridStyles.headCell}
      data-numeric={isNumeric || undefined}
      data-dragged={drag.isDragging || undefined}
    >
      <button
        type="button"
        className={gridStyles.sort}
        title={texts.header.hint(title, unit)}
        onKeyDown={onKeyDown}
        {...drag.handlers}
        onClick={() => {
          if (drag.wasDragged()) return;
          dock.getState().setSort({ field, order: isAscending ? 'DESC' : 'ASC' });
        }}
      >
        <span className={gridStyles.sortTitle}>{heading}</span>
        <span aria-hidden>{isSorted ? (isAscending ? '\u00a0▴' : '\u00a0▾') : ''}</span>
      </button>
      <WidthHandle cell={cell} onResize={(width) => setLayout(resizeColumn(layout, field, width))} />
    </th>
  );
}

/** Moves a column by dragging its title. */
function useColumnDrag(cell: React.RefObject<HTMLTableCellElement | null>, onDrop: (index: number) => void) {
  const [isDragging, setDragging] = useState(false);
  const start = useRef<number | null>(null);
  const dragged = useRef(false);
  const end = () => {
    start.current = null;
    setDragging(false);
  };
  return {
    isDragging,
    /** Whether the pointer movement that has just ended was a drag. */
    wasDragged: () => dragged.current,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        start.current = event.clientX;
        dragged.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event: PointerEvent) {
        if (start.current === null || Math.abs(event.clientX - start.current) < dragThreshold) return;
        dragged.current = true;
        setDragging(true);
      },
      onPointerUp(event: PointerEvent) {
        if (dragged.current && start.current !== null) onDrop(columnIndexAt(cell.current, event.clientX));
        end();
      },
      onPointerCancel: end,
    },
  };
}

/** The index of the column at a client x coordinate. */
function columnIndexAt(cell: HTMLElement | null, x: number): number {
  const cells = [...(cell?.parentElement?.children ?? [])];
  const index = cells.findIndex((other) => x < other.getBoundingClientRect().right);
  return index < 0 ? cells.length : index;
}

function WidthHandle({
  cell,
  onResize,
}: {
  readonly cell: React.RefObject<HTMLTableCellElement | null>;
  readonly onResize: (width: number) => void;
}) {
  return (
    <span
      className={styles.widthHandle}
      aria-hidden
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId) || !cell.current) return;
        onResize(event.clientX - cell.current.getBoundingClientRect().left);
      }}
    />
  );
}
