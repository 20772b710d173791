import type { Geometry } from 'geojson';
import { type Outline, toOutline } from '../../../../../shared/passes/footprint-overlap.ts';
import { portOfRegion } from '../../../../../shared/places/port-of-region.ts';
import { ports } from '../../../../../shared/places/ports.ts';
import { decodeGeometry } from '../../geopackage/read-geometry-blob.ts';
import type { Sql } from '../../sql.ts';
import type { StoredPass } from './read-passes.ts';

/** Outlines of images. */
export type FootprintOutlines = {
  /** The footprint for overlap tests; null without one. Cached. */
  outlineOf(pass: StoredPass): Outline | null;
  /** Name of the port that the image shows; null without one, and without a footprint. Cached. */
  placeOf(pass: StoredPass): string | null;
};

/** Creates the outlines; footprints are read at the first request. */
export function createFootprintOutlines(sql: Sql): FootprintOutlines & { clear(): void } {
  const outlines = new Map<number, Outline | null>();
  const places = new Map<number, string | null>();
  let isAllRead = false;
  const readAll = () => {
    for (const [fid, geom] of sql.arrays('SELECT fid, geom FROM footprints')) {
      const geometry = geom instanceof Uint8Array ? tryDecodeGeometry(geom) : null;
      outlines.set(Number(fid), geometry && toOutline(geometry));
    }
    isAllRead = true;
  };
  const outlineOf = ({ footprintFid }: StoredPass): Outline | null => {
    if (footprintFid === null) return null;
    if (!isAllRead) readAll();
    return outlines.get(footprintFid) ?? null;
  };
  return {
    outlineOf,
    placeOf(pass) {
      if (pass.footprintFid === null) return null;
      const known = places.get(pass.footprintFid);
      if (known !== undefined) return known;
      const outline = outlineOf(pass);
      const place = outline ? (ports[portOfRegion(outline.region)]?.[0] ?? null) : null;
      places.set(pass.footprintFid, place);
      return place;
    },
    clear() {
      outlines.clear();
      places.clear();
      isAllRead = false;
    },
  };
}

/** What another program wrote may be no geometry; it then has no outline. */
export function tryDecodeGeometry(blob: Uint8Array): Geometry | null {
  try {
    return decodeGeometry(blob);
  } catch {
    return null;
  }
}
