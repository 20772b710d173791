import type { LonLat } from '../geo/geometry.ts';
import { parseWkt } from '../geo/wkt.ts';

/**
 * Where the azimuth and incidence angles of an image are defined (service.md, Images: `geometryReference`),
 * `[longitude, latitude]` in WGS 84; undefined unless the text is a point there.
 */
export function readAngleReference(geometryReference: string | null): LonLat | undefined {
  const wkt = geometryReference === null ? undefined : parseWkt(geometryReference);
  if (!wkt?.ok || (wkt.srid !== undefined && wkt.srid !== 4326) || wkt.geometry.type !== 'Point') {
    return undefined;
  }
  const [longitude, latitude] = wkt.geometry.coordinates;
  const isOnEarth =
    longitude !== undefined &&
    latitude !== undefined &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90;
  return isOnEarth ? [longitude, latitude] : undefined;
}
