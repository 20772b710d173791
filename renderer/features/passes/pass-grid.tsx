import { IconAnchor } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { formatQuantity } from '../../../shared/format.ts';
import type { PassGroup, PassQuery, PassRow, PassSortField } from '../../../shared/passes/pass.ts';
import { callApi } from '../../api/call-api.ts';
import { useApp } from '../../context/app-context.tsx';
import { usePasses } from '../../context/use-stores.ts';
import type { Stores } from '../../stores/stores.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { fitColumns } from '../../ui/virtual-grid/fit-columns.ts';
import { nextIndex } from '../../ui/virtual-grid/next-index.ts';
import { SortHeadCell } from '../../ui/virtual-grid/sort-head-cell.tsx';
import { useRowPages } from '../../ui/virtual-grid/use-row-pages.ts';
import gridStyles from '../../ui/virtual-grid/virtual-grid.module.css';
import { useVirtualGrid, VirtualGrid } from '../../ui/virtual-grid/virtual-grid.tsx';
import { type PassColumn, passColumns } from './pass-columns.tsx';
import { PassMenu, type PassMenuTarget } from './pass-menu.tsx';
import { groupTitle } from './pass-texts.ts';
import styles from './passes.module.css';
import { texts } from './texts.ts';
import { passPageQuery } from './use-pass-list-request.ts';

/** Maximum number of rows that one Shift click selects. */
const maxRange = 1_000;

/** The passes in a virtual grid. The map shows the footprints of the selected ones. */
export function PassGrid({ request, total }: { readonly request: PassQuery; readonly total: number }) {
  const grid = useVirtualGrid(total);
  const { columns, tracks } = fitColumns(passColumns, grid.viewWidth);
  const [menu, setMenu] = useState<PassMenuTarget | null>(null);
  const { api } = useApp();
  const pages = useRowPages<PassRow>({
    total,
    ...grid.seen,
    pageQuery: (offset, limit) => passPageQuery(api, { ...request, offset, limit }),
  });
  const { rowAt } = pages;
  const isChosen = new Set(usePasses((state) => state.chosenKeys));
  const { cursor, onRowClick, onKeyDown, openMenu } = usePassSelection({
    request,
    grid,
    rowAt,
    onMenu: setMenu,
  });

  return (
    <>
      <VirtualGrid
        grid={grid}
        label={texts.list.label}
        tracks={tracks}
        header={<PassGridHeader columns={columns} />}
        row={(index, top) => {
          const row = rowAt(index);
          return (
            <PassGridRow
              key={index}
              index={index}
              top={top}
              columns={columns}
              template={tracks.template}
              row={row}
              isCursor={cursor === index}
              isChosen={row?.kind === 'pass' && isChosen.has(row.pass.key)}
              onClick={(event) => onRowClick(index, event)}
              onContextMenu={(event) => {
                event.preventDefault();
                openMenu(index, event.clientX, event.clientY);
              }}
            />
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

/**
 * The cursor of the passes, and what clicks and keys do with it. Moving the cursor selects its pass. Ctrl or Space adds
 * it to the selection; Shift selects everything from the last selected row.
 */
function usePassSelection({
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
  const { api, commands, stores } = useApp();
  const { toggleCollapsed: toggleClosed } = stores.passes.getState();
  const choose = (keys: readonly string[]) => choosePasses(stores, keys);
  const toggleChosen = (key: string) => {
    stores.results.getState().focus(null);
    stores.passes.getState().toggleChosen(key);
  };
  const [cursor, setCursor] = useState<number | null>(null);
  /** The index at which a range selection starts. */
  const anchor = useRef<number | null>(null);
  /** The row that is selected as soon as its page is loaded. */
  const [pendingIndex, setPendingIndex] = useState<number | null>(null);
  const pendingRow = pendingIndex === null ? undefined : rowAt(pendingIndex);
  useEffect(() => {
    if (!pendingRow) return;
    setPendingIndex(null);
    if (pendingRow.kind === 'pass') choosePasses(stores, [pendingRow.pass.key]);
  }, [pendingRow, stores]);

  async function chooseRange(from: number, to: number): Promise<void> {
    const offset = Math.min(from, to);
    const limit = Math.abs(to - from) + 1;
    if (limit > maxRange) return notifyInfo(texts.list.tooManyPasses(maxRange));
    const page = await callApi(() => api.passes.page.query({ ...request, offset, limit }));
    if (!page.ok) notifyFailure(page.failure, texts.list.notSelected);
    else choose(page.value.rows.flatMap((row) => (row.kind === 'pass' ? [row.pass.key] : [])));
  }

  function goTo(index: number, how: 'choose' | 'extend' | 'move' = 'choose'): void {
    setCursor(index);
    setPendingIndex(how === 'choose' ? index : null);
    grid.show(index);
    if (how === 'extend' && anchor.current !== null) {
      void chooseRange(anchor.current, index);
      return;
    }
    if (how !== 'move') anchor.current = index;
  }

  function onRowClick(index: number, event: MouseEvent): void {
    const row = rowAt(index);
    if (row?.kind === 'group') {
      setCursor(index);
      toggleClosed(row.group.key);
    } else if (event.shiftKey) goTo(index, 'extend');
    else if ((event.ctrlKey || event.metaKey) && row) {
      setCursor(index);
      setPendingIndex(null);
      anchor.current = index;
      toggleChosen(row.pass.key);
    } else goTo(index);
  }

  function openMenu(index: number, x: number, y: number): void {
    const row = rowAt(index);
    if (!row) return;
    setCursor(index);
    onMenu({ row, x, y });
  }

  function openMenuAtCursor(): void {
    const bounds = document.getElementById(`pass-row-${cursor}`)?.getBoundingClientRect();
    if (cursor !== null && bounds) openMenu(cursor, bounds.left + 12, bounds.bottom);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return;
    const controlKey = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : null;
    if (controlKey === 'a' || controlKey === 'c') {
      event.preventDefault();
      if (controlKey === 'c') commands.run('passes.copy');
      else void chooseRange(0, grid.total - 1);
      return;
    }
    const row = cursor === null ? undefined : rowAt(cursor);
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault();
      openMenuAtCursor();
      return;
    }
    const target = nextIndex(event.key, cursor, grid.total, grid.pageStep);
    if (target !== null) goTo(target, event.shiftKey ? 'extend' : event.ctrlKey ? 'move' : 'choose');
    else if (row?.kind === 'group' && togglesGroup(event.key, row.group.isCollapsed))
      toggleClosed(row.group.key);
    else if (row?.kind === 'pass' && event.key === ' ') toggleChosen(row.pass.key);
    else if (row?.kind === 'pass' && event.key === 'Enter') commands.run('passes.zoom');
    else return;
    event.preventDefault();
  }

  return { cursor, onRowClick, onKeyDown, openMenu };
}

/** Selects only these passes, and unfocuses the detection: the inspector shows one or the other. */
function choosePasses(stores: Stores, keys: readonly string[]): void {
  stores.results.getState().focus(null);
  stores.passes.getState().choose(keys);
}

function togglesGroup(key: string, isClosed: boolean): boolean {
  return key === 'Enter' || key === ' ' || key === (isClosed ? 'ArrowRight' : 'ArrowLeft');
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

/** A pass, or the heading of a group. */
function PassGridRow({
  index,
  top,
  columns,
  template,
  row,
  isCursor,
  isChosen,
  onClick,
  onContextMenu,
}: {
  readonly index: number;
  readonly top: number;
  readonly columns: readonly PassColumn[];
  readonly template: string;
  readonly row: PassRow | undefined;
  readonly isCursor: boolean;
  readonly isChosen: boolean;
  readonly onClick: (event: MouseEvent) => void;
  readonly onContextMenu: (event: MouseEvent) => void;
}) {
  return (
    <tr
      id={`pass-row-${index}`}
      className={gridStyles.row}
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      aria-selected={row?.kind === 'pass' ? isChosen : undefined}
      aria-expanded={row?.kind === 'group' ? !row.group.isCollapsed : undefined}
      data-cursor={isCursor || undefined}
      style={{
        gridTemplateColumns: row?.kind === 'group' ? '1fr' : template,
        transform: `translateY(${top}px)`,
      }}
      onClick={onClick}
      onContextMenu={onContextMenu}
    >
      {row?.kind === 'group' ? (
        <GroupHeading group={row.group} columnCount={columns.length} />
      ) : (
        columns.map(({ field, isNumeric, cell }) => (
          <td key={field} className={gridStyles.cell} data-numeric={isNumeric || undefined}>
            {row ? cell(row.pass) : ''}
          </td>
        ))
      )}
    </tr>
  );
}

function GroupHeading({ group, columnCount }: { readonly group: PassGroup; readonly columnCount: number }) {
  const { subject, passes, detections, reviewed, isCollapsed: isClosed } = group;
  return (
    <td className={`${gridStyles.cell} ${styles.group}`} colSpan={columnCount}>
      <span aria-hidden>{isClosed ? '▸' : '▾'}</span>
      {subject.kind === 'place' ? <IconAnchor size={13} stroke={1.5} aria-hidden /> : null}
      <strong>{groupTitle(subject)}</strong>
      <span className="muted">
        {formatQuantity(passes, 'pass', 'passes')} · {formatQuantity(detections, 'detection')}
        {detections > 0 ? texts.list.reviewed(reviewed, detections) : ''}
      </span>
    </td>
  );
}
