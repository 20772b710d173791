import type { Geometry } from 'geojson';
import { type Outline, toOutline } from '../../../../../shared/passes/footprint-overlap.ts';
import { decodeGeometry } from '../../geopackage/read-geometry-blob.ts';
import type { Sql } from '../../sql.ts';
import type { HeldPass } from './read-passes.ts';

/** Where images lie. */
export type PassGround = {
  /** The footprint to be laid over others; null without one. Kept once it was made ready. */
  outlineOf(pass: HeldPass): Outline | null;
};

/** The grounds of images; footprints are read when they are asked for. */
export function createPassGround(sql: Sql): PassGround & { forget(): void } {
  const outlines = new Map<number, Outline | null>();
  let isAllRead = false;
  const readAll = () => {
    for (const [fid, geom] of sql.arrays('SELECT fid, geom FROM footprints')) {
      const geometry = geom instanceof Uint8Array ? geometryOf(geom) : null;
      outlines.set(Number(fid), geometry && toOutline(geometry));
    }
    isAllRead = true;
  };
  return {
    outlineOf({ footprintFid }) {
      if (footprintFid === null) return null;
      if (!isAllRead) readAll();
      return outlines.get(footprintFid) ?? null;
    },
    forget() {
      outlines.clear();
      isAllRead = false;
    },
  };
}

/** What another program wrote may be no geometry; it then lies nowhere. */
export function geometryOf(blob: Uint8Array): Geometry | null {
  try {
    return decodeGeometry(blob);
  } catch {
    return null;
  }
}
