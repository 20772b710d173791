import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useApp } from '../../../app/app-context.tsx';
import { useDock, useReview } from '../../../app/use-stores.ts';
import { useRowScroll } from '../table/use-row-scroll.ts';
import { countLines, groupOfLine, layOutChips, type SeenPart, seenParts } from './chip-grid-layout.ts';
import { ChipTile } from './chip-tile.tsx';
import styles from './chips.module.css';
import { PassHeading } from './pass-heading.tsx';
import type { ChipQueue } from './use-chip-queue.ts';
import { useTileRows } from './use-tile-rows.ts';
import { useTileSelection } from './use-tile-selection.ts';

/** CSS pixels: of a line, and between chips. */
const lineHeight = 28;
const gap = 6;
/** Lines above and below those that are seen, whose chips are fetched with them. */
const spareLines = 8;

/**
 * Chips under the heading of their image; only those in view exist and are fetched. It takes the focus as a whole; the
 * chip that it stands on is its active descendant.
 */
export function ChipGrid({ queue: { ids, passes } }: { readonly queue: ChipQueue }) {
  const { chips } = useApp();
  const linesOfChips = useDock((state) => state.chipLines);
  const stretch = useReview((state) => state.stretch);
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const side = linesOfChips * lineHeight - gap;
  const columns = Math.max(1, Math.floor((width - gap) / (side + gap)));
  const layout = useMemo(
    () => layOutChips({ counts: passes.map(({ count }) => count), columns, linesOfChips }),
    [passes, columns, linesOfChips],
  );
  const scroll = useRowScroll(scroller, countLines(layout), lineHeight, 0);
  const { first, last } = scroll.seen;
  const parts = seenParts(layout, Math.max(0, first - spareLines), last + spareLines);
  const rows = parts.filter((part) => part.kind === 'chips');
  const from = rows[0]?.from ?? 0;
  const to = rows.at(-1)?.to ?? 0;
  const known = useTileRows(ids, from, to);
  const selection = useTileSelection({
    ids,
    layout,
    pageLines: last - first,
    show(line) {
      // First its lower edge, then its upper one with the heading over it, which counts more where both have no room.
      scroll.show(line + linesOfChips - 1);
      scroll.show(Math.max(0, line - 1));
    },
  });

  const group = groupOfLine(layout, first);
  // Whose chips these are is told also when its heading is further up.
  const isPinned = first > (layout.starts[group] ?? 0);

  // Those that are seen come first, then those a little further.
  const wanted = wantedChips(ids, rows, first, last).join(' ');
  useEffect(() => {
    chips.small.want(wanted === '' ? [] : wanted.split(' ').map(Number));
  }, [wanted, chips]);
  useEffect(() => () => chips.small.want([]), [chips]);

  return (
    <div
      ref={scroller}
      className={styles.grid}
      role="listbox"
      tabIndex={0}
      data-region="table"
      aria-label="Chips"
      aria-multiselectable
      aria-activedescendant={selection.activeId}
      onKeyDown={selection.onKeyDown}
      onScroll={scroll.onScroll}
    >
      {isPinned ? (
        <div className={styles.pinned}>
          <PassHeading pass={passes[group]} top={0} onSelect={() => selection.selectGroup(group)} />
        </div>
      ) : null}
      <div className={styles.stage} style={{ height: scroll.stageHeight }}>
        {parts.map((part) =>
          part.kind === 'heading' ? (
            <PassHeading
              key={`heading ${part.group}`}
              pass={passes[part.group]}
              top={scroll.topOf(part.line)}
              onSelect={() => selection.selectGroup(part.group)}
            />
          ) : (
            Array.from(ids.subarray(part.from, part.to), (id, column) => (
              <ChipTile
                key={id}
                id={id}
                place={part.from + column}
                count={ids.length}
                row={known.get(id)}
                side={side}
                left={gap + column * (side + gap)}
                top={scroll.topOf(part.line)}
                stretch={stretch}
                isCursor={selection.cursor === part.from + column}
                onPress={selection.onPress}
              />
            ))
          ),
        )}
      </div>
    </div>
  );
}

function wantedChips(
  ids: Uint32Array,
  rows: readonly Extract<SeenPart, { kind: 'chips' }>[],
  first: number,
  last: number,
): readonly number[] {
  const distance = ({ line }: SeenPart) => Math.max(0, first - line, line - last);
  return rows
    .toSorted((one, other) => distance(one) - distance(other))
    .flatMap(({ from, to }) => [...ids.subarray(from, to)]);
}

function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
