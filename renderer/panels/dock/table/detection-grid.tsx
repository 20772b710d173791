import { useEffect, useMemo, useRef, useState } from 'react';
import type { PropertySummary } from '../../../../shared/results/detection-field.ts';
import { toFailure } from '../../../api/failure-error.ts';
import { useApp } from '../../../app/app-context.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import type { ColumnLayout } from '../../../stores/column-layout.ts';
import { CellMenu, type CellPress } from './cell-menu.tsx';
import { ColumnHeader } from './column-header.tsx';
import { type DetectionColumn, detectionColumn } from './detection-columns.tsx';
import { DetectionGridRow } from './detection-grid-row.tsx';
import styles from './table.module.css';
import { type DetectionQuery, useDetectionPages } from './use-detection-pages.ts';
import { useGridSelection } from './use-grid-selection.ts';
import { useRowScroll } from './use-row-scroll.ts';
import { useWantedRow } from './use-wanted-row.ts';

const rowHeight = 24;
const headHeight = 26;

/**
 * The detections as an ARIA grid of which only the visible rows exist. It takes the focus as a whole; the row, or the
 * cell, that it stands on is its active descendant.
 */
export function DetectionGrid({
  query,
  total,
  layout,
  properties,
}: {
  readonly query: DetectionQuery;
  /** How many detections the query has in all. */
  readonly total: number;
  readonly layout: ColumnLayout;
  readonly properties: readonly PropertySummary[];
}) {
  const { stores } = useApp();
  const scroller = useRef<HTMLTableElement>(null);
  const scroll = useRowScroll(scroller, total, rowHeight, headHeight);
  const { first, last } = scroll.seen;
  const pages = useDetectionPages(query, total, first, last);
  const columns = useMemo(
    () => layout.map(({ field }) => detectionColumn(field, properties)),
    [layout, properties],
  );
  const tracks = useMemo(() => tracksOf(layout, columns), [layout, columns]);
  const [menu, setMenu] = useState<CellPress | null>(null);
  const selection = useGridSelection({
    query,
    total,
    columns,
    rowAt: pages.rowAt,
    pageStep: Math.max(1, last - first - 1),
    scrollTo: scroll.show,
    onMenu: setMenu,
  });
  const cursorRow = selection.cursor === null ? undefined : pages.rowAt(selection.cursor);
  useWantedRow(
    query,
    (id) => cursorRow?.id === id || selection.isAwaiting(),
    (index) => {
      selection.setCursor(index);
      scroll.centre(index);
    },
  );

  // Another filter or order has other rows in the same places.
  const { toTop } = scroll;
  const queryText = JSON.stringify(query);
  const shownQuery = useRef(queryText);
  useEffect(() => {
    if (shownQuery.current === queryText) return;
    shownQuery.current = queryText;
    toTop();
  }, [queryText, toTop]);

  return (
    <div className={styles.gridFrame}>
      {pages.error ? <FailureNote failure={toFailure(pages.error)} onRetry={pages.retry} /> : null}
      <table
        ref={scroller}
        className={styles.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid pattern is built on a table
        role="grid"
        tabIndex={0}
        data-region="table"
        aria-label="Detections"
        aria-rowcount={total + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        aria-activedescendant={selection.activeId}
        onKeyDown={selection.onKeyDown}
        onScroll={scroll.onScroll}
        onPointerLeave={() => stores.results.getState().setHovered([])}
      >
        <thead className={styles.gridHead} style={{ minWidth: tracks.least }}>
          <tr className={styles.headRow} aria-rowindex={1} style={{ gridTemplateColumns: tracks.template }}>
            {columns.map((column) => (
              <ColumnHeader key={column.field} column={column} layout={layout} />
            ))}
          </tr>
        </thead>
        <tbody className={styles.rows} style={{ height: scroll.stageHeight, minWidth: tracks.least }}>
          {scroll.indexes.map((index) => (
            <DetectionGridRow
              key={index}
              index={index}
              top={scroll.topOf(index)}
              row={pages.rowAt(index)}
              columns={columns}
              tracks={tracks.template}
              isCursor={selection.cursor === index}
              cursorColumn={selection.cursor === index ? selection.column : null}
              onPress={selection.onPress}
              onMenu={setMenu}
            />
          ))}
        </tbody>
      </table>
      <CellMenu
        press={menu}
        onClose={() => {
          setMenu(null);
          scroller.current?.focus();
        }}
      />
    </div>
  );
}

/** CSS grid tracks of the columns, and the least width of all together. */
function tracksOf(layout: ColumnLayout, columns: readonly DetectionColumn[]) {
  const widths = layout.map(({ width }, index) => width ?? columns[index]?.width ?? 100);
  return {
    template: widths
      .map((width, index) => (layout[index]?.width ? `${width}px` : `minmax(${width}px, ${width}fr)`))
      .join(' '),
    least: widths.reduce((sum, width) => sum + width, 10),
  };
}
