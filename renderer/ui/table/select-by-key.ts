import type { KeyboardEvent, MouseEvent } from 'react';
import { pressedKey } from '../keys.ts';

/**
 * Change of the selection of a list by a click or a key. `only`: to one item. `toggle`: adds or removes one. `range`:
 * from the anchor to one. `move`: moves the cursor alone.
 */
export type SelectionMode = 'only' | 'toggle' | 'range' | 'move';

/** Change of the selection by a click. */
export function clickMode({ shiftKey, ctrlKey, metaKey }: MouseEvent): SelectionMode {
  return shiftKey ? 'range' : ctrlKey || metaKey ? 'toggle' : 'only';
}

/** Effects of keys in a list; a key whose member is absent does nothing there. */
export type ListActs = {
  /** The index to which a key moves the cursor; null for other keys. */
  next(key: string): number | null;
  /** Moves the cursor, and changes the selection. */
  select(index: number, mode: SelectionMode): void;
  readonly toggle?: ((index: number) => void) | undefined;
  readonly selectAll?: (() => void) | undefined;
  readonly copy?: (() => void) | undefined;
  readonly enter?: ((index: number) => void) | undefined;
  /** Opens the context menu of the item at the cursor. */
  readonly openMenu?: ((index: number) => void) | undefined;
};

/** Handles a key of a list that has the focus as a whole. `cursor` is an index; null for none. */
export function selectByKey(event: KeyboardEvent, cursor: number | null, acts: ListActs): void {
  // Buttons in the header handle their keys.
  if (event.target !== event.currentTarget || event.altKey) return;
  const act = actOf(event, cursor, acts);
  if (!act) return;
  event.preventDefault();
  act();
}

function actOf(
  event: KeyboardEvent,
  cursor: number | null,
  { next, select, toggle, selectAll, copy, enter, openMenu }: ListActs,
): (() => void) | undefined {
  const { shiftKey, ctrlKey, metaKey } = event;
  const key = pressedKey(event);
  const isControl = ctrlKey || metaKey;
  const isMenuKey = key === 'ContextMenu' || (key === 'F10' && shiftKey);
  if (isControl && key.toLowerCase() === 'a') return selectAll;
  if (isControl && key.toLowerCase() === 'c') return copy;
  const target = next(key);
  if (target !== null) return () => select(target, shiftKey ? 'range' : isControl ? 'move' : 'only');
  if (cursor === null) return undefined;
  const act = key === ' ' ? toggle : key === 'Enter' ? enter : isMenuKey ? openMenu : undefined;
  return act && (() => act(cursor));
}

/** The index to which a key moves the cursor of a list; null if the key does not move it. */
export function nextIndex(
  key: string,
  cursor: number | null,
  total: number,
  /** Number of rows by which Page Up and Page Down move. */
  pageStep: number,
): number | null {
  const at = cursor ?? -1;
  const clamp = (index: number) => Math.min(total - 1, Math.max(0, index));
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: clamp(at + 1),
    ArrowUp: clamp(at - 1),
    PageDown: clamp(at + pageStep),
    PageUp: clamp(at - pageStep),
    Home: 0,
    End: total - 1,
  };
  return moves[key] ?? null;
}
