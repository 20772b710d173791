import type { Geometry, Position } from 'geojson';
import { flattenGeometry } from '../geo/flatten-geometry.ts';
import { unwrapLongitudes } from '../geo/longitude.ts';

/**
 * Footprints of images, packed for the map worker: little-endian, uint32 magic, images, rings and positions, then the
 * columns below in order.
 */
export type OutlineFeed = {
  readonly count: number;
  /** Collection start, epoch milliseconds UTC; NaN without one. */
  readonly time: Float64Array;
  /** Alternating longitudes and latitudes; longitudes of a ring are continuous past ±180. */
  readonly positions: Float64Array;
  /** Index of the first ring of each image, and one final entry. */
  readonly firstRing: Uint32Array;
  /** Index of the first position of each ring, and one final entry. */
  readonly firstPosition: Uint32Array;
  /** 1 for a hole in the ring before it. */
  readonly isHole: Uint8Array;
};

const magic = 0x31434c53; // "SLC1"

/**
 * Packs the polygons of footprints. A ring around a pole is closed over the pole of the hemisphere that contains most
 * of it.
 */
export function encodeOutlines(
  images: readonly { readonly geometry: Geometry; readonly startedAt: number | null }[],
): Uint8Array<ArrayBuffer> {
  const rings: ContinuousRing[] = [];
  const firstRing = [0];
  for (const { geometry } of images) {
    for (const polygon of polygonsOf(geometry)) rings.push(...continuousRings(polygon));
    firstRing.push(rings.length);
  }
  const positions = rings.reduce((sum, { longitudes }) => sum + longitudes.length, 0);
  const bytes = new Uint8Array(sizeOf(images.length, rings.length, positions));
  new Uint32Array(bytes.buffer, 0, 4).set([magic, images.length, rings.length, positions]);
  const feed = columnsIn(bytes.buffer, images.length, rings.length, positions);
  feed.time.set(images.map(({ startedAt }) => startedAt ?? Number.NaN));
  feed.firstRing.set(firstRing);
  let at = 0;
  for (const [index, { longitudes, latitudes, isHole }] of rings.entries()) {
    feed.firstPosition[index] = at;
    feed.isHole[index] = isHole ? 1 : 0;
    for (const [corner, longitude] of longitudes.entries()) {
      feed.positions[2 * at] = longitude;
      feed.positions[2 * at + 1] = latitudes[corner] ?? Number.NaN;
      at += 1;
    }
  }
  feed.firstPosition[rings.length] = at;
  return bytes;
}

/** Returns columns that are views into the message. Throws when it is not a complete feed. */
export function decodeOutlines(message: ArrayBuffer): OutlineFeed {
  const head = message.byteLength >= 16 ? new Uint32Array(message, 0, 4) : new Uint32Array(4);
  const [found, count = 0, rings = 0, positions = 0] = head;
  if (found !== magic) throw new Error('Not a feed of footprints.');
  if (message.byteLength !== sizeOf(count, rings, positions)) {
    throw new Error('The feed of footprints was cut short.');
  }
  return columnsIn(message, count, rings, positions);
}

function sizeOf(count: number, rings: number, positions: number): number {
  return 16 + 8 * count + 16 * positions + 4 * (count + 1) + 4 * (rings + 1) + rings;
}

function columnsIn(buffer: ArrayBuffer, count: number, rings: number, positions: number): OutlineFeed {
  const positionsAt = 16 + 8 * count;
  const ringsAt = positionsAt + 16 * positions;
  return {
    count,
    time: new Float64Array(buffer, 16, count),
    positions: new Float64Array(buffer, positionsAt, 2 * positions),
    firstRing: new Uint32Array(buffer, ringsAt, count + 1),
    firstPosition: new Uint32Array(buffer, ringsAt + 4 * (count + 1), rings + 1),
    isHole: new Uint8Array(buffer, ringsAt + 4 * (count + 1) + 4 * (rings + 1), rings),
  };
}

type ContinuousRing = {
  readonly longitudes: number[];
  readonly latitudes: number[];
  readonly isHole: boolean;
};

/** Rings with continuous longitudes, the holes on the same turn of the Earth as the outline. */
function continuousRings(rings: readonly Position[][]): ContinuousRing[] {
  const outlineStart = rings[0]?.[0]?.[0] ?? 0;
  return rings.map((ring, index) => {
    const turn = 360 * Math.round((outlineStart - (ring[0]?.[0] ?? 0)) / 360);
    const longitudes = unwrapLongitudes(ring).map((longitude) => longitude + turn);
    const latitudes = ring.map(([, latitude = Number.NaN]) => latitude);
    closeOverPole(longitudes, latitudes);
    return { longitudes, latitudes, isHole: index > 0 };
  });
}

/** A ring around a pole ends a full turn away from its start; it is closed over the pole. */
function closeOverPole(longitudes: number[], latitudes: number[]): void {
  const [first, last] = [longitudes[0] ?? 0, longitudes.at(-1) ?? 0];
  if (Math.abs(last - first) <= 180) return;
  const pole = latitudes.reduce((sum, latitude) => sum + latitude, 0) < 0 ? -90 : 90;
  longitudes.push(last, first, first);
  latitudes.push(pole, pole, latitudes[0] ?? pole);
}

function polygonsOf(geometry: Geometry): readonly Position[][][] {
  return flattenGeometry(geometry).flatMap((simple) => {
    if (simple.type === 'Polygon') return [simple.coordinates];
    return simple.type === 'MultiPolygon' ? simple.coordinates : [];
  });
}
