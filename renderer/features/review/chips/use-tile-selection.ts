import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { IdSet } from '../../../../shared/results/id-set.ts';
import type { ReviewChange } from '../../../../shared/review/review-change.ts';
import { useApp } from '../../../app/app-context.tsx';
import { notifyUndo } from '../../../app/notify.tsx';
import { useResults } from '../../../app/use-stores.ts';
import { readReview, sayOf, undoSaid } from '../../../commands/review-work.ts';
import { formatQuantity } from '../../../components/format.ts';
import { type ChipGridLayout, chipBeyond, groupOfChip, lineOfChip } from './chip-grid-layout.ts';
import { tileId } from './chip-tile.tsx';

const verdictKeys = { c: 'confirmed', x: 'rejected', u: 'unsure' } as const;
const verdictWords = { confirmed: 'Confirmed', rejected: 'Rejected', unsure: 'Unsure' } as const;

/**
 * Where the grid's cursor stands, and what presses and keys do. A press or an arrow selects one chip, Shift everything
 * from there, Ctrl or Space takes one in or out; C, X, U and F are said of what is selected.
 */
export function useTileSelection({
  ids,
  layout,
  pageLines,
  show,
}: {
  readonly ids: Uint32Array;
  readonly layout: ChipGridLayout;
  /** Lines that are seen at once. */
  readonly pageLines: number;
  /** Brings the row of chips that begins at a line into view. */
  readonly show: (line: number) => void;
}) {
  const app = useApp();
  const { commands, stores } = app;
  const { results, review } = stores;
  const [cursor, setCursor] = useState<number | null>(null);
  const anchor = useRef<number | null>(null);
  /** The selection as this grid has made it: what was selected elsewhere is judged only after asking. */
  const own = useRef<IdSet | null>(null);

  // Others may have come before it, or it may have gone.
  const cursorId = useRef<number | null>(null);
  useEffect(() => {
    if (cursorId.current === null) return;
    const place = ids.indexOf(cursorId.current);
    setCursor(place === -1 ? null : place);
  }, [ids]);

  // What is looked at elsewhere, such as on the map, is shown here.
  const focusedId = useResults((state) => state.focusedId);
  const latest = useRef({ ids, layout, show });
  latest.current = { ids, layout, show };
  useEffect(() => {
    if (focusedId === null || focusedId === cursorId.current) return;
    const place = latest.current.ids.indexOf(focusedId);
    if (place === -1) return;
    cursorId.current = focusedId;
    anchor.current = place;
    setCursor(place);
    latest.current.show(lineOfChip(latest.current.layout, place));
  }, [focusedId]);

  function select(set: IdSet): void {
    own.current = set;
    results.getState().setSelected(set);
  }

  function moveTo(place: number): void {
    const id = ids[place];
    if (id === undefined) return;
    cursorId.current = id;
    setCursor(place);
    results.getState().focus(id);
  }

  function selectTo(place: number): void {
    const from = anchor.current ?? cursor ?? place;
    anchor.current = from;
    select(IdSet.of(ids.subarray(Math.min(from, place), Math.max(from, place) + 1)));
  }

  function selectOne(place: number): void {
    const id = ids[place];
    if (id === undefined) return;
    anchor.current = place;
    select(IdSet.of([id]));
  }

  function toggle(place: number): void {
    const id = ids[place];
    if (id === undefined) return;
    anchor.current = place;
    select(results.getState().selectedIds.toggle(id));
  }

  function onPress(place: number, event: MouseEvent): void {
    if (event.shiftKey) selectTo(place);
    else if (event.ctrlKey || event.metaKey) toggle(place);
    else selectOne(place);
    moveTo(place);
  }

  function say(change: ReviewChange): void {
    const { selectedIds } = results.getState();
    const id = cursor === null ? undefined : ids[cursor];
    if (selectedIds.size > 1) {
      const which = [...selectedIds];
      if (selectedIds !== own.current) {
        review.setState({ asking: { ids: which, change } });
        return;
      }
      void sayOf(app, which, change);
      notifyUndo(`${wordOf(change)}: ${formatQuantity(which.length, 'detection')}.`, () => undoSaid(app));
      return;
    }
    const only = id ?? selectedIds.ids[0];
    if (only === undefined) return;
    void sayOf(app, [only], change);
    // One after the other, as in a review.
    if (change.verdict && cursor !== null && cursor + 1 < ids.length) arrive(cursor + 1);
  }

  async function flag(): Promise<void> {
    const { selectedIds } = results.getState();
    const id = cursor === null ? undefined : ids[cursor];
    if (selectedIds.size > 1 || id === undefined) say({ flagged: true });
    else say({ flagged: !(await readReview(app, id))?.flagged });
  }

  function arrive(place: number): void {
    selectOne(place);
    moveTo(place);
    show(lineOfChip(layout, place));
  }

  function pressVerdict(key: string): boolean {
    if (key === 'f') void flag();
    else if (key in verdictKeys) say({ verdict: verdictKeys[key as keyof typeof verdictKeys] });
    else if (key === 'z') commands.run('review.undo');
    else return false;
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || ids.length === 0) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'a') return;
      event.preventDefault();
      select(IdSet.of(ids));
      return;
    }
    if (event.key === ' ' && cursor !== null) {
      event.preventDefault();
      toggle(cursor);
      return;
    }
    if (!event.shiftKey && (key in verdictKeys || key === 'f' || key === 'z')) {
      event.preventDefault();
      // A held key would judge whatever comes.
      if (!event.repeat) pressVerdict(key);
      return;
    }
    const target = targetOf(event.key, cursor, layout, pageLines, ids.length);
    if (target === null) return;
    event.preventDefault();
    if (event.shiftKey) {
      anchor.current ??= cursor;
      selectTo(target);
      moveTo(target);
      show(lineOfChip(layout, target));
    } else arrive(target);
  }

  // Tiles are drawn again only when something of theirs changes, so they get the same function every time.
  const latestPress = useRef(onPress);
  latestPress.current = onPress;
  return {
    cursor,
    activeId: cursor === null ? undefined : tileId(cursor),
    onPress: useCallback((place: number, event: MouseEvent) => latestPress.current(place, event), []),
    onKeyDown,
    /** Selects all chips of an image. */
    selectGroup(group: number): void {
      const from = layout.chipsBefore[group] ?? 0;
      anchor.current = from;
      select(IdSet.of(ids.subarray(from, layout.chipsBefore[group + 1])));
      if (cursor === null || groupOfChip(layout, cursor) !== group) moveTo(from);
      document.querySelector<HTMLElement>('[role="listbox"][aria-label="Chips"]')?.focus();
    },
  };
}

function wordOf({ verdict, flagged }: ReviewChange): string {
  if (verdict) return verdictWords[verdict];
  return flagged ? 'Flagged' : 'Flag taken away';
}

/** Where a key moves the cursor to; null when it does not. */
function targetOf(
  key: string,
  cursor: number | null,
  layout: ChipGridLayout,
  pageLines: number,
  count: number,
): number | null {
  const at = cursor ?? -1;
  const clamp = (place: number) => Math.min(count - 1, Math.max(0, place));
  const rows = Math.max(1, Math.floor(pageLines / layout.linesOfChips));
  const beyond = (way: 1 | -1, times: number) => {
    let place = clamp(at);
    for (let step = 0; step < times; step += 1) place = chipBeyond(layout, place, way);
    return place;
  };
  switch (key) {
    case 'ArrowRight':
      return clamp(at + 1);
    case 'ArrowLeft':
      return clamp(at - 1);
    case 'ArrowDown':
      return cursor === null ? 0 : beyond(1, 1);
    case 'ArrowUp':
      return beyond(-1, 1);
    case 'PageDown':
      return beyond(1, rows);
    case 'PageUp':
      return beyond(-1, rows);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
