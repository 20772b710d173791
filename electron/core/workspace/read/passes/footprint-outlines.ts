import type { SQLOutputValue } from 'node:sqlite';
import type { Geometry } from 'geojson';
import type { LonLat } from '../../../../../shared/geo/geometry.ts';
import { type Region, toRegion } from '../../../../../shared/geo/region.ts';
import { createCoverTest } from '../../../../../shared/imaging/cover-test.ts';
import { isImaged, type MeasuredArea } from '../../../../../shared/imaging/imaged-area.ts';
import { type Outline, toOutline } from '../../../../../shared/passes/footprint-overlap.ts';
import { portOfRegion } from '../../../../../shared/places/nearest-port.ts';
import { ports } from '../../../../../shared/places/ports.ts';
import type { Steps } from '../../../base/steps.ts';
import { decodeGeometry } from '../../file/geopackage/read-geometry-blob.ts';
import type { Sql } from '../../file/sql.ts';
import { boxesOf, footprintsNear, toSearchBoxes } from '../footprints-near.ts';
import { forEachRow } from '../memory/rows-in-steps.ts';
import type { StoredPass } from './read-passes.ts';

/** An image and the ground that its footprint covers. */
export type PassRegion = { readonly pass: StoredPass; readonly region: Region };

/** The name of the port that an image shows; null where there is none near. */
export type ShownPlace = { readonly port: string | null };

/** Footprints that are read and compared with an area or with ports in one step, some ten milliseconds. */
const footprintsInStep = 512;

/** Creates the outlines; footprints are read when they are first requested. `portsOfDetections`: see `placeOf`. */
export function createFootprintOutlines(sql: Sql, portsOfDetections: ReadonlyMap<StoredPass, string>) {
  const places = new Map<number, ShownPlace | null>();
  let outlines: ReadonlyMap<number, Outline | null> | undefined;
  let areAllPlacesRead = false;
  const addPlace = (fid: number, geom: SQLOutputValue | undefined) => {
    const outline = readOutline(geom);
    places.set(fid, outline && { port: ports[portOfRegion(outline.region)]?.[0] ?? null });
  };
  const readRegions = (fids: readonly number[]): ReadonlyMap<number, Region> => {
    const rows = sql.arrays`
      SELECT fid, geom FROM footprints WHERE fid IN (SELECT value FROM json_each(${JSON.stringify(fids)}))`;
    return new Map(
      rows.map(([fid, geom]) => {
        const geometry = geom instanceof Uint8Array ? tryDecodeGeometry(geom) : null;
        return [Number(fid), toRegion(geometry ? [geometry] : [])];
      }),
    );
  };
  function* selectNear(region: Region, passes: readonly StoredPass[]): Steps<readonly PassRegion[]> {
    const rows = sql.arrays(footprintsNear('?1'), toSearchBoxes(boxesOf(region)));
    yield;
    const nearby = new Set(rows.map(([fid]) => Number(fid)));
    const candidates = passes.filter(({ footprintFid }) => nearby.has(footprintFid ?? 0));
    const near: PassRegion[] = [];
    for (let from = 0; from < candidates.length; from += footprintsInStep) {
      yield;
      const some = candidates.slice(from, from + footprintsInStep);
      const regions = readRegions(some.flatMap(({ footprintFid }) => footprintFid ?? []));
      for (const pass of some) {
        const shown = regions.get(pass.footprintFid ?? 0);
        if (shown) near.push({ pass, region: shown });
      }
    }
    return near;
  }
  return {
    /** Reads all footprints for overlap tests, by their keys; null for one that cannot be drawn. Cached. */
    *readOutlines(): Steps<ReadonlyMap<number, Outline | null>> {
      if (outlines) return outlines;
      const read = new Map<number, Outline | null>();
      yield* forEachRow(sql, selectFootprints, ([fid, geom]) => read.set(Number(fid), readOutline(geom)));
      outlines = read;
      return read;
    },
    /** The ground that its footprint covers; null without one. */
    regionOf: ({ footprintFid }: StoredPass): Region | null =>
      footprintFid === null ? null : (readRegions([footprintFid]).get(footprintFid) ?? null),
    /** Selects the images that show a part of an area, in their order. Reads only the footprints near it. */
    *selectImaging(area: MeasuredArea, passes: readonly StoredPass[]): Steps<readonly StoredPass[]> {
      const imaging: StoredPass[] = [];
      for (const [index, { pass, region }] of (yield* selectNear(area.region, passes)).entries()) {
        if (index % footprintsInStep === 0) yield;
        if (isImaged(area, [region])) imaging.push(pass);
      }
      return imaging;
    },
    /** Selects the images whose footprint covers one of these positions, in their order. */
    *selectCovering(
      positions: readonly LonLat[],
      passes: readonly StoredPass[],
    ): Steps<readonly StoredPass[]> {
      const covering = new Set<number>();
      yield* forEachRow(
        sql,
        selectFootprints,
        ([fid, geom]) => {
          const geometry = geom instanceof Uint8Array ? tryDecodeGeometry(geom) : null;
          const covers = createCoverTest(geometry ? [toRegion([geometry])] : []);
          if (positions.some(([longitude, latitude]) => covers(longitude, latitude)))
            covering.add(Number(fid));
        },
        footprintsInStep,
      );
      return passes.filter(({ footprintFid }) => covering.has(footprintFid ?? 0));
    },
    /** Selects the images whose extent meets that of a region, in their order, with the ground that they show. */
    selectNear,
    /** Reads the ports that all images show. */
    *readPlaces(): Steps<void> {
      if (areAllPlacesRead) return;
      yield* forEachRow(
        sql,
        selectFootprints,
        ([fid, geom]) => addPlace(Number(fid), geom),
        footprintsInStep,
      );
      areAllPlacesRead = true;
    },
    /** The port of most of its detections, else the one that its footprint shows; null without either. Cached. */
    placeOf(pass: StoredPass): ShownPlace | null {
      const port = portsOfDetections.get(pass);
      if (port !== undefined) return { port };
      const { footprintFid } = pass;
      if (footprintFid === null) return null;
      if (!places.has(footprintFid)) {
        const [row] = sql.arrays`SELECT geom FROM footprints WHERE fid = ${footprintFid}`;
        addPlace(footprintFid, row?.[0]);
      }
      return places.get(footprintFid) ?? null;
    },
  };
}

/** Outlines of images. */
export type FootprintOutlines = ReturnType<typeof createFootprintOutlines>;

/** All footprints for `forEachRow`. */
export const selectFootprints = 'SELECT fid, geom FROM footprints WHERE fid > ? ORDER BY fid LIMIT ?';

function readOutline(geom: SQLOutputValue | undefined): Outline | null {
  const geometry = geom instanceof Uint8Array ? tryDecodeGeometry(geom) : null;
  return geometry && toOutline(geometry);
}

/** Text of another program may be no geometry; it then has no outline. */
export function tryDecodeGeometry(blob: Uint8Array): Geometry | null {
  try {
    return decodeGeometry(blob);
  } catch {
    return null;
  }
}
