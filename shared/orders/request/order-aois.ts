import type { Area } from '../../areas/area.ts';
import { splitAtAntimeridian } from '../../geo/antimeridian.ts';
import { normalizeLongitude } from '../../geo/longitude.ts';
import type { OrderAoi } from './order-request.ts';

/**
 * Converts an area to AOIs of an order: a circle to a point with a radius, a polygon to one AOI or, split at ±180°,
 * several.
 */
export function toOrderAois({ shape }: Pick<Area, 'shape'>): OrderAoi[] {
  if (shape.kind === 'polygon') {
    return splitAtAntimeridian(shape.polygon).map((geojson) => ({ type: 'polygon', geojson }));
  }
  const [longitude, latitude] = shape.center;
  return [
    {
      type: 'point',
      latitude_deg: latitude,
      longitude_deg: normalizeLongitude(longitude),
      radius_km: shape.radiusMetres / 1000,
    },
  ];
}
