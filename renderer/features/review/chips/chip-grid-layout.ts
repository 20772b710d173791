/** What stands in a grid of chips: groups one after the other, each with a heading and so many chips. */
export type ChipGroups = {
  /** Chips of each group. */
  readonly counts: readonly number[];
  /** Chips in a row. */
  readonly columns: number;
  /** Rows of a list of even height that a row of chips takes; a heading takes one. */
  readonly linesOfChips: number;
};

/** Where everything stands, in lines. */
export type ChipGridLayout = ChipGroups & {
  /** The first line of each group, that of its heading, and behind the last the count of all lines. */
  readonly starts: Float64Array;
  /** How many chips stand before each group, and behind the last how many there are. */
  readonly chipsBefore: Float64Array;
};

/** Something that is seen: a heading, or a row of chips, with the line at which it begins. */
export type SeenPart =
  | { readonly kind: 'heading'; readonly group: number; readonly line: number }
  | {
      readonly kind: 'chips';
      readonly group: number;
      readonly line: number;
      /** Places of its chips among all, `to` exclusive. */
      readonly from: number;
      readonly to: number;
    };

/** Lays groups out; a million chips in fifty thousand groups take a few milliseconds. */
export function layOutChips(groups: ChipGroups): ChipGridLayout {
  const { counts, columns, linesOfChips } = groups;
  const starts = new Float64Array(counts.length + 1);
  const chipsBefore = new Float64Array(counts.length + 1);
  counts.forEach((count, group) => {
    starts[group + 1] = (starts[group] as number) + 1 + Math.ceil(count / columns) * linesOfChips;
    chipsBefore[group + 1] = (chipsBefore[group] as number) + count;
  });
  return { ...groups, starts, chipsBefore };
}

/** How many lines there are. */
export function countLines({ starts }: ChipGridLayout): number {
  return starts.at(-1) ?? 0;
}

/** Headings and rows of chips of which something stands in these lines, `last` inclusive. */
export function seenParts(layout: ChipGridLayout, first: number, last: number): readonly SeenPart[] {
  const { counts, columns, linesOfChips, starts, chipsBefore } = layout;
  const parts: SeenPart[] = [];
  for (let group = groupAt(starts, first); group < counts.length; group += 1) {
    const start = starts[group] as number;
    if (start > last) break;
    if (start >= first) parts.push({ kind: 'heading', group, line: start });
    const count = counts[group] as number;
    const before = chipsBefore[group] as number;
    const rows = Math.ceil(count / columns);
    const firstRow = Math.max(0, Math.floor((first - start - 1) / linesOfChips));
    for (let row = firstRow; row < rows; row += 1) {
      const line = start + 1 + row * linesOfChips;
      if (line > last) break;
      const from = before + row * columns;
      parts.push({ kind: 'chips', group, line, from, to: Math.min(from + columns, before + count) });
    }
  }
  return parts;
}

/** The first line of the row that a chip stands in. */
export function lineOfChip(layout: ChipGridLayout, place: number): number {
  const { starts, chipsBefore, columns, linesOfChips } = layout;
  const group = groupAt(chipsBefore, place);
  const row = Math.floor((place - (chipsBefore[group] as number)) / columns);
  return (starts[group] as number) + 1 + row * linesOfChips;
}

/** The group that a chip belongs to. */
export function groupOfChip({ chipsBefore }: ChipGridLayout, place: number): number {
  return groupAt(chipsBefore, place);
}

/** The group that a line belongs to. */
export function groupOfLine({ starts }: ChipGridLayout, line: number): number {
  return groupAt(starts, line);
}

/** The chip above (−1) or below (1) another, in the same column as far as there is one; the same where there is none. */
export function chipBeyond(layout: ChipGridLayout, place: number, way: 1 | -1): number {
  const { chipsBefore, counts, columns } = layout;
  const group = groupAt(chipsBefore, place);
  const at = place - (chipsBefore[group] as number);
  const column = at % columns;
  const target = at + way * columns;
  const count = counts[group] as number;
  if (target >= 0 && target < count) return place + way * columns;
  const lastRow = Math.floor((count - 1) / columns);
  // Below a full row there may be a shorter one.
  if (way === 1 && Math.floor(at / columns) < lastRow) return (chipsBefore[group] as number) + count - 1;
  const neighbour = group + way;
  const others = counts[neighbour];
  if (others === undefined) return place;
  const before = chipsBefore[neighbour] as number;
  const row = way === 1 ? 0 : Math.floor((others - 1) / columns);
  return before + Math.min(others - 1, row * columns + column);
}

/** The last entry that is not above a value, of rising ones; the first where all are. */
function groupAt(rising: Float64Array, value: number): number {
  let low = 0;
  let high = Math.max(0, rising.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rising[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
