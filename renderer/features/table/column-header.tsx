import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useApp } from '../../../app/app-context.tsx';
import { useDock } from '../../../app/use-stores.ts';
import { type ColumnLayout, moveColumn, resizeColumn } from '../../../stores/column-layout.ts';
import type { DetectionColumn } from './detection-columns.tsx';
import styles from './table.module.css';

/** Pixels that the pointer must move before a press on a title becomes a drag. */
const dragStart = 6;
/** Pixels that a key makes a column wider. */
const widthStep = 12;

/**
 * A column's title. A press sorts by it, another turns the order round; it is dragged to another place, and its right
 * edge to another width. With Alt the arrow keys move it, with Alt and Shift they change its width.
 */
export function ColumnHeader({
  column: { field, title, unit, isNumeric },
  layout,
}: {
  readonly column: DetectionColumn;
  readonly layout: ColumnLayout;
}) {
  const { dock } = useApp().stores;
  const sort = useDock((state) => state.sort);
  const cell = useRef<HTMLTableCellElement>(null);
  const setLayout = (columns: ColumnLayout) => dock.setState({ columns });
  const drag = useColumnDrag(cell, (place) => setLayout(moveColumn(layout, field, place)));
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
      className={styles.headCell}
      data-numeric={isNumeric || undefined}
      data-dragged={drag.isDragging || undefined}
    >
      <button
        type="button"
        className={styles.sort}
        title={`${title}${unit === null ? '' : `, ${unit}`}: press to sort. Alt ← → moves the column, Alt Shift ← → changes its width.`}
        onKeyDown={onKeyDown}
        {...drag.handlers}
        onClick={() => {
          if (drag.wasDragged()) return;
          dock.setState({ sort: { field, order: isAscending ? 'DESC' : 'ASC' } });
        }}
      >
        <span className={styles.sortTitle}>{title}</span>
        <span aria-hidden>{isSorted ? (isAscending ? '\u00a0▴' : '\u00a0▾') : ''}</span>
      </button>
      <WidthHandle cell={cell} onResize={(width) => setLayout(resizeColumn(layout, field, width))} />
    </th>
  );
}

/** Dragging a title to the place of another one. */
function useColumnDrag(cell: React.RefObject<HTMLTableCellElement | null>, onDrop: (place: number) => void) {
  const [isDragging, setDragging] = useState(false);
  const start = useRef<number | null>(null);
  const dragged = useRef(false);
  const end = () => {
    start.current = null;
    setDragging(false);
  };
  return {
    isDragging,
    /** Whether the press that has just ended was a drag. */
    wasDragged: () => dragged.current,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        start.current = event.clientX;
        dragged.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event: PointerEvent) {
        if (start.current === null || Math.abs(event.clientX - start.current) < dragStart) return;
        dragged.current = true;
        setDragging(true);
      },
      onPointerUp(event: PointerEvent) {
        if (dragged.current && start.current !== null) onDrop(placeAt(cell.current, event.clientX));
        end();
      },
      onPointerCancel: end,
    },
  };
}

/** The place among its fellows over which the pointer is. */
function placeAt(cell: HTMLElement | null, x: number): number {
  const cells = [...(cell?.parentElement?.children ?? [])];
  const place = cells.findIndex((other) => x < other.getBoundingClientRect().right);
  return place < 0 ? cells.length : place;
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
