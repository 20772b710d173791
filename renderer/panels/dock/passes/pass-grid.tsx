import { useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { PassRow, WantedPasses } from '../../../../shared/passes/pass.ts';
import { ask } from '../../../api/ask.ts';
import { toFailure } from '../../../api/failure-error.ts';
import { useApp } from '../../../app/app-context.tsx';
import { notifyFailure } from '../../../app/notify.tsx';
import { usePasses } from '../../../app/use-stores.ts';
import { FailureNote } from '../../../components/failure-note.tsx';
import type { Stores } from '../../../stores/stores.ts';
import tableStyles from '../table/table.module.css';
import { useRowScroll } from '../table/use-row-scroll.ts';
import { passTracks } from './pass-columns.tsx';
import { PassGridHead } from './pass-grid-head.tsx';
import { PassGridRow } from './pass-grid-row.tsx';
import { pageRows, passPageQuery } from './use-pass-list.ts';

const rowHeight = 24;
const headHeight = 26;
/** Most rows that are chosen by one stroke. */
const longestRange = 1_000;

/** The passes as an ARIA grid of which only the visible rows exist; the footprints of those chosen lie on the map. */
export function PassGrid({ wanted, total }: { readonly wanted: WantedPasses; readonly total: number }) {
  const { api, commands, stores } = useApp();
  const { toggleClosed } = stores.passes.getState();
  const choose = (keys: readonly string[]) => choosePasses(stores, keys);
  const toggleChosen = (key: string) => {
    stores.results.getState().focus(null);
    stores.passes.getState().toggleChosen(key);
  };
  const scroller = useRef<HTMLTableElement>(null);
  const scroll = useRowScroll(scroller, total, rowHeight, headHeight);
  const [cursor, setCursor] = useState<number | null>(null);
  /** Where a range begins. */
  const anchor = useRef<number | null>(null);
  const chosen = usePasses((state) => state.chosen);
  const isChosen = new Set(chosen);
  const firstPage = Math.floor(scroll.seen.first / pageRows);
  const lastPage = Math.max(firstPage, Math.floor(scroll.seen.last / pageRows));
  const pages = useQueries({
    queries: Array.from({ length: lastPage - firstPage + 1 }, (_, index) =>
      passPageQuery(api, { ...wanted, offset: (firstPage + index) * pageRows, limit: pageRows }),
    ),
  });
  const failed = pages.find(({ error }) => error);
  const rowAt = (index: number): PassRow | undefined =>
    pages[Math.floor(index / pageRows) - firstPage]?.data?.rows[index % pageRows];

  /** The row that is chosen as soon as its page has come. */
  const [awaited, setAwaited] = useState<number | null>(null);
  const arrived = awaited === null ? undefined : rowAt(awaited);
  useEffect(() => {
    if (!arrived) return;
    setAwaited(null);
    if (arrived.kind === 'pass') choosePasses(stores, [arrived.pass.key]);
  }, [arrived, stores]);

  async function chooseRange(from: number, to: number): Promise<void> {
    const offset = Math.min(from, to);
    const limit = Math.min(longestRange, Math.abs(to - from) + 1);
    const page = await ask(() => api.passes.page.query({ ...wanted, offset, limit }));
    if (!page.ok) notifyFailure(page.failure, 'The passes between were not chosen.');
    else choose(page.value.rows.flatMap((row) => (row.kind === 'pass' ? [row.pass.key] : [])));
  }

  function goTo(index: number, how: 'choose' | 'extend' | 'move' = 'choose'): void {
    const to = Math.min(total - 1, Math.max(0, index));
    setCursor(to);
    setAwaited(how === 'choose' ? to : null);
    scroll.show(to);
    if (how === 'extend' && anchor.current !== null) {
      void chooseRange(anchor.current, to);
      return;
    }
    if (how !== 'move') anchor.current = to;
  }

  function press(index: number, event: MouseEvent): void {
    const row = rowAt(index);
    if (row?.kind === 'group') {
      setCursor(index);
      toggleClosed(row.group.key);
    } else if (event.shiftKey) goTo(index, 'extend');
    else if ((event.ctrlKey || event.metaKey) && row) {
      setCursor(index);
      setAwaited(null);
      anchor.current = index;
      toggleChosen(row.pass.key);
    } else goTo(index);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return;
    const pageStep = Math.max(1, scroll.seen.last - scroll.seen.first - 1);
    const at = cursor ?? -1;
    const row = cursor === null ? undefined : rowAt(cursor);
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + pageStep,
      PageUp: at - pageStep,
      Home: 0,
      End: total - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) goTo(target, event.shiftKey ? 'extend' : event.ctrlKey ? 'move' : 'choose');
    else if (row?.kind === 'group' && isFolding(event.key, row.group.isClosed)) toggleClosed(row.group.key);
    else if (row?.kind === 'pass' && event.key === ' ') toggleChosen(row.pass.key);
    else if (row?.kind === 'pass' && event.key === 'Enter') commands.run('passes.zoom');
    else return;
    event.preventDefault();
  }

  return (
    <div className={tableStyles.gridFrame}>
      {failed?.error ? (
        <FailureNote failure={toFailure(failed.error)} onRetry={() => void failed.refetch()} />
      ) : null}
      <table
        ref={scroller}
        className={tableStyles.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid pattern is built on a table
        role="grid"
        tabIndex={0}
        data-region="table"
        aria-label="Passes"
        aria-multiselectable
        aria-rowcount={total + 1}
        aria-activedescendant={cursor === null ? undefined : `pass-row-${cursor}`}
        onKeyDown={onKeyDown}
        onScroll={scroll.onScroll}
      >
        <PassGridHead />
        <tbody
          className={tableStyles.rows}
          style={{ height: scroll.stageHeight, minWidth: passTracks.least }}
        >
          {scroll.indexes.map((index) => {
            const row = rowAt(index);
            return (
              <PassGridRow
                key={index}
                index={index}
                top={scroll.topOf(index)}
                row={row}
                isCursor={cursor === index}
                isChosen={row?.kind === 'pass' && isChosen.has(row.pass.key)}
                onPress={(event) => press(index, event)}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Chooses these alone. The inspector shows a detection or a pass. */
function choosePasses(stores: Stores, keys: readonly string[]): void {
  stores.results.getState().focus(null);
  stores.passes.getState().choose(keys);
}

function isFolding(key: string, isClosed: boolean): boolean {
  return key === 'Enter' || key === ' ' || key === (isClosed ? 'ArrowRight' : 'ArrowLeft');
}
