import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatQuantity } from '../../../../shared/format.ts';
import { IdSet } from '../../../../shared/results/id-set.ts';
import { verdictSchema } from '../../../../shared/review/review.ts';
import type { ReviewChange } from '../../../../shared/review/review-change.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useResults } from '../../../context/use-stores.ts';
import { pressedKey } from '../../../ui/keys.ts';
import { clickMode, type SelectionMode, selectByKey } from '../../../ui/table/select-by-key.ts';
import { reviewDetections, toggleFlag } from '../review-commands.ts';
import { texts } from '../texts.ts';
import { type ChipGridLayout, chipAboveOrBelow, groupOfChip, lineOfChip } from './chip-grid-layout.ts';
import { tileElementId } from './chip-tile.tsx';

const verdictLabels = {
  confirmed: texts.verdicts.confirmed,
  rejected: texts.verdicts.rejected,
  unsure: texts.verdicts.unsure,
} as const;

/**
 * Cursor and selection of the chip grid. A click or an arrow key selects one chip, Shift a range, Ctrl or Space toggles
 * one; C, X, U and F review the selection.
 */
export function useTileSelection({
  ids,
  layout,
  pageLines,
  show,
}: {
  readonly ids: Uint32Array;
  readonly layout: ChipGridLayout;
  /** Number of lines that are visible at a time. */
  readonly pageLines: number;
  /** Scrolls the row of chips that starts at a line into view. */
  readonly show: (line: number) => void;
}) {
  const { results } = useApp().stores;
  /** The detection from which Shift selects. */
  const anchorId = useRef<number | null>(null);
  /** The selection made in this grid: reviewing a selection made elsewhere needs a confirmation. */
  const ownSelection = useRef<IdSet | null>(null);
  const { cursor, cursorId, setCursorId } = useTileCursor(ids, (id, index) => {
    anchorId.current = id;
    // What is focused elsewhere is reviewed instead of the one chip that was clicked here.
    if (ownSelection.current?.size === 1) ownSelection.current = null;
    show(lineOfChip(layout, index));
  });

  function setSelection(set: IdSet): void {
    ownSelection.current = set;
    results.getState().setSelected(set);
  }

  function moveTo(index: number): void {
    const id = ids[index];
    if (id === undefined) return;
    setCursorId(id);
    results.getState().focus(id);
  }

  /** Selects a chip, toggles it, or selects the range from the anchor to it. */
  function select(index: number, mode: SelectionMode): void {
    const id = ids[index];
    if (id === undefined) return;
    const from = mode === 'range' ? (indexOf(ids, anchorId.current) ?? cursor ?? index) : index;
    anchorId.current = ids[from] ?? null;
    setSelection(
      mode === 'toggle'
        ? results.getState().selectedIds.toggle(id)
        : IdSet.of(ids.subarray(Math.min(from, index), Math.max(from, index) + 1)),
    );
  }

  function selectAndShow(index: number, mode: SelectionMode): void {
    select(index, mode);
    moveTo(index);
    show(lineOfChip(layout, index));
  }

  const reviewActionOf = useTileReview({
    cursorId,
    isOwnSelection: () => results.getState().selectedIds === ownSelection.current,
    goToNext: () => cursor !== null && cursor + 1 < ids.length && selectAndShow(cursor + 1, 'only'),
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || ids.length === 0) return;
    const isControl = event.ctrlKey || event.metaKey;
    const reviewAction = isControl || event.shiftKey ? null : reviewActionOf(pressedKey(event).toLowerCase());
    if (reviewAction) {
      event.preventDefault();
      // A held key would review one detection after another.
      if (!event.repeat) reviewAction();
      return;
    }
    selectByKey(event, cursor, {
      next: (key) => (isControl ? null : nextTileIndex(key, cursor, layout, pageLines, ids.length)),
      select: selectAndShow,
      toggle: isControl ? undefined : (index) => select(index, 'toggle'),
      selectAll: () => setSelection(IdSet.of(ids)),
    });
  }

  // The tiles are memoized, so the function passed to them must stay the same.
  const click = (index: number, event: MouseEvent) => {
    select(index, clickMode(event));
    moveTo(index);
  };
  const latestClick = useRef(click);
  latestClick.current = click;
  return {
    cursor,
    activeId: cursor === null ? undefined : tileElementId(cursor),
    onTileClick: useCallback((index: number, event: MouseEvent) => latestClick.current(index, event), []),
    onKeyDown,
    /** Selects all chips of an image. */
    selectGroup(group: number): void {
      const from = layout.chipsBefore[group] ?? 0;
      anchorId.current = ids[from] ?? null;
      setSelection(IdSet.of(ids.subarray(from, layout.chipsBefore[group + 1])));
      if (cursor === null || groupOfChip(layout, cursor) !== group) moveTo(from);
      document.querySelector<HTMLElement>('[role="listbox"][aria-label="Chips"]')?.focus();
    },
  };
}

/** The chip at the cursor. A detection focused elsewhere, such as on the map, becomes it; `onFocus` is called with it. */
function useTileCursor(ids: Uint32Array, onFocus: (id: number, index: number) => void) {
  const [cursorId, setCursorId] = useState<number | null>(null);
  // The chip may have moved or disappeared.
  const cursor = useMemo(() => indexOf(ids, cursorId), [ids, cursorId]);
  const focusedId = useResults((state) => state.focusedId);
  const latest = useRef({ ids, cursorId, onFocus });
  latest.current = { ids, cursorId, onFocus };
  useEffect(() => {
    const index = indexOf(latest.current.ids, focusedId);
    if (focusedId === null || index === null || focusedId === latest.current.cursorId) return;
    setCursorId(focusedId);
    latest.current.onFocus(focusedId, index);
  }, [focusedId]);
  return { cursor, cursorId: cursor === null ? null : cursorId, setCursorId };
}

/** Returns what a key without modifiers does to the selected chips, or else to the one at the cursor; null for others. */
function useTileReview({
  cursorId,
  isOwnSelection,
  goToNext,
}: {
  readonly cursorId: number | null;
  /** Whether the selection was made in this grid. */
  readonly isOwnSelection: () => boolean;
  readonly goToNext: () => void;
}): (key: string) => (() => void) | null {
  const app = useApp();
  const { commands, stores } = app;
  const { results, review } = stores;

  /** The one detection that a key reviews: the cursor may be on a chip that was just deselected. */
  function reviewedChip(): number | undefined {
    const [only] = results.getState().selectedIds;
    const atCursor = cursorId ?? undefined;
    return isOwnSelection() ? (only ?? atCursor) : (atCursor ?? only);
  }

  function applyReview(change: ReviewChange): void {
    const selected = [...results.getState().selectedIds];
    if (selected.length > 1) {
      if (!isOwnSelection()) {
        review.getState().setPendingConfirmation({ ids: selected, change });
        return;
      }
      const count = formatQuantity(selected.length, 'detection');
      void reviewDetections(app, selected, change, `${reviewChangeLabel(change)}: ${count}.`);
      return;
    }
    const only = reviewedChip();
    if (only === undefined) return;
    void reviewDetections(app, [only], change);
    // A verdict on a single chip selects the next one, as in a review queue.
    if (change.verdict && cursorId === only) goToNext();
  }

  function flag(): void {
    const id = reviewedChip();
    if (results.getState().selectedIds.size > 1 || id === undefined) applyReview({ flagged: true });
    else void toggleFlag(app, id);
  }

  return (key) => {
    const isKeyOf = (id: string) => commands.byId(id)?.hotkey?.toLowerCase() === key;
    if (key === 'z') return () => commands.run('edit.undo');
    if (isKeyOf('review.flag')) return flag;
    const verdict = verdictSchema.options.find((each) => isKeyOf(`review.${each}`));
    return verdict ? () => applyReview({ verdict }) : null;
  };
}

/** The index of an id in a list; null for none. */
function indexOf(ids: Uint32Array, id: number | null): number | null {
  const index = id === null ? -1 : ids.indexOf(id);
  return index === -1 ? null : index;
}

function reviewChangeLabel({ verdict, flagged }: ReviewChange): string {
  if (verdict) return verdictLabels[verdict];
  return flagged ? texts.verdicts.flagged : texts.verdicts.unflagged;
}

/** The index to which a key moves the cursor; null if the key does not move it. */
function nextTileIndex(
  key: string,
  cursor: number | null,
  layout: ChipGridLayout,
  pageLines: number,
  count: number,
): number | null {
  const at = cursor ?? -1;
  const clamp = (index: number) => Math.min(count - 1, Math.max(0, index));
  const rows = Math.max(1, Math.floor(pageLines / layout.linesPerChipRow));
  const moveRows = (direction: 1 | -1, times: number) => {
    let index = clamp(at);
    for (let step = 0; step < times; step += 1) index = chipAboveOrBelow(layout, index, direction);
    return index;
  };
  const moves: Readonly<Record<string, () => number>> = {
    ArrowRight: () => clamp(at + 1),
    ArrowLeft: () => clamp(at - 1),
    ArrowDown: () => (cursor === null ? 0 : moveRows(1, 1)),
    ArrowUp: () => moveRows(-1, 1),
    PageDown: () => moveRows(1, rows),
    PageUp: () => moveRows(-1, rows),
    Home: () => 0,
    End: () => count - 1,
  };
  return moves[key]?.() ?? null;
}
