import { type KeyboardEvent, useState } from 'react';
import { nextIndex } from './next-index.ts';

/**
 * The cursor of a grid whose rows can be copied. Ctrl A chooses all rows; Ctrl C copies them, or the one at the cursor.
 * `onMove` is called with the index to which a key or a click moves the cursor.
 */
export function useRowCursor({
  total,
  pageStep,
  onMove,
  onCopy,
  onEnter,
}: {
  readonly total: number;
  /** Rows that Page Up and Page Down move. */
  readonly pageStep: number;
  readonly onMove: (index: number) => void;
  readonly onCopy: (rows: { readonly offset: number; readonly count: number }) => void;
  readonly onEnter?: (index: number) => void;
}) {
  const [cursor, setCursor] = useState<number | null>(null);
  const [areAllChosen, setAreAllChosen] = useState(false);

  function moveTo(index: number): void {
    setAreAllChosen(false);
    setCursor(index);
    onMove(index);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Buttons in the header handle their keys.
    if (event.target !== event.currentTarget) return;
    const controlKey = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : null;
    const target = nextIndex(event.key, cursor, total, pageStep);
    if (controlKey === 'a') setAreAllChosen(true);
    else if (controlKey === 'c') {
      if (areAllChosen) onCopy({ offset: 0, count: total });
      else if (cursor !== null) onCopy({ offset: cursor, count: 1 });
    } else if (event.key === 'Enter' && onEnter && cursor !== null) onEnter(cursor);
    else if (target !== null) moveTo(target);
    else return;
    event.preventDefault();
  }

  return {
    cursor,
    areAllChosen,
    moveTo,
    onKeyDown,
    /** For rows that are other ones than before. */
    reset() {
      setCursor(null);
      setAreAllChosen(false);
    },
  };
}
