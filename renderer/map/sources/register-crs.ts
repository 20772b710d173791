import { register } from 'ol/proj/proj4.js';
import proj4 from 'proj4';
import { findCrs } from '../../../shared/map-sources/map-crs.ts';

/** Makes a coordinate system that `map-crs.ts` knows known to OpenLayers. False for any other. */
export function registerSystem(crs: string): boolean {
  const known = findCrs(crs);
  if (!known) return false;
  if (known.definition !== undefined && !proj4.defs(crs)) proj4.defs(crs, known.definition);
  register(proj4);
  return true;
}
