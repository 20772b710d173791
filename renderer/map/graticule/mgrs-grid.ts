import type { Position } from 'geojson';
import { formatMgrs } from '../../../shared/geo/mgrs.ts';
import { projectUtm, unprojectUtm } from '../../../shared/geo/utm.ts';
import { type GridBox, type GridZone, gridZones } from './grid-zones.ts';

/** Width of the squares: whole grid zones, or metres. */
export type MgrsSquareWidth = 'zones' | 100_000 | 10_000 | 1_000;

/** A text at a position; those of wider squares have priority where not all fit. */
export type GridLabel = { readonly position: Position; readonly text: string; readonly isZone: boolean };

/** Lines and labels, `[longitude, latitude]`, continuous past ±180. */
export type Grid = { readonly lines: readonly GridLine[]; readonly labels: readonly GridLabel[] };

/** A line, and whether it bounds a whole zone. */
export type GridLine = { readonly positions: readonly Position[]; readonly isZone: boolean };

/** Number of segments of a grid line within a view, because the lines are curved. */
const lineSteps = 24;
/** Number of digits of easting and of northing in the name of a square of each width. */
const digitsOf = { 100000: 0, 10000: 1, 1000: 2 } as const;

/** The Military Grid Reference System (NGA.STND.0037) within a box: zones of UTM, and squares in them. */
export function mgrsGrid(box: GridBox, step: MgrsSquareWidth): Grid {
  const parts = gridZones(box).map((zone) => {
    const frame = zoneFrame(zone);
    if (step === 'zones') return frame;
    const squares = squaresOf(zone, box, step);
    return {
      lines: [...frame.lines, ...squares.lines],
      labels: squares.labels,
    };
  });
  return { lines: parts.flatMap(({ lines }) => lines), labels: parts.flatMap(({ labels }) => labels) };
}

/** The west and south sides of a zone and its name in the middle; the other sides belong to its neighbors. */
function zoneFrame({ name, west, south, east, north, isNorthmost }: GridZone): Grid {
  const lines: Position[][] = [
    [
      [west, north],
      [west, south],
    ],
    [
      [west, south],
      [east, south],
    ],
  ];
  if (isNorthmost)
    lines.push([
      [west, north],
      [east, north],
    ]);
  return {
    lines: lines.map((positions) => ({ positions, isZone: true })),
    labels: [{ position: [(west + east) / 2, (south + north) / 2], text: name, isZone: true }],
  };
}

function squaresOf(zone: GridZone, box: GridBox, step: 100_000 | 10_000 | 1_000): Grid {
  const clip: GridBox = {
    west: Math.max(zone.west, box.west),
    south: Math.max(zone.south, box.south),
    east: Math.min(zone.east, box.east),
    north: Math.min(zone.north, box.north),
  };
  if (clip.west >= clip.east || clip.south >= clip.north) return { lines: [], labels: [] };
  const { toUtm, toLonLat } = utmOf(zone);
  const extent = utmExtent(clip, toUtm);
  const eastings = multiples(extent.west, extent.east, step);
  const northings = multiples(extent.south, extent.north, step);
  const along = (from: number, to: number) =>
    Array.from({ length: lineSteps + 1 }, (_, index) => from + ((to - from) * index) / lineSteps);
  const lines = [
    ...eastings.map((easting) =>
      along(extent.south, extent.north).map((northing) => toLonLat([easting, northing])),
    ),
    ...northings.map((northing) =>
      along(extent.west, extent.east).map((easting) => toLonLat([easting, northing])),
    ),
  ];
  const columns = [Math.floor(extent.west / step) * step, ...eastings];
  const rows = [Math.floor(extent.south / step) * step, ...northings];
  const labels = columns.flatMap((easting) =>
    rows.flatMap((northing) => {
      const middle = toLonLat([easting + step / 2, northing + step / 2]);
      const position = movedInside(middle, clip, step);
      const [x = 0, y = 0] = toUtm(position);
      const isInSquare = x > easting && x < easting + step && y > northing && y < northing + step;
      return isInSquare ? squareLabel(position, step) : [];
    }),
  );
  return {
    lines: lines.flatMap((line) => clipLine(line, clip)).map((positions) => ({ positions, isZone: false })),
    labels,
  };
}

/** The position nearest to a square's middle inside a box, far enough from its sides for a label. */
function movedInside([longitude = 0, latitude = 0]: Position, box: GridBox, step: number): Position {
  const metresPerDegree = 111_000;
  const inset = (0.2 * step) / metresPerDegree;
  const insetEast = inset / Math.cos((latitude * Math.PI) / 180);
  const between = (value: number, from: number, to: number) =>
    from > to ? (from + to) / 2 : Math.min(to, Math.max(from, value));
  return [
    between(longitude, box.west + insetEast, box.east - insetEast),
    between(latitude, box.south + inset, box.north - inset),
  ];
}

function squareLabel(position: Position, step: 100_000 | 10_000 | 1_000): GridLabel[] {
  const [longitude = 0, latitude = 0] = position;
  const text = formatMgrs([longitude, latitude], digitsOf[step]);
  if (text === null) return [];
  // When zoomed in, the zone's name would leave no room for the digits.
  return [{ position, text: step === 100_000 ? text : text.split(' ').slice(1).join(' '), isZone: false }];
}

/** Functions from longitude and latitude to a zone's UTM and back; longitudes are continuous, as the zone's are. */
function utmOf({ zone, isSouth, turn }: GridZone) {
  const grid = { zone, hemisphere: isSouth ? 'S' : 'N' } as const;
  return {
    toUtm: ([longitude = 0, latitude = 0]: Position): Position => {
      const { easting, northing } = projectUtm([longitude, latitude], grid);
      return [easting, northing];
    },
    toLonLat: ([easting = 0, northing = 0]: Position): Position => {
      const [longitude, latitude] = unprojectUtm({ ...grid, easting, northing });
      return [longitude + 360 * turn, latitude];
    },
  };
}

/** The bounding box in UTM of a box in degrees. Its sides are curved in UTM, so points along them are included. */
function utmExtent({ west, south, east, north }: GridBox, toUtm: (position: Position) => Position): GridBox {
  const shares = [0, 0.25, 0.5, 0.75, 1];
  const positions = shares.flatMap((x) =>
    shares.map((y) => toUtm([west + (east - west) * x, south + (north - south) * y])),
  );
  const eastings = positions.map(([easting = 0]) => easting);
  const northings = positions.map(([, northing = 0]) => northing);
  return {
    west: Math.min(...eastings),
    south: Math.min(...northings),
    east: Math.max(...eastings),
    north: Math.max(...northings),
  };
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from(
    { length: Math.max(0, Math.floor(to / step) - first + 1) },
    (_, index) => (first + index) * step,
  );
}

/** The parts of a line inside a box, ended where they cross its sides (Liang and Barsky 1984). */
export function clipLine(line: readonly Position[], box: GridBox): Position[][] {
  const parts: Position[][] = [];
  let part: Position[] = [];
  for (let index = 1; index < line.length; index += 1) {
    const from = line[index - 1];
    const to = line[index];
    const inside = from && to ? clipSegment(from, to, box) : null;
    if (!inside) continue;
    const [begin, end] = inside;
    const last = part.at(-1);
    if (last && last[0] === begin[0] && last[1] === begin[1]) part.push(end);
    else {
      part = [begin, end];
      parts.push(part);
    }
  }
  return parts;
}

function clipSegment(
  [x1 = 0, y1 = 0]: Position,
  [x2 = 0, y2 = 0]: Position,
  { west, south, east, north }: GridBox,
): [Position, Position] | null {
  const [dx, dy] = [x2 - x1, y2 - y1];
  let [enter, leave] = [0, 1];
  for (const [step, room] of [
    [-dx, x1 - west],
    [dx, east - x1],
    [-dy, y1 - south],
    [dy, north - y1],
  ] as const) {
    if (step === 0 && room < 0) return null;
    if (step < 0) enter = Math.max(enter, room / step);
    if (step > 0) leave = Math.min(leave, room / step);
  }
  if (enter >= leave) return null;
  const at = (share: number): Position =>
    share === 0 ? [x1, y1] : share === 1 ? [x2, y2] : [x1 + dx * share, y1 + dy * share];
  return [at(enter), at(leave)];
}
