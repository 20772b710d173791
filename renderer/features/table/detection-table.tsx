import { Button, Group, Loader, Text } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isComputedField, type PropertySummary } from '../../../shared/results/detection-field.ts';
import { useApp } from '../../context/app-context.tsx';
import { NoMatch } from '../../context/no-match.tsx';
import { useFilteredCounts } from '../../context/use-filtered-counts.ts';
import { useDock, useResults, useSettings } from '../../context/use-stores.ts';
import type { ColumnLayout } from '../../stores/column-layout.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { type GridTracks, useVirtualGrid, VirtualGrid } from '../../ui/table/virtual-grid.tsx';
import { CellMenu, type CellMenuTarget } from './cell-menu.tsx';
import { ColumnHeader } from './column-header.tsx';
import { type DetectionColumn, detectionColumn } from './detection-columns.tsx';
import { DetectionGridRow } from './detection-grid-row.tsx';
import { texts } from './texts.ts';
import { useColumns } from './use-columns.ts';
import { type DetectionQuery, useDetectionPages } from './use-detection-pages.ts';
import { useGridSelection } from './use-grid-selection.ts';

/** The table, or its loading, empty or failed state. */
export function DetectionTable() {
  const filter = useResults((state) => state.filter);
  const sort = useDock((state) => state.sort);
  const filtered = useFilteredCounts();
  const { layout, properties } = useColumns();
  const query = useMemo((): DetectionQuery => {
    const computedFields = layout.map(({ field }) => field).filter(isComputedField);
    return computedFields.length === 0 ? { filter, sort } : { filter, sort, computedFields };
  }, [filter, sort, layout]);
  if (filtered.error || !filtered.data) return <QueryState query={filtered} loading={texts.grid.counting} />;
  if (filtered.data.detections === 0) return <NoMatch />;
  return (
    <DetectionGrid query={query} total={filtered.data.detections} layout={layout} properties={properties} />
  );
}

/** The detections in a virtual grid; the cursor is on a row or on a cell. */
function DetectionGrid({
  query,
  total,
  layout,
  properties,
}: {
  readonly query: DetectionQuery;
  /** Total number of detections of the query. */
  readonly total: number;
  readonly layout: ColumnLayout;
  readonly properties: readonly PropertySummary[];
}) {
  const { stores } = useApp();
  const grid = useVirtualGrid(total);
  const pages = useDetectionPages(query, total, grid.seen);
  const settings = useSettings((state) => state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles and cells follow the settings
  const columns = useMemo(
    () => layout.map(({ field }) => detectionColumn(field, properties)),
    [layout, properties, settings],
  );
  const tracks = useMemo(() => columnTracks(layout, columns), [layout, columns]);
  const [menu, setMenu] = useState<CellMenuTarget | null>(null);
  const selection = useGridSelection({
    query,
    grid,
    columns,
    rowAt: pages.rowAt,
    onMenu: setMenu,
  });
  const cursorRow = selection.cursor === null ? undefined : pages.rowAt(selection.cursor);
  useRevealRow(
    query,
    (id) => cursorRow?.id === id || selection.isAwaiting(),
    (index) => {
      selection.setCursor(index);
      grid.center(index);
    },
  );

  // With another filter or sort, an index is another row.
  const { toTop } = grid;
  const queryText = JSON.stringify(query);
  const shownQuery = useRef(queryText);
  useEffect(() => {
    if (shownQuery.current === queryText) return;
    shownQuery.current = queryText;
    toTop();
  }, [queryText, toTop]);

  return (
    <>
      <SortNote
        query={query}
        column={detectionColumn(query.sort.field, properties).title}
        areRowsShown={pages.rowAt(grid.seen.first) !== undefined}
        hasFailed={pages.error !== null}
      />
      <VirtualGrid
        grid={grid}
        label={texts.grid.label}
        tracks={tracks}
        header={columns.map((column) => <ColumnHeader key={column.field} column={column} layout={layout} />)}
        row={(index, top) => (
          <DetectionGridRow
            key={index}
            index={index}
            top={top}
            row={pages.rowAt(index)}
            columns={columns}
            tracks={tracks.template}
            isCursor={selection.cursor === index}
            cursorColumn={selection.cursor === index ? selection.column : null}
            onClick={selection.onRowClick}
            onMenu={setMenu}
          />
        )}
        columnCount={columns.length}
        isMultiselectable
        activeId={selection.activeId}
        loading={pages}
        onKeyDown={selection.onKeyDown}
        onPointerLeave={() => stores.results.getState().setHovered([])}
      />
      <CellMenu
        target={menu}
        onClose={() => {
          setMenu(null);
          grid.scroller.current?.focus();
        }}
      />
    </>
  );
}

/** CSS grid tracks of the columns, at most twice as wide as they need to be, and their minimum total width. */
function columnTracks(layout: ColumnLayout, columns: readonly DetectionColumn[]): GridTracks {
  const widths = layout.map(({ width }, index) => width ?? columns[index]?.width ?? 100);
  return {
    template: widths
      .map((width, index) => (layout[index]?.width ? `${width}px` : `minmax(${width}px, ${2 * width}px)`))
      .join(' '),
    minWidth: widths.reduce((sum, width) => sum + width, 10),
  };
}

/** Milliseconds after which it is stated that rows are being sorted; most sorts end before. */
const noteDelayMs = 1_000;

/** States that a sort takes long, with a button that goes back to the order that was shown before and stops the sort. */
function SortNote({
  query,
  column,
  areRowsShown,
  hasFailed,
}: {
  readonly query: DetectionQuery;
  /** The title of the column by which the rows are sorted. */
  readonly column: string;
  readonly areRowsShown: boolean;
  readonly hasFailed: boolean;
}) {
  const { dock } = useApp().stores;
  const shown = useRef(query);
  const [waiting, setWaiting] = useState<DetectionQuery | null>(null);
  useEffect(() => {
    if (areRowsShown) {
      shown.current = query;
      return;
    }
    const timer = setTimeout(() => setWaiting(query), noteDelayMs);
    return () => clearTimeout(timer);
  }, [query, areRowsShown]);
  const former = shown.current.sort;
  const isSorting = former.field !== query.sort.field || former.order !== query.sort.order;
  if (areRowsShown || hasFailed || waiting !== query || !isSorting) return null;
  return (
    <Group role="status" gap="xs" px="xs" py={4}>
      <Loader size="xs" />
      <Text size="sm">{texts.grid.sorting(column)}</Text>
      <Button size="compact-xs" variant="default" onClick={() => dock.getState().setSort(former)}>
        {texts.grid.cancelSort}
      </Button>
    </Group>
  );
}

/**
 * Scrolls to a row requested by number, or to the row of a detection focused elsewhere, such as on the map. `isShown`
 * returns whether the table's cursor is already on a detection.
 */
function useRevealRow(
  query: DetectionQuery,
  isShown: (id: number) => boolean,
  show: (index: number) => void,
): void {
  const { api, stores } = useApp();
  const requestedRow = useDock((state) => state.requestedRow);
  const focusedId = useResults((state) => state.focusedId);
  const latest = useRef({ query, isShown, show });
  latest.current = { query, isShown, show };

  useEffect(() => {
    if (requestedRow === null) return;
    stores.dock.getState().requestRow(null);
    latest.current.show(requestedRow);
  }, [requestedRow, stores]);

  useEffect(() => {
    if (focusedId === null || latest.current.isShown(focusedId)) return;
    // Not a cached query, because a refetch would scroll the table again.
    const controller = new AbortController();
    const find = async () => {
      const request = { ...latest.current.query, id: focusedId };
      const index = unwrap(await api.results.rowIndex.query(request, { signal: controller.signal }));
      if (index !== null && !controller.signal.aborted) latest.current.show(index);
    };
    // A failure needs no message: the inspector shows the detection even if its row is not found.
    find().catch(() => undefined);
    return () => controller.abort();
  }, [focusedId, api]);
}
