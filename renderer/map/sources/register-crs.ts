import { register } from 'ol/proj/proj4.js';
import proj4 from 'proj4';
import { findCrs } from '../../../shared/map-sources/map-crs.ts';

/** Registers a coordinate system of `map-crs.ts` with OpenLayers. Returns false for any other. */
export function registerCrs(crs: string): boolean {
  const known = findCrs(crs);
  if (!known) return false;
  if (known.definition !== undefined && !proj4.defs(crs)) proj4.defs(crs, known.definition);
  register(proj4);
  return true;
}
