import { difference, featureCollection, polygon as toFeature } from '@turf/turf';
import { describe, expect, it } from 'vitest';
import type { AreaShape } from '../../../../shared/areas/area.ts';
import { checkAreaShape } from '../../../../shared/areas/check-area-shape.ts';
import { measureArea } from '../../../../shared/areas/measure-area.ts';
import { mergeShapes } from '../../../../shared/areas/merge-shapes.ts';
import { simplifyPolygon } from '../../../../shared/areas/simplify-polygon.ts';
import { geodesicArea } from '../../../../shared/geo/geodesic.ts';
import type { PolygonGeometry } from '../../../../shared/geo/geometry.ts';
import { positions, rectangleRing } from '../../../builders/positions.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';

function polygon(...rings: [number, number][][]): PolygonGeometry {
  return { type: 'Polygon', coordinates: rings };
}

function box(west: number, south: number, east: number, north: number): AreaShape {
  const ring: [number, number][] = rectangleRing(west, south, east, north);
  return { kind: 'polygon', polygon: polygon(ring) };
}

/** A coast: a ring of so many corners at irregular distances from its middle. */
function coast(corners: number, seed: number): PolygonGeometry {
  const random = seededRandom(seed);
  const ring = Array.from({ length: corners }, (_, index): [number, number] => {
    const angle = (2 * Math.PI * index) / corners;
    const distance = 1 + 0.5 * random.next();
    return [20 + distance * Math.cos(angle), 40 + distance * Math.sin(angle)];
  });
  const [first] = ring;
  return polygon(first ? [...ring, first] : ring);
}

describe('a simplified polygon', () => {
  it('has the requested number of vertices, all from the original, and does not cross itself', () => {
    for (const seed of [1, 2, 3]) {
      const before = coast(400, seed);
      const own = new Set(before.coordinates.flat().map(String));
      for (const vertices of [200, 60, 12, 3]) {
        const { polygon: after, vertices: count } = simplifyPolygon(before, vertices);
        expect(count).toBe(vertices);
        expect(after.coordinates[0]).toHaveLength(vertices + 1);
        expect(after.coordinates.flat().every((position) => own.has(String(position)))).toBe(true);
        expect(checkAreaShape({ kind: 'polygon', polygon: after })).toEqual([]);
      }
    }
  });

  it('reports the same gains and losses as an overlay', () => {
    const before = coast(120, 7);
    const {
      polygon: after,
      gainedSquareMetres,
      lostSquareMetres,
      squareMetres,
    } = simplifyPolygon(before, 30);
    const [one, other] = [toFeature(before.coordinates), toFeature(after.coordinates)];
    const lost = difference(featureCollection([one, other]));
    const gained = difference(featureCollection([other, one]));
    expect(lostSquareMetres / (lost ? geodesicArea(lost.geometry) : 0)).toBeCloseTo(1, 3);
    expect(gainedSquareMetres / (gained ? geodesicArea(gained.geometry) : 0)).toBeCloseTo(1, 3);
    // Measured along geodesics, but cut where straight edges cross: long edges make a small difference.
    const change = squareMetres - geodesicArea(before);
    expect((gainedSquareMetres - lostSquareMetres) / change).toBeCloseTo(1, 1);
  });

  it('gains where a hole shrinks, and keeps three corners of each ring', () => {
    const outline: [number, number][] = rectangleRing(0, 0, 10, 10);
    const hole: [number, number][] = positions('4 4, 4 6, 5 6.2, 6 6, 6 4, 4 4');
    const {
      polygon: after,
      gainedSquareMetres,
      lostSquareMetres,
      vertices,
    } = simplifyPolygon(polygon(outline, hole), 8);
    expect(vertices).toBe(8);
    expect(gainedSquareMetres).toBeGreaterThan(0);
    expect(lostSquareMetres).toBe(0);
    expect(after.coordinates[1]).toHaveLength(5);
    // A triangle of the outline would cut the hole.
    expect(simplifyPolygon(polygon(outline, hole), 3).vertices).toBe(7);
  });

  it('keeps vertices without which outlines would cross', () => {
    // A spike that reaches between the teeth of a comb: no chord may cut through it.
    const ring: [number, number][] = positions('0 0, 10 0, 10 5, 5.2 5, 5.1 0.5, 4.9 0.5, 4.8 5, 0 5, 0 0');
    for (const vertices of [7, 6, 5, 4, 3]) {
      const { polygon: after } = simplifyPolygon(polygon(ring), vertices);
      expect(checkAreaShape({ kind: 'polygon', polygon: after })).toEqual([]);
    }
  });

  it('is unchanged when it has no more vertices than requested', () => {
    const before = coast(50, 4);
    const result = simplifyPolygon(before, 50);
    expect(result.polygon).toEqual(before);
    expect(result).toMatchObject({ gained: [], lost: [], gainedSquareMetres: 0, lostSquareMetres: 0 });
  });
});

describe('merged areas', () => {
  it('cover what they covered together', () => {
    const merged = mergeShapes([box(0, 0, 2, 2), box(1, 1, 3, 3), box(3, 1, 4, 3)]);
    expect(merged.ok && measureArea(merged.value) / 1e6).toBeCloseTo(
      (measureArea(box(0, 0, 2, 2)) +
        measureArea(box(1, 1, 3, 3)) -
        measureArea(box(1, 1, 2, 2)) +
        measureArea(box(3, 1, 4, 3))) /
        1e6,
      -2,
    );
  });

  it('become one over the antimeridian from parts on both sides of it', () => {
    const merged = mergeShapes([box(170, -5, 180, 5), box(-180, -5, -170, 5)]);
    const longitudes =
      merged.ok && merged.value.kind === 'polygon'
        ? merged.value.polygon.coordinates.flat().map(([x]) => x)
        : [];
    expect(Math.min(...longitudes)).toBe(170);
    expect(Math.max(...longitudes)).toBe(190);
  });

  it('may hold a circle', () => {
    const circle: AreaShape = { kind: 'circle', center: [0, 0], radiusMetres: 50_000 };
    const merged = mergeShapes([circle, box(0, 0, 2, 2)]);
    expect(merged).toMatchObject({ ok: true, value: { kind: 'polygon' } });
  });

  it('are refused with the reason when they are disjoint or share only one corner', () => {
    expect(mergeShapes([box(0, 0, 1, 1), box(5, 5, 6, 6)])).toMatchObject({
      failure: { message: expect.stringContaining('The areas lie apart: together they would be 2 polygons') },
    });
    expect(mergeShapes([box(0, 0, 1, 1), box(1, 1, 2, 2)])).toMatchObject({ ok: false });
    expect(mergeShapes([box(0, 0, 1, 1)])).toMatchObject({ ok: false });
  });
});
