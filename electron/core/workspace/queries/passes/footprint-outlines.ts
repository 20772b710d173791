import type { Geometry } from 'geojson';
import { type Region, toRegion } from '../../../../../shared/geo/region.ts';
import { type Outline, toOutline } from '../../../../../shared/passes/footprint-overlap.ts';
import { isImaged, type MeasuredArea } from '../../../../../shared/passes/imaged-area.ts';
import { portOfRegion } from '../../../../../shared/places/port-of-region.ts';
import { ports } from '../../../../../shared/places/ports.ts';
import type { Steps } from '../../../base/steps.ts';
import { decodeGeometry } from '../../geopackage/read-geometry-blob.ts';
import type { Sql } from '../../sql.ts';
import { boxesOf, footprintsNear, toSearchBoxes } from '../footprints-near.ts';
import type { StoredPass } from './read-passes.ts';

/** Outlines of images. */
export type FootprintOutlines = {
  /** The footprint for overlap tests; null without one. Cached. */
  outlineOf(pass: StoredPass): Outline | null;
  /** The ground that its footprint covers; null without one. Cached. */
  regionOf(pass: StoredPass): Region | null;
  /** Those of the images that show a part of an area, in their order. Reads only the footprints near it. */
  selectImaging(area: MeasuredArea, passes: readonly StoredPass[]): Steps<readonly StoredPass[]>;
  /** Name of the port that the image shows; null without one, and without a footprint. Cached. */
  placeOf(pass: StoredPass): string | null;
};

/** Footprints that are read and compared with an area in one step, some ten milliseconds. */
const footprintsInStep = 512;

/** Creates the outlines; footprints are read when they are first requested, for overlap tests all of them. */
export function createFootprintOutlines(sql: Sql): FootprintOutlines {
  const outlines = new Map<number, Outline | null>();
  /** Those that were read before all outlines were. */
  const regions = new Map<number, Region>();
  const places = new Map<number, string | null>();
  let isAllRead = false;
  const readAll = () => {
    for (const [fid, geom] of sql.arrays('SELECT fid, geom FROM footprints')) {
      const geometry = geom instanceof Uint8Array ? tryDecodeGeometry(geom) : null;
      outlines.set(Number(fid), geometry && toOutline(geometry));
    }
    isAllRead = true;
    regions.clear();
  };
  const outlineOf = ({ footprintFid }: StoredPass): Outline | null => {
    if (footprintFid === null) return null;
    if (!isAllRead) readAll();
    return outlines.get(footprintFid) ?? null;
  };
  const readRegions = (fids: readonly number[]) => {
    const missing = fids.filter((fid) => !regions.has(fid));
    if (isAllRead || missing.length === 0) return;
    const rows = sql.arrays(
      'SELECT fid, geom FROM footprints WHERE fid IN (SELECT value FROM json_each(?))',
      JSON.stringify(missing),
    );
    for (const [fid, geom] of rows) {
      const geometry = geom instanceof Uint8Array ? tryDecodeGeometry(geom) : null;
      regions.set(Number(fid), toRegion(geometry ? [geometry] : []));
    }
  };
  const regionOf = ({ footprintFid }: StoredPass): Region | null => {
    if (footprintFid === null) return null;
    readRegions([footprintFid]);
    return (isAllRead ? outlines.get(footprintFid)?.region : regions.get(footprintFid)) ?? null;
  };
  return {
    outlineOf,
    regionOf,
    *selectImaging(area, passes) {
      const rows = sql.arrays(footprintsNear('?1'), toSearchBoxes(boxesOf(area.region)));
      yield;
      const nearby = new Set(rows.map(([fid]) => Number(fid)));
      const candidates = passes.filter(({ footprintFid }) => nearby.has(footprintFid ?? 0));
      const imaging: StoredPass[] = [];
      for (let from = 0; from < candidates.length; from += footprintsInStep) {
        yield;
        const some = candidates.slice(from, from + footprintsInStep);
        readRegions(some.flatMap(({ footprintFid }) => footprintFid ?? []));
        for (const pass of some) {
          const region = regionOf(pass);
          if (region !== null && isImaged(area, [region])) imaging.push(pass);
        }
      }
      return imaging;
    },
    placeOf(pass) {
      if (pass.footprintFid === null) return null;
      const known = places.get(pass.footprintFid);
      if (known !== undefined) return known;
      const outline = outlineOf(pass);
      const place = outline ? (ports[portOfRegion(outline.region)]?.[0] ?? null) : null;
      places.set(pass.footprintFid, place);
      return place;
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
