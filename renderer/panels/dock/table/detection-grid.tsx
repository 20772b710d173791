import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { toFailure } from '../../api/failure-error.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { detectionColumns, gridTemplateColumns } from './detection-columns.tsx';
import { DetectionGridRow } from './detection-grid-row.tsx';
import styles from './dock.module.css';
import { SortHeader } from './sort-header.tsx';
import { type DetectionQuery, useDetectionPages } from './use-detection-pages.ts';
import { useGridSelection } from './use-grid-selection.ts';

const rowHeight = 24;
/** The head stays at the top of what scrolls. */
const headHeight = 26;

/**
 * The detections as an ARIA grid of which only the visible rows exist. It takes the focus as a whole; the row it
 * stands on is its active descendant.
 */
export function DetectionGrid({
  query,
  total,
  onSort,
}: {
  readonly query: DetectionQuery;
  /** How many detections the query has in all. */
  readonly total: number;
  readonly onSort: (sort: DetectionQuery['sort']) => void;
}) {
  const scrollRef = useRef<HTMLTableElement>(null);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const pages = useDetectionPages(query, range.first, range.last);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    onChange: ({ range: visible }) => {
      if (!visible) return;
      const [first, last] = [visible.startIndex, visible.endIndex];
      if (first !== range.first || last !== range.last) setRange({ first, last });
    },
  });
  const selection = useGridSelection({
    query,
    total,
    rowAt: pages.rowAt,
    pageStep: Math.max(1, range.last - range.first - 1),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  });

  return (
    <div className={styles.gridFrame}>
      {pages.error ? <FailureNote failure={toFailure(pages.error)} onRetry={pages.retry} /> : null}
      <table
        ref={scrollRef}
        className={styles.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid pattern is built on a table
        role="grid"
        tabIndex={0}
        data-region="table"
        aria-label="Detections"
        aria-rowcount={total + 1}
        aria-multiselectable
        aria-activedescendant={selection.cursor === null ? undefined : rowElementId(selection.cursor)}
        onKeyDown={selection.onKeyDown}
      >
        <thead className={styles.gridHead}>
          <tr className={styles.headRow} aria-rowindex={1} style={{ gridTemplateColumns }}>
            {detectionColumns.map((column) => (
              <SortHeader key={column.id} column={column} sort={query.sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => (
            <DetectionGridRow
              key={index}
              elementId={rowElementId(index)}
              index={index}
              top={start - headHeight}
              row={pages.rowAt(index)}
              isCursor={selection.cursor === index}
              onPress={selection.onPress}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function rowElementId(index: number): string {
  return `detection-row-${index}`;
}
