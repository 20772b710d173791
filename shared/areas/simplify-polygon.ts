import { geodesicArea } from '../geo/geodesic.ts';
import type { PolygonGeometry } from '../geo/geometry.ts';
import { rewindPolygon } from '../geo/rings.ts';
import { changedParts } from './simplify/changed-parts.ts';
import { simplifyRings } from './simplify/simplify-rings.ts';

/** A polygon with fewer vertices, and what that changes. Areas are geodesic, in m². */
export type SimplifiedPolygon = {
  readonly polygon: PolygonGeometry;
  /** More than were asked for when outlines would cross with fewer, or when each ring is down to three. */
  readonly vertices: number;
  readonly squareMetres: number;
  /** Ground that the area covers only now, and ground that it covered before. */
  readonly gained: readonly PolygonGeometry[];
  readonly lost: readonly PolygonGeometry[];
  readonly gainedSquareMetres: number;
  readonly lostSquareMetres: number;
};

/**
 * The polygon with at most `vertices` of its own vertices, those kept that make the most of its shape. Longitudes are
 * continuous. Outlines do not cross when they did not before.
 */
export function simplifyPolygon(polygon: PolygonGeometry, vertices: number): SimplifiedPolygon {
  // Every ring has the area on its left.
  const rings = rewindPolygon(polygon).coordinates.map((ring) => ring.slice(0, -1));
  const kept = simplifyRings(rings, vertices);
  const parts = rings.flatMap((ring, index) =>
    chainsOf(ring, kept[index] ?? []).map((chain) => changedParts(chain)),
  );
  const gained = parts.flatMap((part) => part.gained);
  const lost = parts.flatMap((part) => part.lost);
  const simpler: PolygonGeometry = {
    type: 'Polygon',
    coordinates: rings.map((ring, index) => {
      const open = (kept[index] ?? []).flatMap((place) => {
        const position = ring[place];
        return position ? [position] : [];
      });
      const [first] = open;
      return first ? [...open, first] : open;
    }),
  };
  return {
    polygon: simpler,
    vertices: kept.reduce((sum, { length }) => sum + length, 0),
    squareMetres: geodesicArea(simpler),
    gained,
    lost,
    gainedSquareMetres: totalArea(gained),
    lostSquareMetres: totalArea(lost),
  };
}

/** From each vertex that stays over those that go to the next one that stays. */
function chainsOf(ring: readonly [number, number][], kept: readonly number[]): [number, number][][] {
  return kept.map((from, index) => {
    const next = kept[index + 1];
    return next === undefined
      ? [...ring.slice(from), ...ring.slice(0, (kept[0] ?? 0) + 1)]
      : ring.slice(from, next + 1);
  });
}

function totalArea(polygons: readonly PolygonGeometry[]): number {
  return polygons.reduce((sum, polygon) => sum + geodesicArea(polygon), 0);
}
