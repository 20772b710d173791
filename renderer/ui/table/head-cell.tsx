import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react';
import styles from './table.module.css';

/** Pixels that the pointer must move before a pointer-down on a title becomes a drag. */
const dragThreshold = 6;
/** Pixels by which a key changes the width of a column. */
const widthStep = 12;

type SortOrder = 'ASC' | 'DESC';

export type HeadCellProps<Field extends string> = {
  readonly column: {
    readonly field?: Field;
    readonly title: string;
    readonly heading?: ReactNode;
    readonly hint?: string | undefined;
    readonly isNumeric?: boolean;
  };
  /** The column by which the rows are sorted, and the order. */
  readonly sort?: { readonly field: Field; readonly order: SortOrder };
  /** The order by which a first click on a head sorts; another one reverses it. */
  readonly firstOrder?: SortOrder;
  readonly onSort?: (sort: { readonly field: Field; readonly order: SortOrder }) => void;
  /** Moves a column to another index. */
  readonly onMove?: (field: Field, index: number) => void;
  /** Sets the width of a column in CSS pixels. */
  readonly onResize?: (field: Field, width: number) => void;
};

/**
 * The head of a column. A click sorts by it, another click reverses the order. Where columns move, it can be dragged to
 * another position, its right edge to another width; with Alt the arrow keys move it, with Alt and Shift they change
 * its width.
 */
export function HeadCell<Field extends string>({
  column: { field, title, heading = title, hint, isNumeric },
  sort,
  firstOrder = 'ASC',
  onSort,
  onMove,
  onResize,
}: HeadCellProps<Field>) {
  const cell = useRef<HTMLTableCellElement>(null);
  const drag = useColumnDrag(cell, (index) => field !== undefined && onMove?.(field, index));
  const order = field !== undefined && sort?.field === field ? sort.order : null;
  const otherOrder = firstOrder === 'ASC' ? 'DESC' : 'ASC';

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step === 0 || !event.altKey || field === undefined || !onMove) return;
    event.preventDefault();
    if (event.shiftKey) onResize?.(field, (cell.current?.offsetWidth ?? 100) + step * widthStep);
    else onMove(field, (cell.current?.cellIndex ?? 0) + step);
  }

  return (
    <th
      ref={cell}
      scope="col"
      aria-sort={order === null ? undefined : order === 'ASC' ? 'ascending' : 'descending'}
      className={styles.headCell}
      data-numeric={isNumeric || undefined}
      data-dragged={drag.isDragging || undefined}
    >
      {field === undefined || !onSort ? (
        heading
      ) : (
        <button
          type="button"
          className={styles.sort}
          title={hint}
          onKeyDown={onKeyDown}
          {...(onMove && drag.handlers)}
          onClick={() => {
            if (!drag.wasDragged()) onSort({ field, order: order === firstOrder ? otherOrder : firstOrder });
          }}
        >
          <span className={styles.sortTitle}>{heading}</span>
          {order === null ? null : <span aria-hidden>{order === 'ASC' ? '\u00a0▴' : '\u00a0▾'}</span>}
        </button>
      )}
      {field !== undefined && onResize ? (
        <WidthHandle cell={cell} onResize={(width) => onResize(field, width)} />
      ) : null}
    </th>
  );
}

/** Moves a column by dragging its title. */
function useColumnDrag(cell: RefObject<HTMLTableCellElement | null>, onDrop: (index: number) => void) {
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
  readonly cell: RefObject<HTMLTableCellElement | null>;
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
