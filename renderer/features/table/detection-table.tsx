import { Button, Group, Loader, Text } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import { isComputedField, type PropertySummary } from '../../../shared/results/detection-field.ts';
import { useApp } from '../../context/app-context.tsx';
import { NoMatch } from '../../context/no-match.tsx';
import { useFilteredCounts } from '../../context/use-filtered-counts.ts';
import { useDock, useResults, useSettings, useWorkspace } from '../../context/use-stores.ts';
import {
  type ColumnChoice,
  type ColumnLayout,
  moveColumn,
  resizeColumn,
} from '../../stores/column-layout.ts';
import { hasRunningFetch } from '../../stores/workspace-store.ts';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RowGrid, useRowGrid } from '../../ui/table/row-grid.tsx';
import type { RowAttributes } from '../../ui/table/table.tsx';
import type { GridSelection } from '../../ui/table/use-grid-cursor.ts';
import { CellMenu, type CellMenuTarget } from './cell-menu.tsx';
import { detectionColumn } from './detection-columns.tsx';
import { texts } from './texts.ts';
import { useColumns } from './use-columns.ts';
import { type DetectionQuery, detectionPageQuery, useReadRows } from './use-detection-pages.ts';

/** Number of rows before and after the visible ones that are fetched with them. */
const overscanRows = 120;

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
  const app = useApp();
  const { dock, results } = app.stores;
  const settings = useSettings((state) => state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles and cells follow the settings
  const columns = useMemo(
    () => layout.map((choice) => shownColumn(choice, properties)),
    [layout, properties, settings],
  );
  const sort = useDock((state) => state.sort);
  const [menu, setMenu] = useState<CellMenuTarget | null>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  // A row that is about to be clicked is not replaced by one that comes with the next page.
  const isHeld = useWorkspace(hasRunningFetch) && isPointedAt;
  const grid = useRowGrid({
    id: 'detection',
    total,
    rows: JSON.stringify(query),
    columnCount: columns.length,
    overscanRows,
    isHeld,
    pageQuery: (offset) => detectionPageQuery(app, query, offset),
    selection: useRowSelection(query),
    onRow: ({ id }: DetectionRow) => results.getState().focus(id),
    onCopy: () => app.commands.run('results.copy-rows'),
    onMenu({ index, click, column: at, ...target }) {
      const column = columns[at];
      if (click && !click.ctrlKey) grid.onRowClick(index, click);
      if (column) setMenu({ ...target, column });
    },
  });
  const { cursor, toTop } = grid;
  const cursorRow = cursor === null ? undefined : grid.rowAt(cursor);
  useRevealRow(
    query,
    (id) => cursorRow?.id === id || grid.isAwaiting(),
    (index) => {
      grid.setCursor(index);
      grid.center(index);
    },
  );

  // With another filter or sort, an index is another row.
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
        areRowsShown={grid.rowAt(grid.seen.first) !== undefined}
        hasFailed={grid.error !== null}
      />
      <RowGrid
        grid={grid}
        label={texts.grid.label}
        columns={columns}
        sort={sort}
        onSort={dock.getState().setSort}
        onMove={(field, index) => dock.getState().setColumns(moveColumn(layout, field, index))}
        onResize={(field, width) => dock.getState().setColumns(resizeColumn(layout, field, width))}
        useRowAttributes={useDetectionAttributes}
        onPointerEnter={() => setPointedAt(true)}
        onPointerLeave={() => {
          setPointedAt(false);
          results.getState().setHovered([]);
        }}
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

/** Attributes of a row, which show whether its detection is selected, focused or under the pointer. */
function useDetectionAttributes(row: DetectionRow | undefined): RowAttributes {
  const { stores } = useApp();
  const isSelected = useResults(({ selectedIds }) => row !== undefined && selectedIds.has(row.id));
  const isFocused = useResults(({ focusedId }) => row !== undefined && focusedId === row.id);
  const isHovered = useResults(({ hoveredIds }) => row !== undefined && hoveredIds.includes(row.id));
  return {
    'aria-selected': isSelected,
    'data-focused': isFocused || undefined,
    'data-hovered': isHovered || undefined,
    onPointerEnter: () => stores.results.getState().setHovered(row ? [row.id] : []),
  };
}

/** A column with its chosen width, else at most twice as wide as it needs to be. */
function shownColumn({ field, width }: ColumnChoice, properties: readonly PropertySummary[]) {
  const column = detectionColumn(field, properties);
  return {
    ...column,
    hint: texts.header.hint(column.title, column.unit),
    width: width ?? column.width,
    maxWidth: width ?? 2 * column.width,
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

/** Maximum number of rows that one Shift click selects. */
const maxRange = 20_000;

/** Selects rows that may not be loaded yet. */
function useRowSelection(query: DetectionQuery): GridSelection<DetectionRow> {
  const {
    commands,
    stores: { results },
  } = useApp();
  const readRows = useReadRows(query);
  /** Number of the latest requested range; an earlier one that arrives later is ignored. */
  const rangeNumber = useRef(0);

  /** A row that is not loaded yet is toggled once it is. */
  async function toggle(index: number, loaded: DetectionRow | undefined): Promise<void> {
    if (loaded) {
      results.getState().toggleSelected(loaded.id);
      return;
    }
    try {
      const [row] = await readRows(index, index);
      if (row) results.getState().toggleSelected(row.id);
    } catch (error) {
      notifyFailure(toFailure(error), texts.grid.rowNotSelected);
    }
  }

  async function selectRange(from: number, to: number): Promise<void> {
    const [start, end] = [Math.min(from, to), Math.max(from, to)];
    rangeNumber.current += 1;
    const number = rangeNumber.current;
    if (end - start >= maxRange) return notifyInfo(texts.grid.tooManyRows(maxRange));
    try {
      const rows = await readRows(start, end);
      // A range that was requested later may have arrived before.
      if (number === rangeNumber.current) results.getState().setSelected(rows.map(({ id }) => id));
    } catch (error) {
      notifyFailure(toFailure(error), texts.grid.rowsNotSelected);
    }
  }

  return {
    toggle: (index, row) => void toggle(index, row),
    selectRange: (anchor, index) => void selectRange(anchor, index),
    selectAll: () => commands.run('results.select-filtered'),
  };
}
