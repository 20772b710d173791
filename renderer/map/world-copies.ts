import type { Position } from 'geojson';
import LineString from 'ol/geom/LineString.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Polygon from 'ol/geom/Polygon.js';
import { unwrapLongitudes } from '../../shared/geo/longitude.ts';
import { toMapCoordinate, worldWidth } from './map-projection.ts';

/**
 * A polygon of `[longitude, latitude]` rings on three neighboring copies of the world, in EPSG:3857. The `wrapX`
 * option of OpenLayers misses shapes past ±180 when the view does not cross the antimeridian.
 */
export function polygonCopies(rings: readonly Position[][]): MultiPolygon {
  const polygon = new Polygon(rings.map(toCoordinates));
  const copies = new MultiPolygon([]);
  for (const turn of [-1, 0, 1]) {
    const copy = polygon.clone();
    copy.translate(turn * worldWidth, 0);
    copies.appendPolygon(copy);
  }
  return copies;
}

/** A line of `[longitude, latitude]` positions on three neighboring copies of the world, in EPSG:3857. */
export function lineCopies(positions: readonly Position[]): MultiLineString {
  const line = new LineString(toCoordinates(positions));
  const copies = new MultiLineString([]);
  for (const turn of [-1, 0, 1]) {
    const copy = line.clone();
    copy.translate(turn * worldWidth, 0);
    copies.appendLineString(copy);
  }
  return copies;
}

/** A `[longitude, latitude]` position on three neighboring copies of the world, in EPSG:3857. */
export function pointCopies([longitude = Number.NaN, latitude = Number.NaN]: Position): MultiPoint {
  const [x, y] = toMapCoordinate([longitude, latitude]);
  return new MultiPoint([-1, 0, 1].map((turn) => [x + turn * worldWidth, y]));
}

function toCoordinates(positions: readonly Position[]): number[][] {
  const longitudes = unwrapLongitudes(positions);
  return positions.map(([, latitude = Number.NaN], index) =>
    toMapCoordinate([longitudes[index] ?? Number.NaN, latitude]),
  );
}
