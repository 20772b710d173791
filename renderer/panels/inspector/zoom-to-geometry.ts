import type { Geometry } from 'geojson';
import { boundsOf } from '../../../shared/geo/bounds-of.ts';
import type { MapEngine } from '../../map/map-engine.ts';

/** Brings the whole geometry into the map's view; an empty one changes nothing. */
export function zoomToGeometry(engine: Pick<MapEngine, 'zoomToBounds'>, geometry: Geometry): void {
  const bounds = boundsOf(geometry);
  if (bounds) engine.zoomToBounds(bounds);
}
