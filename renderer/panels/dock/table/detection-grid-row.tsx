import type { MouseEvent } from 'react';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import { useResults } from '../../app/use-stores.ts';
import { detectionColumns, gridTemplateColumns } from './detection-columns.tsx';
import styles from './dock.module.css';

/** One row of the table; blank until its detection has come. */
export function DetectionGridRow({
  elementId,
  index,
  top,
  row,
  isCursor,
  onPress,
}: {
  readonly elementId: string;
  readonly index: number;
  readonly top: number;
  readonly row: DetectionRow | undefined;
  readonly isCursor: boolean;
  readonly onPress: (index: number, event: MouseEvent) => void;
}) {
  const isSelected = useResults(({ selectedIds }) => row !== undefined && selectedIds.has(row.id));
  const isFocused = useResults(({ focusedId }) => row !== undefined && focusedId === row.id);
  return (
    <tr
      id={elementId}
      className={styles.row}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-busy={row === undefined || undefined}
      data-cursor={isCursor || undefined}
      data-focused={isFocused || undefined}
      style={{ gridTemplateColumns, transform: `translateY(${top}px)` }}
      onMouseDown={(event) => {
        // A shift press would mark text.
        if (event.shiftKey) event.preventDefault();
      }}
      onClick={(event) => onPress(index, event)}
    >
      {detectionColumns.map(({ id, cell }) => (
        <td key={id} className={styles.cell}>
          {row ? cell(row) : ''}
        </td>
      ))}
    </tr>
  );
}
