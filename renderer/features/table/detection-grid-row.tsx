import { type MouseEvent, memo } from 'react';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import { useApp } from '../../context/app-context.tsx';
import { useResults } from '../../context/use-stores.ts';
import gridStyles from '../../ui/table/table.module.css';
import { GridRow } from '../../ui/table/virtual-grid.tsx';
import type { CellMenuTarget } from './cell-menu.tsx';
import type { DetectionColumn } from './detection-columns.tsx';

/** One row of the table; blank until its detection is loaded. */
export const DetectionGridRow = memo(function DetectionGridRow({
  index,
  top,
  row,
  columns,
  tracks,
  isCursor,
  cursorColumn,
  onClick,
  onMenu,
}: {
  readonly index: number;
  readonly top: number;
  readonly row: DetectionRow | undefined;
  readonly columns: readonly DetectionColumn[];
  /** CSS grid tracks. */
  readonly tracks: string;
  readonly isCursor: boolean;
  readonly cursorColumn: number | null;
  readonly onClick: (index: number, event: MouseEvent) => void;
  readonly onMenu: (target: CellMenuTarget) => void;
}) {
  const { stores } = useApp();
  const isSelected = useResults(({ selectedIds }) => row !== undefined && selectedIds.has(row.id));
  const isFocused = useResults(({ focusedId }) => row !== undefined && focusedId === row.id);
  const isHovered = useResults(({ hoveredIds }) => row !== undefined && hoveredIds.includes(row.id));
  return (
    <GridRow
      id={rowElementId(index)}
      index={index}
      top={top}
      template={tracks}
      isLoaded={row !== undefined}
      isCursor={isCursor}
      isFocused={isFocused}
      aria-selected={isSelected}
      data-hovered={isHovered || undefined}
      onMouseDown={(event) => {
        // Without this, a Shift click would select text.
        if (event.shiftKey) event.preventDefault();
      }}
      onClick={(event) => onClick(index, event)}
      onPointerEnter={() => stores.results.getState().setHovered(row ? [row.id] : [])}
    >
      {columns.map((column, at) => (
        <td
          key={column.field}
          id={cellElementId(index, at)}
          className={gridStyles.cell}
          data-numeric={column.isNumeric || undefined}
          data-cursor={cursorColumn === at || undefined}
          onContextMenu={(event) => {
            if (!row) return;
            event.preventDefault();
            if (!event.ctrlKey) onClick(index, event);
            onMenu({ row, column, x: event.clientX, y: event.clientY });
          }}
        >
          {row ? column.cell(row) : ''}
        </td>
      ))}
    </GridRow>
  );
});

/** The id of a row's element. */
export function rowElementId(index: number): string {
  return `detection-row-${index}`;
}

/** The id of a cell's element. */
export function cellElementId(index: number, column: number): string {
  return `detection-cell-${index}-${column}`;
}
