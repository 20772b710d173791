import { featureCollection, polygon as toFeature, union } from '@turf/turf';
import type { PolygonGeometry } from '../geo/geometry.ts';
import { rewindPolygon } from '../geo/rings.ts';
import { fail, type Result, succeed } from '../result.ts';
import type { AreaShape } from './area.ts';
import { checkAreaShape } from './check-area-shape.ts';
import { shapeToPolygon } from './measure-area.ts';

/**
 * Returns the union of several shapes; circles are converted to polygons with 72 corners. Longitudes are continuous:
 * halves on both sides of the antimeridian become one shape across it. Fails with `invalid-input` when the shapes are
 * not connected, or when their union is not a valid area.
 */
export function mergeShapes(shapes: readonly AreaShape[]): Result<AreaShape> {
  const polygons = shapes.map(shapeToPolygon);
  const [first] = polygons;
  if (!first || polygons.length < 2) return fail('invalid-input', 'Mark at least two areas to merge.');
  const merged = union(
    featureCollection(polygons.map((each) => toFeature(onCopyNear(each, first).coordinates))),
  );
  if (merged?.geometry.type !== 'Polygon') {
    const parts = merged?.geometry.coordinates.length ?? 0;
    return fail(
      'invalid-input',
      `The areas lie apart: together they would be ${parts} polygons, and an area is one. Mark areas that overlap or share an edge.`,
    );
  }
  const shape: AreaShape = { kind: 'polygon', polygon: intoRange(rewindPolygon(merged.geometry)) };
  const [problem] = checkAreaShape(shape);
  return problem ? fail('invalid-input', problem.message) : succeed(shape);
}

/** Shifts a polygon by whole turns to its copy nearest to another. */
function onCopyNear(polygon: PolygonGeometry, other: PolygonGeometry): PolygonGeometry {
  return turned(polygon, Math.round((middleOf(other) - middleOf(polygon)) / 360));
}

/** Shifts a polygon by whole turns so that its western end is within −180…180. */
function intoRange(polygon: PolygonGeometry): PolygonGeometry {
  return turned(polygon, -Math.floor((westOf(polygon) + 180) / 360));
}

function turned(polygon: PolygonGeometry, turns: number): PolygonGeometry {
  if (turns === 0) return polygon;
  return {
    type: 'Polygon',
    coordinates: polygon.coordinates.map((ring) =>
      ring.map(([longitude, latitude]): [number, number] => [longitude + 360 * turns, latitude]),
    ),
  };
}

function middleOf(polygon: PolygonGeometry): number {
  const [outline = []] = polygon.coordinates;
  const east = outline.reduce((max, [longitude]) => Math.max(max, longitude), Number.NEGATIVE_INFINITY);
  return (westOf(polygon) + east) / 2;
}

function westOf({ coordinates: [outline = []] }: PolygonGeometry): number {
  return outline.reduce((min, [longitude]) => Math.min(min, longitude), Number.POSITIVE_INFINITY);
}
