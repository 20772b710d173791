import { Menu } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { Pass, PassGroup, PassQuery, PassRow } from '../../../shared/passes/pass.ts';
import { filterByValue } from '../../../shared/results/filter-by-value.ts';
import { useApp } from '../../context/app-context.tsx';
import { usePasses } from '../../context/use-stores.ts';
import type { Stores } from '../../stores/stores.ts';
import { ContextMenu } from '../../ui/context-menu.tsx';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { RowGrid, useRowGrid } from '../../ui/table/row-grid.tsx';
import type { GridSelection } from '../../ui/table/use-grid-cursor.ts';
import { passColumns } from './pass-columns.tsx';
import { exportPass, filterToPass, passTitle, reviewPass, zoomToPasses } from './pass-commands.ts';
import { groupTitle } from './pass-texts.ts';
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

/** The row of an open menu, and the menu's position in the window. */
type PassMenuTarget = { readonly row: PassRow; readonly x: number; readonly y: number };

/** The context menu of a pass, or of the heading of a group. */
function PassMenu({
  target,
  onClose,
}: {
  readonly target: PassMenuTarget | null;
  readonly onClose: () => void;
}) {
  if (!target) return null;
  const { row, x, y } = target;
  const label =
    row.kind === 'pass'
      ? texts.menu.pass(passTitle(row.pass))
      : texts.menu.group(groupTitle(row.group.subject));
  return (
    <ContextMenu x={x} y={y} label={label} onClose={onClose}>
      {row.kind === 'pass' ? <PassItems pass={row.pass} /> : <GroupItems group={row.group} />}
    </ContextMenu>
  );
}

function PassItems({ pass }: { readonly pass: Pass }) {
  const app = useApp();
  const chosen = usePasses((state) => state.chosenKeys);
  const { compare } = app.stores.passes.getState();
  const others = chosen.filter((key) => key !== pass.key);
  const [other] = others;
  const hasDetections = pass.detections > 0;
  const note = hasDetections ? null : texts.menu.noDetections;
  return (
    <>
      <Menu.Label>{passTitle(pass)}</Menu.Label>
      <Menu.Item onClick={() => void zoomToPasses(app, [pass.key])}>{texts.menu.zoom}</Menu.Item>
      <Menu.Item
        disabled={!hasDetections}
        rightSection={note}
        onClick={() => void filterToPass(app, pass.key)}
      >
        {texts.menu.filter}
      </Menu.Item>
      <Menu.Item disabled={!hasDetections} onClick={() => void reviewPass(app, pass)}>
        {texts.menu.review}
      </Menu.Item>
      <Menu.Item disabled={!hasDetections} onClick={() => void exportPass(app, pass.key)}>
        {texts.menu.export}
      </Menu.Item>
      {others.length === 1 && other !== undefined ? (
        <Menu.Item onClick={() => compare({ a: other, b: pass.key })}>
          {chosen.length === 2 ? texts.menu.compareTwo : texts.menu.compare}
        </Menu.Item>
      ) : null}
    </>
  );
}

function GroupItems({ group: { key, subject, isCollapsed } }: { readonly group: PassGroup }) {
  const { stores } = useApp();
  const { toggleCollapsed } = stores.passes.getState();
  return (
    <>
      <Menu.Label>{groupTitle(subject)}</Menu.Label>
      {subject.kind === 'place' ? (
        <Menu.Item
          onClick={() => {
            const { filter, replaceFilter } = stores.results.getState();
            replaceFilter(filterByValue(filter, 'place', subject.place));
          }}
        >
          {subject.place === null ? texts.menu.withoutPlace : texts.menu.onlyPlace(subject.place)}
        </Menu.Item>
      ) : null}
      <Menu.Item onClick={() => toggleCollapsed(key)}>
        {isCollapsed ? texts.menu.expand : texts.menu.collapse}
      </Menu.Item>
    </>
  );
}
