import type { Geometry, Position } from 'geojson';
import Feature from 'ol/Feature.js';
import { isClosingEdge } from '../../shared/geo/close-over-pole.ts';
import { flattenGeometry } from '../../shared/geo/flatten-geometry.ts';
import { splitLine } from './split-line.ts';
import { lineCopies, polygonCopies } from './world-copies.ts';

/** The areas of an image's footprint, and its sides as lines, each on all copies of the world. */
export function imageOutline(footprint: Geometry): {
  readonly areas: readonly Feature[];
  readonly sides: readonly Feature[];
} {
  const polygons = flattenGeometry(footprint).flatMap((simple) => {
    if (simple.type === 'Polygon') return [simple.coordinates];
    return simple.type === 'MultiPolygon' ? simple.coordinates : [];
  });
  return {
    areas: polygons.map((rings) => new Feature(polygonCopies(rings))),
    sides: polygons.flat().flatMap((ring) => sidesOfRing(ring).map((side) => new Feature(lineCopies(side)))),
  };
}

/** The sides of an image, from a ring: its edges but those that only close it over a pole. */
export function sidesOfRing(ring: readonly Position[]): Position[][] {
  const longitudes = ring.map(([longitude = Number.NaN]) => longitude);
  const span = Math.max(...longitudes) - Math.min(...longitudes);
  return splitLine(ring, ([, from = 0], [, to = 0]) => isClosingEdge(span, from, to));
}
