import type { LonLat } from '../../../shared/geo/geometry.ts';

/** The location for trying a draft: the map's center and zoom (of a web map with 256-pixel tiles). */
export type TrialLocation = { readonly position: LonLat; readonly zoom: number };

/** A local file chosen for a source. */
export type ChosenMapFile = { readonly path: string; readonly name: string; readonly isTemporary: boolean };
