import { featureCollection, intersect, polygon as toFeature } from '@turf/turf';
import type { Polygon, Position } from 'geojson';
import { clipAtMeridian } from './clip-at-meridian.ts';
import type { PolygonGeometry } from './geometry.ts';
import { rewindPolygon } from './rings.ts';

/**
 * A polygon as polygons within −180…180 that meet at the antimeridian (RFC 7946, 3.1.9), outlines anticlockwise and
 * holes clockwise. Longitudes of the input are continuous past ±180, as in editing (`170 … 190`).
 *
 * A polygon that does not cross ±180 is returned alone. One that does becomes two, or more when its outline crosses
 * several times. Edges are straight in degrees.
 */
export function splitAtAntimeridian(polygon: Polygon): PolygonGeometry[] {
  const longitudes = polygon.coordinates.flat().map(([longitude = Number.NaN]) => longitude);
  const west = longitudes.reduce((min, longitude) => Math.min(min, longitude), Number.POSITIVE_INFINITY);
  const east = longitudes.reduce((max, longitude) => Math.max(max, longitude), Number.NEGATIVE_INFINITY);
  const firstTurn = Math.floor((west + 180) / 360);
  const lastTurn = Math.ceil((east - 180) / 360);
  if (firstTurn >= lastTurn) return [rewindPolygon(shifted(polygon, lastTurn))];
  const pieces: PolygonGeometry[] = [];
  for (let turn = firstTurn; turn <= lastTurn; turn += 1) pieces.push(...pieceOfTurn(polygon, turn));
  return pieces;
}

function shifted(polygon: Polygon, turn: number): Polygon {
  if (turn === 0) return polygon;
  return {
    type: 'Polygon',
    coordinates: polygon.coordinates.map((ring) =>
      ring.map(([longitude = Number.NaN, latitude = Number.NaN]) => [longitude - 360 * turn, latitude]),
    ),
  };
}

/** Returns the part of a polygon between 360·turn − 180 and 360·turn + 180, shifted into −180…180. */
function pieceOfTurn(polygon: Polygon, turn: number): PolygonGeometry[] {
  const whole = rewindPolygon(shifted(polygon, turn));
  const pieces = clipAtMeridian(whole, -180, 'east')?.map((rings) =>
    clipAtMeridian(rewindPolygon({ type: 'Polygon', coordinates: rings }), 180, 'west'),
  );
  const isClipped = pieces?.every((piece) => piece !== undefined) ?? false;
  const parts = isClipped ? (pieces ?? []).flatMap((piece) => piece ?? []) : commonWithWorld(whole);
  return parts.map((coordinates) => rewindPolygon({ type: 'Polygon', coordinates }));
}

/** The same for a polygon whose rings cross, as in some records: slow, but correct. */
function commonWithWorld(polygon: Polygon): Position[][][] {
  const common = intersect(featureCollection([toFeature(polygon.coordinates), toFeature(wholeWorld)]));
  if (!common) return [];
  return common.geometry.type === 'Polygon' ? [common.geometry.coordinates] : common.geometry.coordinates;
}

const wholeWorld = [
  [
    [-180, -90],
    [180, -90],
    [180, 90],
    [-180, 90],
    [-180, -90],
  ],
];
