import { geodesicArea } from '../geo/geodesic.ts';
import type { PolygonGeometry } from '../geo/geometry.ts';
import { rewindPolygon } from '../geo/rings.ts';
import { changedParts } from './simplify/changed-parts.ts';
import { simplifyRings } from './simplify/simplify-rings.ts';

/** A polygon with fewer vertices, and the change. Areas are geodesic, in m². */
export type SimplifiedPolygon = {
  readonly polygon: PolygonGeometry;
  /** More than requested when outlines would cross with fewer, or when each ring has only three left. */
  readonly vertices: number;
  readonly squareMetres: number;
  /** The parts that the area additionally covers, and those that it no longer covers. */
  readonly gained: readonly PolygonGeometry[];
  readonly lost: readonly PolygonGeometry[];
  readonly gainedSquareMetres: number;
  readonly lostSquareMetres: number;
};

/**
 * Reduces a polygon to at most `vertices` of its vertices, those most significant for its shape. Longitudes are
 * continuous. Outlines do not cross if they did not before.
 */
export function simplifyPolygon(polygon: PolygonGeometry, vertices: number): SimplifiedPolygon {
  // Wound so that the area is to the left of every ring.
  const rings = rewindPolygon(polygon).coordinates.map((ring) => ring.slice(0, -1));
  const retained = simplifyRings(rings, vertices);
  const parts = rings.flatMap((ring, index) =>
    chainsOf(ring, retained[index] ?? []).map((chain) => changedParts(chain)),
  );
  const gained = parts.flatMap((part) => part.gained);
  const lost = parts.flatMap((part) => part.lost);
  const simpler: PolygonGeometry = {
    type: 'Polygon',
    coordinates: rings.map((ring, index) => {
      const open = (retained[index] ?? []).flatMap((place) => {
        const position = ring[place];
        return position ? [position] : [];
      });
      const [first] = open;
      return first ? [...open, first] : open;
    }),
  };
  return {
    polygon: simpler,
    vertices: retained.reduce((sum, { length }) => sum + length, 0),
    squareMetres: geodesicArea(simpler),
    gained,
    lost,
    gainedSquareMetres: totalArea(gained),
    lostSquareMetres: totalArea(lost),
  };
}

/** The chains from each retained vertex over the removed ones to the next retained one. */
function chainsOf(ring: readonly [number, number][], retained: readonly number[]): [number, number][][] {
  return retained.map((from, index) => {
    const next = retained[index + 1];
    return next === undefined
      ? [...ring.slice(from), ...ring.slice(0, (retained[0] ?? 0) + 1)]
      : ring.slice(from, next + 1);
  });
}

function totalArea(polygons: readonly PolygonGeometry[]): number {
  return polygons.reduce((sum, polygon) => sum + geodesicArea(polygon), 0);
}
