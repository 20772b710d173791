import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { PassQuery, PassRow } from '../../../shared/passes/pass.ts';
import { useApp } from '../../context/app-context.tsx';
import { usePasses } from '../../context/use-stores.ts';
import type { Stores } from '../../stores/stores.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { RowGrid, useRowGrid } from '../../ui/table/row-grid.tsx';
import type { GridSelection } from '../../ui/table/use-grid-cursor.ts';
import { passColumns } from './pass-columns.tsx';
import { PassMenu, type PassMenuTarget } from './pass-menu.tsx';
import { texts } from './texts.ts';

/** Maximum number of rows that one Shift click selects. */
const maxRange = 1_000;

/** The passes and groups in a grid. The map shows the footprints of the selected ones. */
export function PassGrid({ request, total }: { readonly request: PassQuery; readonly total: number }) {
  const { commands, queries, stores } = useApp();
  const { setSort, toggleCollapsed } = stores.passes.getState();
  const [menu, setMenu] = useState<PassMenuTarget | null>(null);
  const isChosen = new Set(usePasses((state) => state.chosenKeys));
  const sort = usePasses((state) => state.sort);
  // Opening and closing a group leaves the cursor at it.
  const { collapsed: _collapsed, ...rows } = request;
  const grid = useRowGrid({
    id: 'pass',
    total,
    rows: JSON.stringify(rows),
    pageQuery: (offset, limit) => queries.passes.page.queryOptions({ ...request, offset, limit }),
    selection: usePassSelection(request, total),
    onRow(row, mode) {
      if (mode === 'only' && row.kind === 'pass') choosePasses(stores, [row.pass.key]);
    },
    onCopy: () => commands.run('passes.copy'),
    onEnter(row) {
      if (row?.kind === 'group') toggleCollapsed(row.group.key);
      else if (row) commands.run('passes.zoom');
    },
    onMenu({ index, ...target }) {
      grid.setCursor(index);
      setMenu(target);
    },
  });
  const { cursor, rowAt } = grid;

  /** The arrow keys open and close the group at the cursor. */
  function onKeyDown(event: KeyboardEvent): void {
    const row = cursor === null ? undefined : rowAt(cursor);
    const group = row?.kind === 'group' ? row.group : null;
    const isToggled = group && event.key === (group.isCollapsed ? 'ArrowRight' : 'ArrowLeft');
    if (isToggled && event.target === event.currentTarget) {
      event.preventDefault();
      toggleCollapsed(group.key);
    } else grid.onKeyDown(event);
  }

  function onRowClick(index: number, event: MouseEvent): void {
    const row = rowAt(index);
    if (row?.kind === 'group') {
      grid.setCursor(index);
      toggleCollapsed(row.group.key);
    } else grid.onRowClick(index, event);
  }

  return (
    <>
      <RowGrid
        grid={grid}
        label={texts.list.label}
        columns={passColumns}
        sort={sort}
        firstOrder="DESC"
        onSort={setSort}
        useRowAttributes={(row) =>
          row?.kind === 'group'
            ? { 'data-heading': true, 'aria-expanded': !row.group.isCollapsed }
            : { 'aria-selected': row && isChosen.has(row.pass.key) }
        }
        onRowClick={onRowClick}
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

/** The selected passes, which the map shows; rows of a range may not be loaded yet. */
function usePassSelection(request: PassQuery, total: number): GridSelection<PassRow> {
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
  async function toggle(index: number, loaded: PassRow | undefined): Promise<void> {
    if (loaded) return toggleRow(loaded);
    const page = await api.passes.page.query({ ...request, offset: index, limit: 1 });
    if (page.ok) toggleRow(page.value.rows[0]);
    else notifyFailure(page.failure, texts.list.oneNotSelected);
  }

  return {
    toggle: (index, row) => void toggle(index, row),
    selectRange: (anchor, index) => void chooseRange(anchor, index),
    selectAll: () => void chooseRange(0, total - 1),
  };
}

/** Selects only these passes, and unfocuses the detection: the inspector shows one or the other. */
function choosePasses(stores: Stores, keys: readonly string[]): void {
  stores.results.getState().focus(null);
  stores.passes.getState().choose(keys);
}
