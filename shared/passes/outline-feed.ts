import type { Geometry, Position } from 'geojson';
import { closeOverPole } from '../geo/close-over-pole.ts';
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

/** Creates a packer of the polygons of footprints. A ring around a pole is closed over it. */
export function createOutlinePacker() {
  const times: number[] = [];
  const positions: number[] = [];
  const firstRing = [0];
  const firstPosition = [0];
  const isHole: number[] = [];
  const addRing = (ring: ContinuousRing) => {
    for (const [corner, longitude] of ring.longitudes.entries()) {
      positions.push(longitude, ring.latitudes[corner] ?? Number.NaN);
    }
    firstPosition.push(positions.length / 2);
    isHole.push(ring.isHole ? 1 : 0);
  };
  return {
    /** `startedAt` is in epoch milliseconds UTC. */
    add(geometry: Geometry, startedAt: number | null): void {
      times.push(startedAt ?? Number.NaN);
      for (const polygon of polygonsOf(geometry)) continuousRings(polygon).forEach(addRing);
      firstRing.push(isHole.length);
    },
    /** Returns the message. */
    pack(): Uint8Array<ArrayBuffer> {
      const counts = [times.length, isHole.length, positions.length / 2] as const;
      const bytes = new Uint8Array(sizeOf(...counts));
      new Uint32Array(bytes.buffer, 0, 4).set([magic, ...counts]);
      const feed = columnsIn(bytes.buffer, ...counts);
      feed.time.set(times);
      feed.positions.set(positions);
      feed.firstRing.set(firstRing);
      feed.firstPosition.set(firstPosition);
      feed.isHole.set(isHole);
      return bytes;
    },
  };
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
  return rings.map((written, index) => {
    const ring = closeOverPole(written) ?? written;
    const turn = 360 * Math.round((outlineStart - (ring[0]?.[0] ?? 0)) / 360);
    const longitudes = unwrapLongitudes(ring).map((longitude) => longitude + turn);
    const latitudes = ring.map(([, latitude = Number.NaN]) => latitude);
    return { longitudes, latitudes, isHole: index > 0 };
  });
}

function polygonsOf(geometry: Geometry): readonly Position[][][] {
  return flattenGeometry(geometry).flatMap((simple) => {
    if (simple.type === 'Polygon') return [simple.coordinates];
    return simple.type === 'MultiPolygon' ? simple.coordinates : [];
  });
}
