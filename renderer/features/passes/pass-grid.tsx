import { IconAnchor } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { formatQuantity } from '../../../shared/format.ts';
import type { PassGroup, PassQuery, PassRow, PassSortField } from '../../../shared/passes/pass.ts';
import { useApp } from '../../context/app-context.tsx';
import { usePasses } from '../../context/use-stores.ts';
import type { Stores } from '../../stores/stores.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { fitColumns } from '../../ui/table/fit-columns.ts';
import { SortHeadCell } from '../../ui/table/sort-head-cell.tsx';
import { type GridSelection, useGridCursor } from '../../ui/table/use-grid-cursor.ts';
import { useRowPages } from '../../ui/table/use-row-pages.ts';
import gridStyles from '../../ui/table/table.module.css';
import { GridRow, useVirtualGrid, VirtualGrid } from '../../ui/table/virtual-grid.tsx';
import { type PassColumn, passColumns } from './pass-columns.tsx';
import { PassMenu, type PassMenuTarget } from './pass-menu.tsx';
import { groupTitle } from './pass-texts.ts';
import styles from './passes.module.css';
import { texts } from './texts.ts';

/** Maximum number of rows that one Shift click selects. */
const maxRange = 1_000;

/** The passes in a virtual grid. The map shows the footprints of the selected ones. */
export function PassGrid({ request, total }: { readonly request: PassQuery; readonly total: number }) {
  const { queries } = useApp();
  const grid = useVirtualGrid(total);
  const { columns, tracks } = fitColumns(passColumns, grid.viewWidth);
  const [menu, setMenu] = useState<PassMenuTarget | null>(null);
  const pages = useRowPages({
    total,
    ...grid.seen,
    pageQuery: (offset, limit) => queries.passes.page.queryOptions({ ...request, offset, limit }),
  });
  const { rowAt } = pages;
  const isChosen = new Set(usePasses((state) => state.chosenKeys));
  const { cursor, onClick, onKeyDown, openMenu } = usePassCursor({ request, grid, rowAt, onMenu: setMenu });

  return (
    <>
      <VirtualGrid
        grid={grid}
        label={texts.list.label}
        tracks={tracks}
        header={<PassGridHeader columns={columns} />}
        row={(index, top) => {
          const row = rowAt(index);
          const group = row?.kind === 'group' ? row.group : null;
          const pass = row?.kind === 'pass' ? row.pass : null;
          return (
            <GridRow
              key={index}
              id={`pass-row-${index}`}
              index={index}
              top={top}
              template={group ? '1fr' : tracks.template}
              isLoaded={row !== undefined}
              isCursor={cursor === index}
              aria-selected={pass ? isChosen.has(pass.key) : undefined}
              aria-expanded={group ? !group.isCollapsed : undefined}
              onClick={(event) => onClick(index, event)}
              onContextMenu={(event) => {
                event.preventDefault();
                openMenu(index, event.clientX, event.clientY);
              }}
            >
              {group ? (
                <GroupHeading group={group} columnCount={columns.length} />
              ) : (
                columns.map(({ field, isNumeric, cell }) => (
                  <td key={field} className={gridStyles.cell} data-numeric={isNumeric || undefined}>
                    {pass ? cell(pass) : ''}
                  </td>
                ))
              )}
            </GridRow>
          );
        }}
        isMultiselectable
        activeId={cursor === null ? undefined : `pass-row-${cursor}`}
        loading={pages}
        onKeyDown={onKeyDown}
      />
      <PassMenu
        target={menu}
        onClose={() => {
          setMenu(null);
          grid.scroller.current?.focus();
        }}
      />
    </>
  );
}

/** The cursor of the passes and groups. Moving it selects its pass; a click, Enter or Space opens and closes a group. */
function usePassCursor({
  request,
  grid,
  rowAt,
  onMenu,
}: {
  readonly request: PassQuery;
  readonly grid: ReturnType<typeof useVirtualGrid>;
  readonly rowAt: (index: number) => PassRow | undefined;
  readonly onMenu: (target: PassMenuTarget) => void;
}) {
  const { commands, stores } = useApp();
  const { toggleCollapsed } = stores.passes.getState();
  // Opening and closing a group leaves the cursor at it.
  const { collapsed: _collapsed, ...rows } = request;
  const { cursor, setCursor, onRowClick, onKeyDown } = useGridCursor({
    grid,
    rowAt,
    rows: JSON.stringify(rows),
    selection: usePassSelection(request, grid.total, rowAt),
    onRow(row, mode) {
      if (mode === 'only' && row.kind === 'pass') choosePasses(stores, [row.pass.key]);
    },
    onCopy: () => commands.run('passes.copy'),
    onEnter(index) {
      const row = rowAt(index);
      if (row?.kind === 'group') toggleCollapsed(row.group.key);
      else if (row) commands.run('passes.zoom');
    },
    onMenu(index) {
      const bounds = document.getElementById(`pass-row-${index}`)?.getBoundingClientRect();
      if (bounds) openMenu(index, bounds.left + 12, bounds.bottom);
    },
  });

  function openMenu(index: number, x: number, y: number): void {
    const row = rowAt(index);
    if (!row) return;
    setCursor(index);
    onMenu({ row, x, y });
  }

  /** The arrow keys open and close the group at the cursor. */
  function onArrowKey(event: KeyboardEvent): void {
    const row = cursor === null ? undefined : rowAt(cursor);
    const group = row?.kind === 'group' ? row.group : null;
    const isToggled = group && event.key === (group.isCollapsed ? 'ArrowRight' : 'ArrowLeft');
    if (isToggled && event.target === event.currentTarget) {
      event.preventDefault();
      toggleCollapsed(group.key);
    } else onKeyDown(event);
  }

  function onClick(index: number, event: MouseEvent): void {
    const row = rowAt(index);
    if (row?.kind === 'group') {
      setCursor(index);
      toggleCollapsed(row.group.key);
    } else onRowClick(index, event);
  }

  return { cursor, onClick, onKeyDown: onArrowKey, openMenu };
}

/** The selected passes, which the map shows; rows of a range may not be loaded yet. */
function usePassSelection(
  request: PassQuery,
  total: number,
  rowAt: (index: number) => PassRow | undefined,
): GridSelection {
  const { api, stores } = useApp();

  async function chooseRange(from: number, to: number): Promise<void> {
    const offset = Math.min(from, to);
    const limit = Math.abs(to - from) + 1;
    if (limit > maxRange) return notifyInfo(texts.list.tooManyPasses(maxRange));
    const page = await api.passes.page.query({ ...request, offset, limit });
    if (!page.ok) return notifyFailure(page.failure, texts.list.notSelected);
    const keys = page.value.rows.flatMap((row) => (row.kind === 'pass' ? [row.pass.key] : []));
    choosePasses(stores, keys);
  }

  function toggleRow(row: PassRow | undefined): void {
    if (row?.kind === 'group') stores.passes.getState().toggleCollapsed(row.group.key);
    else if (row) {
      stores.results.getState().focus(null);
      stores.passes.getState().toggleChosen(row.pass.key);
    }
  }

  /** A row that is not loaded yet is toggled once it is. */
  async function toggle(index: number): Promise<void> {
    const loaded = rowAt(index);
    if (loaded) return toggleRow(loaded);
    const page = await api.passes.page.query({ ...request, offset: index, limit: 1 });
    if (page.ok) toggleRow(page.value.rows[0]);
    else notifyFailure(page.failure, texts.list.oneNotSelected);
  }

  return {
    toggle: (index) => void toggle(index),
    selectRange: (anchor, index) => void chooseRange(anchor, index),
    selectAll: () => void chooseRange(0, total - 1),
  };
}

/** Selects only these passes, and unfocuses the detection: the inspector shows one or the other. */
function choosePasses(stores: Stores, keys: readonly string[]): void {
  stores.results.getState().focus(null);
  stores.passes.getState().choose(keys);
}

/** The titles of the columns; a click sorts by one. */
function PassGridHeader({ columns }: { readonly columns: readonly PassColumn[] }) {
  const { stores } = useApp();
  const sort = usePasses((state) => state.sort);
  const sortBy = (field: PassSortField) =>
    stores.passes
      .getState()
      .setSort({ field, order: sort.field === field && sort.order === 'DESC' ? 'ASC' : 'DESC' });
  return (
    <>
      {columns.map(({ field, title, isNumeric }) => (
        <SortHeadCell
          key={field}
          title={title}
          isNumeric={isNumeric}
          order={sort.field === field ? sort.order : null}
          onSort={() => sortBy(field)}
        />
      ))}
    </>
  );
}

function GroupHeading({ group, columnCount }: { readonly group: PassGroup; readonly columnCount: number }) {
  const { subject, passes, detections, reviewed, isCollapsed } = group;
  return (
    <td className={`${gridStyles.cell} ${styles.group}`} colSpan={columnCount}>
      <span aria-hidden>{isCollapsed ? '▸' : '▾'}</span>
      {subject.kind === 'place' ? <IconAnchor size={13} stroke={1.5} aria-hidden /> : null}
      <strong>{groupTitle(subject)}</strong>
      <span className="muted">
        {formatQuantity(passes, 'pass', 'passes')} · {formatQuantity(detections, 'detection')}
        {detections > 0 ? texts.list.reviewed(reviewed, detections) : ''}
      </span>
    </td>
  );
}
