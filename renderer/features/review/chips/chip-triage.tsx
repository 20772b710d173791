import { Slider } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatQuantity, formatTime } from '../../../../shared/format.ts';
import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import type { QueuePass } from '../../../../shared/review/queue-pass.ts';
import { useApp } from '../../../context/app-context.tsx';
import { fetchSortedIds } from '../../../context/fetch-ids.ts';
import { NoMatch } from '../../../context/no-match.tsx';
import { useDock, useResults, useReview } from '../../../context/use-stores.ts';
import { type ChipRequests, useChipRequests } from '../../../ui/chip/chip-cache.ts';
import { StretchControls } from '../../../ui/chip/chip-controls.tsx';
import { unwrap } from '../../../ui/failure-error.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { useRowScroll } from '../../../ui/table/use-row-scroll.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { texts } from '../texts.ts';
import { countLines, groupOfLine, layOutChips, type VisibleItem, visibleItems } from './chip-grid-layout.ts';
import { ChipTile } from './chip-tile.tsx';
import styles from './chips.module.css';
import { useTileRows } from './use-tile-rows.ts';
import { useTileSelection } from './use-tile-selection.ts';

/** The chips of the filtered detections, grouped by image, for reviewing many at a time. */
export function ChipTriage() {
  const { queue, error, refetch, filter } = useChipQueue();
  if (error || !queue) return <QueryState query={{ error, refetch }} loading={texts.chips.loading} />;
  if (queue.ids.length === 0) return <NoMatch />;
  return (
    <>
      <ChipGridControls />
      <ChipGrid key={JSON.stringify(filter)} queue={queue} />
    </>
  );
}

/** Minimum and maximum height of a row of chips, in lines. */
const lineLimits = { min: 3, max: 10 } as const;

/** Controls for the size of the chips, and for a contrast that applies to all of them. */
function ChipGridControls() {
  const { stores } = useApp();
  const lines = useDock((state) => state.chipLines);
  const stretch = useReview((state) => state.stretch);
  return (
    <div className={styles.controls}>
      <div className={styles.size}>
        <span className="muted">{texts.chips.size}</span>
        <Slider
          w={90}
          size="xs"
          min={lineLimits.min}
          max={lineLimits.max}
          step={1}
          label={null}
          value={lines}
          onChange={(chipLines) => stores.dock.getState().setChipLines(chipLines)}
          thumbLabel={texts.chips.sizeLabel}
        />
      </div>
      <div className={styles.contrast}>
        <StretchControls
          stretch={stretch}
          image={null}
          onStretch={(next) => stores.review.getState().changeChipDisplay({ stretch: next })}
        />
      </div>
    </div>
  );
}

/** Height of a line and gap between chips, in CSS pixels. */
const lineHeight = 28;
const gap = 6;
/** Number of lines above and below the visible ones whose chips are fetched with them. */
const overscanLines = 8;

/**
 * A virtual grid of chips under the headings of their images: only visible chips are rendered and fetched. The grid is
 * one focus stop, and the chip at its cursor the active descendant.
 */
function ChipGrid({ queue: { ids, passes } }: { readonly queue: ChipQueue }) {
  const { chips } = useApp();
  const linesPerChipRow = useDock((state) => state.chipLines);
  const stretch = useReview((state) => state.stretch);
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const side = linesPerChipRow * lineHeight - gap;
  const columns = Math.max(1, Math.floor((width - gap) / (side + gap)));
  const layout = useMemo(
    () => layOutChips({ counts: passes.map(({ count }) => count), columns, linesPerChipRow }),
    [passes, columns, linesPerChipRow],
  );
  const scroll = useRowScroll(scroller, countLines(layout), lineHeight, 0);
  const { first, last } = scroll.seen;
  const items = visibleItems(layout, Math.max(0, first - overscanLines), last + overscanLines);
  const rows = items.filter((item) => item.kind === 'chips');
  const from = rows[0]?.from ?? 0;
  const to = rows.at(-1)?.to ?? 0;
  const rowsById = useTileRows(ids, from, to);
  const selection = useTileSelection({
    ids,
    layout,
    pageLines: last - first,
    show(line) {
      // The upper edge with the heading comes last, so that it is visible even if the row is higher than the view.
      scroll.show(line + linesPerChipRow - 1);
      scroll.show(Math.max(0, line - 1));
    },
  });

  const { cursor } = selection;
  const isCursorRendered = cursor !== null && cursor >= from && cursor < to;

  const group = groupOfLine(layout, first);
  // The group's heading stays visible when it is scrolled out.
  const isPinned = first > (layout.starts[group] ?? 0);

  useChipRequests(chips, chipsByDistance(ids, rows, { first: first - linesPerChipRow + 1, last }));

  return (
    <div ref={scroller} className={styles.grid} onScroll={scroll.onScroll}>
      {isPinned ? (
        <div className={styles.pinned}>
          <PassHeading pass={passes[group]} top={0} onSelect={() => selection.selectGroup(group)} />
        </div>
      ) : null}
      <div className={styles.stage} style={{ height: scroll.stageHeight }}>
        {items.map((item) =>
          item.kind === 'heading' ? (
            <PassHeading
              key={item.group}
              pass={passes[item.group]}
              top={scroll.topOf(item.line)}
              onSelect={() => selection.selectGroup(item.group)}
            />
          ) : null,
        )}
        {/* Beside the headings: a list box may contain nothing but options. */}
        <div
          className={styles.tiles}
          role="listbox"
          tabIndex={0}
          data-region="table"
          aria-label={texts.chips.label}
          aria-multiselectable
          aria-activedescendant={isCursorRendered ? selection.activeId : undefined}
          onKeyDown={selection.onKeyDown}
        >
          {rows.map((item) =>
            Array.from(ids.subarray(item.from, item.to), (id, column) => (
              <ChipTile
                key={id}
                id={id}
                index={item.from + column}
                count={ids.length}
                row={rowsById.get(id)}
                side={side}
                left={gap + column * (side + gap)}
                top={scroll.topOf(item.line)}
                stretch={stretch}
                isCursor={selection.cursor === item.from + column}
                onClick={selection.onTileClick}
              />
            )),
          )}
        </div>
      </div>
    </div>
  );
}

/** The visible chips, and those nearby. */
function chipsByDistance(
  ids: Uint32Array,
  rows: readonly Extract<VisibleItem, { kind: 'chips' }>[],
  /** The lines in which a visible row begins, `last` inclusive. */
  { first, last }: { readonly first: number; readonly last: number },
): ChipRequests {
  const distance = ({ line }: VisibleItem) => Math.max(0, first - line, line - last);
  const idsOf = (items: typeof rows) => items.flatMap(({ from, to }) => [...ids.subarray(from, to)]);
  const seen = rows.filter((row) => distance(row) === 0);
  const others = rows.filter((row) => distance(row) > 0);
  const ahead = others.toSorted((one, other) => distance(one) - distance(other));
  return { size: 'small', seen: idsOf(seen), ahead: idsOf(ahead) };
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

/** Heading of an image's chips: the image, the number of detections, and how many are reviewed. */
function PassHeading({
  pass,
  top,
  onSelect,
}: {
  readonly pass: QueuePass | undefined;
  readonly top: number;
  readonly onSelect: () => void;
}) {
  if (!pass) return null;
  const { key, sensorName, startedAt, vendorId, count, reviewed: judged } = pass;
  return (
    <div className={styles.heading} style={{ transform: `translateY(${top}px)` }}>
      <strong>{key === null ? texts.chips.unknownImage : (sensorName ?? texts.chips.unnamedSensor)}</strong>
      {key === null ? null : (
        <span className="numeric">{startedAt === null ? texts.chips.noTime : formatTime(startedAt)}</span>
      )}
      {vendorId === null ? null : <span className={styles.vendor}>{vendorId}</span>}
      <span className="numeric">{formatQuantity(count, 'detection')}</span>
      <span className="numeric" data-done={judged === count || undefined}>
        {texts.chips.reviewed(judged)}
      </span>
      <TextButton onClick={onSelect}>{texts.chips.selectAll}</TextButton>
    </div>
  );
}

/** The filtered detections, sorted by image, and the images. */
type ChipQueue = { readonly ids: Uint32Array; readonly passes: readonly QueuePass[] };

/** The content of the chip grid; undefined while it is loading. */
function useChipQueue() {
  const { queries } = useApp();
  const filter = useResults((state) => state.filter);
  const ids = useQuery({
    queryKey: [['reviewQueue', 'ids'], filter],
    queryFn: async () => unwrap(await fetchSortedIds(filter, 'pass')),
    placeholderData: keepPreviousData,
  });
  const passes = useQuery(
    queries.reviewQueue.passCounts.queryOptions(filter, { placeholderData: keepPreviousData }),
  );
  const failed = [ids, passes].find(({ error }) => error);
  return {
    queue:
      ids.data && passes.data && haveSameCount(ids.data, passes.data)
        ? { ids: ids.data, passes: passes.data }
        : undefined,
    error: failed?.error ?? null,
    refetch: () => failed?.refetch(),
    filter: filter as DetectionFilter,
  };
}

/** Whether both responses count the same detections; during a fetch one may be newer than the other. */
function haveSameCount(ids: Uint32Array, passes: readonly QueuePass[]): boolean {
  return passes.reduce((sum, { count }) => sum + count, 0) === ids.length;
}
