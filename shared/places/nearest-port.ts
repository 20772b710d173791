import { toEarthCentered } from '../geo/earth-centered.ts';
import { azimuthDegrees, distanceMetres } from '../geo/geodesic.ts';
import type { LonLat } from '../geo/geometry.ts';
import { normalizeLongitude } from '../geo/longitude.ts';
import { type Region, regionContains } from '../geo/region.ts';
import { ports } from './ports.ts';

/** Within this distance of a port a position belongs to it: 25 nautical miles, along the geodesic. */
export const placeDistanceMetres = 25 * 1852;

/** Text shown for a position without a place. */
export const noPlaceText = 'No named port within 25 nm';

/** The port that a position belongs to. */
export type Place = {
  readonly name: string;
  /** The port itself, `[longitude, latitude]` in degrees. */
  readonly position: LonLat;
  /** Length of the geodesic from the port. */
  readonly metres: number;
  /** Initial azimuth from the port to the position, 0…360 degrees clockwise from true north. */
  readonly azimuthDegrees: number;
};

/** The nearest port within 25 nautical miles of a position `[longitude, latitude]` in degrees; null without one. */
export function placeOf(position: LonLat): Place | null {
  const port = ports[nearestPort(position[0], position[1])];
  if (!port) return null;
  const from: LonLat = [port[1], port[2]];
  return {
    name: port[0],
    position: from,
    metres: distanceMetres(from, position),
    azimuthDegrees: azimuthDegrees(from, position),
  };
}

/** The name of the nearest port within 25 nautical miles of a position in degrees; null without one. */
export function placeNameOf(longitude: number, latitude: number): string | null {
  return ports[nearestPort(longitude, latitude)]?.[0] ?? null;
}

const meanRadius = 6_371_000;

/**
 * The straight line through the Earth that is as long as a geodesic of 25 nautical miles: shorter by s³/(24 R²), the
 * first term of the series of a chord. It differs by less than 2 mm from the geodesic, since R varies by 0.7 %.
 */
const maxChord = placeDistanceMetres - placeDistanceMetres ** 3 / (24 * meanRadius ** 2);

/**
 * The index in `ports` of the nearest port within 25 nautical miles; −1 without one. A few sines and a look into a
 * grid, so that a million positions take a fraction of a second. The order and limit are those of geodesics to 2 mm.
 */
export function nearestPort(longitude: number, latitude: number): number {
  index ??= indexPorts();
  const candidates = index.byCell[cellOf(normalizeLongitude(longitude), latitude)];
  if (!candidates) return -1;
  const { positions } = index;
  const [x, y, z] = toEarthCentered(longitude, latitude);
  let nearest = -1;
  let least = maxChord * maxChord;
  for (const port of candidates) {
    const at = port * 3;
    const dx = x - (positions[at] as number);
    const dy = y - (positions[at + 1] as number);
    const dz = z - (positions[at + 2] as number);
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared <= least) {
      nearest = port;
      least = squared;
    }
  }
  return nearest;
}

type PortIndex = {
  /** Earth-centered coordinates of each port, in metres: x, y, z. */
  readonly positions: Float64Array;
  /** The ports that are possibly within reach of each cell, by cell. */
  readonly byCell: readonly (readonly number[] | undefined)[];
};

/** Made when it is first needed: most threads that load this module never need it. */
let index: PortIndex | undefined;

function indexPorts(): PortIndex {
  return {
    positions: Float64Array.from(
      ports.flatMap(([, longitude, latitude]) => toEarthCentered(longitude, latitude)),
    ),
    byCell: findPortsByCell(),
  };
}

/** Cells of one degree, in rows from the south and columns from −180°; +180° and +90° are cells of their own. */
function cellOf(longitude: number, latitude: number): number {
  return Math.floor(latitude + 90) * 361 + Math.floor(longitude + 180);
}

/** Slightly more than 25 nautical miles in degrees of latitude, of which the shortest is 110.57 km. */
const reachDegrees = 0.42;

/** No port is near a pole. */
function findPortsByCell(): PortIndex['byCell'] {
  const cells: (number[] | undefined)[] = Array.from({ length: 181 * 361 });
  for (const [port, [, longitude, latitude]] of ports.entries()) {
    const farthest = Math.abs(latitude) + reachDegrees;
    const reach = reachDegrees / Math.cos((farthest * Math.PI) / 180);
    const touched = new Set<number>();
    // Half degrees, so that no cell of the rectangle is passed over; its far edges are added.
    for (const y of stepsBetween(latitude - reachDegrees, latitude + reachDegrees)) {
      for (const x of stepsBetween(longitude - reach, longitude + reach)) {
        touched.add(cellOf(normalizeLongitude(x), y));
      }
    }
    for (const cell of touched) {
      const list = cells[cell];
      if (list) list.push(port);
      else cells[cell] = [port];
    }
  }
  return cells;
}

function stepsBetween(from: number, to: number): number[] {
  const steps: number[] = [];
  for (let at = from; at < to; at += 0.5) steps.push(at);
  return [...steps, to];
}

/**
 * The index in `ports` of the port that an image of a region shows: the busiest inside it, of equally busy ones the
 * nearest to its center. Without any inside, the nearest within 25 nautical miles of the center. −1 without one.
 */
export function portOfRegion(region: Region): number {
  const center = centerOfRegion(region);
  if (!center) return -1;
  let shown = -1;
  let least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
  for (const [port, [, longitude, latitude, rank]] of ports.entries()) {
    if (!regionContains(region, longitude, latitude)) continue;
    const east = (((longitude - center[0] + 540) % 360) - 180) * Math.cos((latitude * Math.PI) / 180);
    const distance = Math.hypot(east, latitude - center[1]);
    if (rank < least[0] || (rank === least[0] && distance < least[1])) {
      shown = port;
      least = [rank, distance];
    }
  }
  return shown >= 0 ? shown : nearestPort(center[0], center[1]);
}

/** The center `[longitude, latitude]` of the bounding box of a region in degrees; null for an empty one. */
export function centerOfRegion({ longitudeSpans, south, north }: Region): readonly [number, number] | null {
  const [first, second] = longitudeSpans;
  if (!first) return null;
  const latitude = (south + north) / 2;
  // A region across the antimeridian has a span that ends and one that starts there.
  const isAcross = second !== undefined && first[0] === -180 && longitudeSpans.at(-1)?.[1] === 180;
  if (!isAcross) return [(first[0] + (longitudeSpans.at(-1)?.[1] ?? first[1])) / 2, latitude];
  const west = longitudeSpans.at(-1)?.[0] ?? 180;
  const middle = (west + first[1] + 360) / 2;
  return [middle > 180 ? middle - 360 : middle, latitude];
}
