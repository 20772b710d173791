import type { Topology } from 'topojson-specification';
import type { AisContact } from '../../../shared/ais/contact.ts';
import { matchPass } from '../../../shared/ais/match-pass.ts';
import { unpackReports } from '../../../shared/ais/pack-reports.ts';
import type { PassMatches } from '../../../shared/ais/pass-matches.ts';
import type { PassContact } from '../../../shared/ais/pass-outcome.ts';
import { normalizeLongitude } from '../../../shared/geo/longitude.ts';
import { metersPerDegree } from '../../../shared/geo/meters-per-degree.ts';
import { closeDatabase, createSql } from '../workspace/file/sql.ts';
import { openReader } from '../workspace/open/open-database.ts';
import { type AisPassInput, readContacts } from '../workspace/read/ais/ais-pass-input.ts';

/** Reports further away in time change no match. */
const windowMs = 2 * 60 * 60_000;
/** Nearer to the coast than this a ship may lie in a harbor, where land is not known well enough. */
const coastMeters = 1000;

/** A pass of the workspace file at `path`, to be matched. */
export type AisMatchTask = AisPassInput & { readonly path: string };

/** The outcome of a pass. */
export type MatchedAisPass = Omit<PassMatches, 'contacts'> & { readonly contacts: readonly PassContact[] };

/** Matches the detections of a pass with the saved contacts around it. */
export async function matchAisPass({ path, pass, files, span }: AisMatchTask): Promise<MatchedAisPass> {
  const coast = await readCoast();
  const timeMs = pass.timeMs ?? 0;
  const { database } = openReader(path);
  const contacts: AisContact[] = [];
  try {
    for (const { identifier, facts, reports } of readContacts(createSql(database), files, timeMs)) {
      const positions = unpackReports(identifier, reports, timeMs - windowMs, timeMs + windowMs);
      if (positions.length > 0) contacts.push({ identifier, static: facts, positions });
    }
  } finally {
    closeDatabase(database);
  }
  const matches = matchPass(
    { ...pass, isWater: (longitude, latitude) => !coast.isNearLand(longitude, latitude, coastMeters) },
    contacts,
    span,
  );
  const facts = new Map(contacts.map((contact) => [contact.identifier, contact.static]));
  const withFacts = (contact: (typeof matches.contacts)[number]): PassContact => ({
    ...contact,
    name: facts.get(contact.identifier)?.name ?? null,
    lengthMeters: facts.get(contact.identifier)?.lengthMeters ?? null,
  });
  return { ...matches, contacts: matches.contacts.map(withFacts) };
}

let coast: Coast | undefined;

/** Land is a file of its own, which is read once in a thread. */
async function readCoast(): Promise<Coast> {
  coast ??= createCoast((await import('world-atlas/land-10m.json', { with: { type: 'json' } })).default);
  return coast;
}

/** Columns of a quarter of a degree, which hold the segments of the coast. */
const columnDegrees = 0.25;
const columnCount = 360 / columnDegrees;

/**
 * Indexes the coast of a topology of land: each of its arcs is between land and water. North of all of it is water, so a
 * position is on land where its meridian has an odd number of coasts from there to the North Pole.
 */
export function createCoast(topology: Topology) {
  const segments = readSegments(topology);
  const columns = indexColumns(segments);
  const valueAt = (index: number) => segments[index] as number;

  function isLand(given: number, latitude: number): boolean {
    const longitude = normalizeLongitude(given);
    let isOdd = false;
    for (const at of columns(columnOf(longitude))) {
      const [x1, y1, x2, y2] = [valueAt(at), valueAt(at + 1), valueAt(at + 2), valueAt(at + 3)];
      const x = turnTowards(x1, longitude);
      if (x1 <= x === x2 <= x) continue;
      if (y1 + ((x - x1) / (x2 - x1)) * (y2 - y1) > latitude) isOdd = !isOdd;
    }
    return isOdd;
  }

  function isNearCoast(given: number, latitude: number, meters: number): boolean {
    const longitude = normalizeLongitude(given);
    const perDegree = metersPerDegree(latitude);
    const high = meters / perDegree.north;
    const wide = Math.min(180, meters / Math.max(1, perDegree.east));
    const first = columnOf(longitude - wide);
    const steps = Math.min(columnCount, Math.ceil((2 * wide) / columnDegrees) + 1);
    for (let step = 0; step < steps; step += 1) {
      for (const at of columns((first + step) % columnCount)) {
        const [x1, y1, x2, y2] = [valueAt(at), valueAt(at + 1), valueAt(at + 2), valueAt(at + 3)];
        if (Math.max(y1, y2) < latitude - high || Math.min(y1, y2) > latitude + high) continue;
        const x = turnTowards(x1, longitude);
        const [east1, north1] = [(x1 - x) * perDegree.east, (y1 - latitude) * perDegree.north];
        const [east2, north2] = [(x2 - x) * perDegree.east, (y2 - latitude) * perDegree.north];
        if (metersToSegment(east1, north1, east2 - east1, north2 - north1) <= meters) return true;
      }
    }
    return false;
  }

  return {
    isLand,
    /** Whether a position is on land, or nearer to its coast than a distance. */
    isNearLand: (longitude: number, latitude: number, meters: number) =>
      isLand(longitude, latitude) || isNearCoast(longitude, latitude, meters),
  };
}

/** The land of Natural Earth at 1:10 million, whose coast is a few hundred meters off, and which has no lakes. */
type Coast = ReturnType<typeof createCoast>;

/** From the origin to a segment that starts at `x`, `y` and has the vector `dx`, `dy`. */
function metersToSegment(x: number, y: number, dx: number, dy: number): number {
  const squared = dx * dx + dy * dy;
  const share = squared === 0 ? 0 : Math.max(0, Math.min(1, -(x * dx + y * dy) / squared));
  return Math.hypot(x + share * dx, y + share * dy);
}

/** A longitude by whole turns within 180 degrees of another; exact, so that segments which meet still do. */
function turnTowards(from: number, longitude: number): number {
  if (longitude - from > 180) return longitude - 360;
  return longitude - from < -180 ? longitude + 360 : longitude;
}

function columnOf(longitude: number): number {
  const column = Math.floor((normalizeLongitude(longitude) + 180) / columnDegrees);
  return ((column % columnCount) + columnCount) % columnCount;
}

/** The ends of all segments, x and y of the first one and of the other, whose longitude may be beyond ±180. */
function readSegments({ arcs, transform, objects: { land } }: Topology): Float64Array {
  const { scale, translate } = transform ?? { scale: [1, 1], translate: [0, 0] };
  const numbers: number[] = [];
  for (const index of arcsOf(land)) {
    let [x, y] = [0, 0];
    let before: readonly [number, number] | undefined;
    for (const [right = 0, up = 0] of arcs[index] ?? []) {
      // Positions of a quantized topology are differences.
      [x, y] = transform ? [x + right, y + up] : [right, up];
      const longitude = x * scale[0] + translate[0];
      const position = [longitude, y * scale[1] + translate[1]] as const;
      if (before) numbers.push(...before, turnTowards(before[0], longitude), position[1]);
      before = position;
    }
  }
  return Float64Array.from(numbers);
}

/** The indexes of the arcs of a geometry, which is nested as its type requires; `~index` is one turned around. */
function arcsOf(geometry: unknown): readonly number[] {
  if (typeof geometry === 'number') return [geometry < 0 ? ~geometry : geometry];
  if (Array.isArray(geometry)) return geometry.flatMap(arcsOf);
  if (typeof geometry !== 'object' || geometry === null) return [];
  const { arcs, geometries } = geometry as { readonly arcs?: unknown; readonly geometries?: unknown };
  return [...arcsOf(arcs), ...arcsOf(geometries)];
}

/** Returns the starts of the segments that touch a column. */
function indexColumns(segments: Float64Array): (column: number) => Uint32Array {
  const visit = (use: (column: number, at: number) => void) => {
    for (let at = 0; at < segments.length; at += 4) {
      const [x1, x2] = [segments[at] as number, segments[at + 2] as number];
      const [west, east] = x1 < x2 ? [x1, x2] : [x2, x1];
      const last = Math.floor(east / columnDegrees);
      for (let column = Math.floor(west / columnDegrees); column <= last; column += 1)
        use((column + (3 * columnCount) / 2) % columnCount, at);
    }
  };
  const ends = new Uint32Array(columnCount + 1);
  visit((column) => {
    ends[column + 1] = (ends[column + 1] as number) + 1;
  });
  for (let column = 0; column < columnCount; column += 1)
    ends[column + 1] = (ends[column + 1] as number) + (ends[column] as number);
  const next = ends.slice();
  const starts = new Uint32Array(ends[columnCount] as number);
  visit((column, at) => {
    starts[next[column] as number] = at;
    next[column] = (next[column] as number) + 1;
  });
  return (column) => starts.subarray(ends[column], ends[column + 1]);
}
