import type { OutlineFeed } from './outline-feed.ts';

/**
 * A part of the square of Web Mercator in cells: `worldColumns` around the world and as many from 85.06° N to 85.06° S.
 * Columns are counted from 180° W (negative or past the world on its copies), rows from the North.
 */
export type CoverageGrid = {
  readonly worldColumns: number;
  readonly firstColumn: number;
  readonly firstRow: number;
  readonly columns: number;
  readonly rows: number;
};

/** Number of times that each cell was imaged, row by row from the north-west. */
export type CoverageCounts = {
  readonly grid: CoverageGrid;
  readonly counts: Uint32Array;
  /** Collection start of the last image, epoch milliseconds UTC; NaN where there is none, or none has a time. */
  readonly last: Float64Array;
  readonly max: number;
};

/** Images that span fewer cells than this in height and width may contain no cell center. */
const smallCells = 4;

/** Longitude of the middle of a column, past ±180 on copies of the world. */
export function columnLongitude(
  { worldColumns }: Pick<CoverageGrid, 'worldColumns'>,
  column: number,
): number {
  return ((column + 0.5) / worldColumns) * 360 - 180;
}

/** Latitude of the middle of a row. */
export function rowLatitude({ worldColumns }: Pick<CoverageGrid, 'worldColumns'>, row: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * (row + 0.5)) / worldColumns))) * 180) / Math.PI;
}

/** Rows from the North, as a number whose whole part is the row. */
export function rowOfLatitude(
  { worldColumns }: Pick<CoverageGrid, 'worldColumns'>,
  latitude: number,
): number {
  const phi = (Math.min(89.999, Math.max(-89.999, latitude)) * Math.PI) / 180;
  return (0.5 - Math.asinh(Math.tan(phi)) / (2 * Math.PI)) * worldColumns;
}

/** Columns from 180° W, as a number whose whole part is the column. */
export function columnOfLongitude(
  { worldColumns }: Pick<CoverageGrid, 'worldColumns'>,
  longitude: number,
): number {
  return ((longitude + 180) / 360) * worldColumns;
}

/**
 * Starts a count of how often each cell was imaged. A cell was imaged when its center lies in the footprint, whose
 * edges are straight in degrees. An image that contains no cell center counts in the cell of its own center.
 *
 * Images are counted from the latest to the earliest, so that each cell's last time is written once. Counts are stored
 * as differences along the rows. So the effort depends on the rows of an image, not on its cells.
 */
export function startCoverageCount(feed: OutlineFeed, order: Uint32Array, grid: CoverageGrid) {
  const width = grid.columns + 1;
  const differences = new Int32Array(width * grid.rows);
  const last = new Float64Array(grid.columns * grid.rows).fill(Number.NaN);
  // For each column the next column whose time is not written yet.
  const nextOpen = new Uint32Array(width * grid.rows);
  for (let index = 0; index < nextOpen.length; index += 1) nextOpen[index] = index % width;
  let done = 0;

  const fill = (row: number, from: number, to: number, time: number) => {
    const at = row * width;
    differences[at + from] = (differences[at + from] as number) + 1;
    differences[at + to] = (differences[at + to] as number) - 1;
    if (Number.isNaN(time)) return;
    for (let column = openFrom(nextOpen, at, from); column < to; column = openFrom(nextOpen, at, column)) {
      last[row * grid.columns + column] = time;
      nextOpen[at + column] = column + 1;
    }
  };
  const cells: CellSink = (row, ranges, time) => {
    const inGrid = row - grid.firstRow;
    if (inGrid < 0 || inGrid >= grid.rows) return;
    for (const [from, to] of shownRanges(ranges, grid)) fill(inGrid, from, to, time);
  };

  return {
    /** Images counted so far, of `feed.count`. */
    get done() {
      return done;
    },
    /** Counts the next `images` images. */
    advance(images: number): void {
      const end = Math.min(order.length, done + images);
      for (; done < end; done += 1) coverImage(feed, order[done] as number, grid, cells);
    },
    /** Returns the counts once all images are counted. */
    finish(): CoverageCounts {
      const counts = new Uint32Array(grid.columns * grid.rows);
      let max = 0;
      for (let row = 0; row < grid.rows; row += 1) {
        let count = 0;
        for (let column = 0; column < grid.columns; column += 1) {
          count += differences[row * width + column] as number;
          counts[row * grid.columns + column] = count;
          if (count > max) max = count;
        }
      }
      return { grid, counts, last, max: max };
    },
  };
}

/** Returns image indexes from the latest to the earliest; images without a time come last. */
export function latestFirst({ time }: OutlineFeed): Uint32Array {
  const rank = (index: number) =>
    Number.isNaN(time[index]) ? Number.NEGATIVE_INFINITY : (time[index] as number);
  return Uint32Array.from(time, (_, index) => index).sort((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    return a === b ? one - other : b - a;
  });
}

function openFrom(nextOpen: Uint32Array, at: number, column: number): number {
  let open = column;
  while (nextOpen[at + open] !== open) open = nextOpen[at + open] as number;
  // Path compression.
  let step = column;
  while (step !== open) {
    const next = nextOpen[at + step] as number;
    nextOpen[at + step] = open;
    step = next;
  }
  return open;
}

/** Columns of the world, end exclusive. */
type Range = readonly [from: number, to: number];

/** Receives the column ranges of an image in a row; they may be on any copy of the world and overlap. */
type CellSink = (row: number, ranges: readonly Range[], time: number) => void;

function coverImage(feed: OutlineFeed, image: number, grid: CoverageGrid, cells: CellSink): void {
  const box = boxOf(feed, image);
  if (!(box.south <= box.north)) return;
  const time = feed.time[image] as number;
  const top = Math.max(0, Math.floor(rowOfLatitude(grid, box.north)));
  const bottom = Math.min(grid.worldColumns - 1, Math.floor(rowOfLatitude(grid, box.south)));
  const width = columnOfLongitude(grid, box.east) - columnOfLongitude(grid, box.west);
  const isSmall = bottom - top < smallCells && width < smallCells;
  const firstRow = isSmall ? top : Math.max(top, grid.firstRow);
  const lastRow = isSmall ? bottom : Math.min(bottom, grid.firstRow + grid.rows - 1);
  let isBetween = isSmall;
  for (let row = firstRow; row <= lastRow; row += 1) {
    const ranges = rangesAt(feed, image, grid, rowLatitude(grid, row));
    if (ranges.length === 0) continue;
    isBetween = false;
    cells(row, ranges, time);
  }
  if (!isBetween) return;
  const column = Math.floor(columnOfLongitude(grid, (box.west + box.east) / 2));
  const row = Math.floor(rowOfLatitude(grid, (box.south + box.north) / 2));
  cells(Math.min(grid.worldColumns - 1, Math.max(0, row)), [[column, column + 1]], time);
}

function boxOf({ firstRing, firstPosition, positions }: OutlineFeed, image: number) {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  const from = firstPosition[firstRing[image] as number] as number;
  const to = firstPosition[firstRing[image + 1] as number] as number;
  for (let at = from; at < to; at += 1) {
    const [longitude, latitude] = [positions[2 * at] as number, positions[2 * at + 1] as number];
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
  }
  return { west, east, south, north };
}

/** Returns the columns whose centers the image contains at a latitude; those of one polygon do not overlap. */
function rangesAt(feed: OutlineFeed, image: number, grid: CoverageGrid, latitude: number): Range[] {
  const ranges: Range[] = [];
  const end = feed.firstRing[image + 1] as number;
  let ring = feed.firstRing[image] as number;
  while (ring < end) {
    const crossings: number[] = [];
    // An outline and the holes after it are filled by the even-odd rule.
    do {
      addCrossings(feed, ring, latitude, crossings);
      ring += 1;
    } while (ring < end && feed.isHole[ring] === 1);
    crossings.sort((one, other) => one - other);
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      // The center of column n lies at n + ½.
      const from = Math.ceil(columnOfLongitude(grid, crossings[index] as number) - 0.5);
      const to = Math.ceil(columnOfLongitude(grid, crossings[index + 1] as number) - 0.5);
      if (to > from) ranges.push([from, to]);
    }
  }
  return ranges;
}

/** An edge includes its southern end, not its northern end. */
function addCrossings(
  { firstPosition, positions }: OutlineFeed,
  ring: number,
  latitude: number,
  crossings: number[],
): void {
  const from = firstPosition[ring] as number;
  const to = firstPosition[ring + 1] as number;
  const before = crossings.length;
  for (let at = from + 1; at < to; at += 1) {
    const south = positions[2 * at - 1] as number;
    const north = positions[2 * at + 1] as number;
    if (south <= latitude === north <= latitude) continue;
    const west = positions[2 * at - 2] as number;
    crossings.push(west + ((latitude - south) / (north - south)) * ((positions[2 * at] as number) - west));
  }
  // An odd number means an unclosed ring, which covers nothing.
  if ((crossings.length - before) % 2 === 1) crossings.length = before;
}

/**
 * Returns the ranges on every copy of the world that the grid covers, in grid columns, sorted and without overlaps.
 */
function shownRanges(
  ranges: readonly Range[],
  { worldColumns, firstColumn, columns }: CoverageGrid,
): Range[] {
  const shown: [number, number][] = [];
  for (const [from, to] of ranges) {
    const firstTurn = Math.ceil((firstColumn - to + 1) / worldColumns);
    const lastTurn = Math.floor((firstColumn + columns - 1 - from) / worldColumns);
    for (let turn = firstTurn; turn <= lastTurn; turn += 1) {
      const shift = turn * worldColumns - firstColumn;
      shown.push([Math.max(0, from + shift), Math.min(columns, to + shift)]);
    }
  }
  if (shown.length < 2) return shown;
  shown.sort((one, other) => one[0] - other[0]);
  const united: [number, number][] = [];
  for (const range of shown) {
    const last = united.at(-1);
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1]);
    else united.push(range);
  }
  return united;
}
