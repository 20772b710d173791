import type { Position } from 'geojson';
import type { SimpleGeometry } from '../../../../shared/geo/flatten-geometry.ts';
import type { Footprint } from '../../../../shared/results/detection.ts';
import { encodeShapeFeed, ringKinds } from '../../../../shared/results/shape-feed.ts';
import type { Steps } from '../../base/steps.ts';
import { numberCell } from '../file/cells.ts';
import { decodeGeometry } from '../file/geopackage/read-geometry-blob.ts';
import type { Sql } from '../file/sql.ts';
import { forEachRow } from './memory/rows-in-steps.ts';
import type { DefineQuery } from './query.ts';
import type { QueryCache } from './query-cache.ts';
import { readFootprintRow } from './sensor-rows.ts';

/** Outlines of detections and footprints. The outlines of all are cached until records change. */
export function createShapeFeeds(query: DefineQuery, sql: Sql, cache: QueryCache) {
  return {
    /** Outlines of the detections that are areas or lines: the bytes of `encodeShapeFeed`, ids as in the feed. */
    areaFeed: query(
      () => ({}),
      () => cache.inSteps('areas feed', () => packAreas(sql)),
    ),
    /** The footprints of all images, each once, in the same form; ids are their keys. */
    footprintFeed: query(
      () => ({}),
      () => cache.inSteps('footprints feed', () => packFootprints(sql)),
    ),
  };
}

function* packAreas(sql: Sql): Steps<Uint8Array<ArrayBuffer>> {
  const shapes = new ShapeColumns();
  const select = 'SELECT fid, geom FROM detection_areas WHERE fid > ? ORDER BY fid LIMIT ?';
  yield* forEachRow(sql, select, ([fid, geom]) => shapes.add(Number(fid), 0, geom));
  return yield* shapes.encode();
}

function* packFootprints(sql: Sql): Steps<Uint8Array<ArrayBuffer>> {
  const shapes = new ShapeColumns();
  yield* forEachRow(
    sql,
    // Footprints of images that no record refers to are not shown.
    `SELECT fid, geom, unixepoch(collected_at) FROM footprints
     WHERE fid > ? AND EXISTS (SELECT 1 FROM sensors WHERE footprint_fid = footprints.fid) ORDER BY fid LIMIT ?`,
    ([fid, geom, seconds]) => shapes.add(Number(fid), Number(seconds ?? 0), geom),
  );
  const malformed = sql.get`
    SELECT COUNT(DISTINCT footprint) AS malformed FROM sensors
    WHERE footprint_problem IS NOT NULL AND footprint_fid IS NULL`;
  return yield* shapes.encode(malformed ? numberCell(malformed, 'malformed') : 0);
}

/** The records that were made from images with these footprints, by key, the last uploaded first. */
export function recordsOfFootprints(sql: Sql, fids: readonly number[]): readonly string[] {
  return sql
    .arrays(
      `SELECT DISTINCT records.record_id FROM sensors JOIN records USING (record_id)
       WHERE footprint_fid IN (SELECT value FROM json_each(?))
       ORDER BY uploaded_at DESC, records.record_id`,
      JSON.stringify(fids),
    )
    .map(([recordId]) => String(recordId));
}

/** The footprints of records, with and without detections, each once. */
export function recordFootprints(sql: Sql, recordIds: readonly string[]): readonly Footprint[] {
  return sql
    .all(
      `SELECT * FROM footprints WHERE fid IN (
         SELECT footprint_fid FROM sensors WHERE record_id IN (SELECT value FROM json_each(?)))
       ORDER BY fid`,
      JSON.stringify(recordIds),
    )
    .map(readFootprintRow);
}

type Ring = { readonly kind: number; readonly positions: readonly Position[] };

/** Collects shapes as columns. What another program wrote may be no geometry; it is counted and left out. */
class ShapeColumns {
  readonly #ids: number[] = [];
  readonly #times: number[] = [];
  readonly #rings: number[] = [];
  readonly #kinds: number[] = [];
  readonly #lengths: number[] = [];
  readonly #positions: number[] = [];
  #skipped = 0;

  add(id: number, seconds: number, geom: unknown): void {
    const rings = readRings(geom);
    if (!rings) this.#skipped += 1;
    if (!rings || rings.length === 0) return;
    this.#ids.push(id);
    this.#times.push(seconds > 0 && seconds < 2 ** 32 ? Math.floor(seconds) : 0);
    this.#rings.push(rings.length);
    for (const { kind, positions } of rings) {
      this.#kinds.push(kind);
      this.#lengths.push(positions.length);
      for (const [longitude = 0, latitude = 0] of positions) this.#positions.push(longitude, latitude);
    }
  }

  *encode(malformed = 0): Steps<Uint8Array<ArrayBuffer>> {
    const id = Uint32Array.from(this.#ids);
    const time = Uint32Array.from(this.#times);
    const rings = Uint32Array.from(this.#rings);
    yield;
    const ringKind = Uint32Array.from(this.#kinds);
    const ringLength = Uint32Array.from(this.#lengths);
    yield;
    const positions = Float64Array.from(this.#positions);
    yield;
    return encodeShapeFeed({
      id,
      time,
      rings,
      ringKind,
      ringLength,
      positions,
      skipped: this.#skipped + malformed,
    });
  }
}

/** The rings of a geometry; none where it has no extent; undefined when it cannot be read. */
function readRings(geom: unknown): Ring[] | undefined {
  if (!(geom instanceof Uint8Array)) return undefined;
  try {
    const rings = ringsOf(decodeGeometry(geom));
    const isSound = rings.every(({ positions }) =>
      positions.every((position) => position.every(Number.isFinite)),
    );
    return isSound ? rings : undefined;
  } catch {
    return undefined;
  }
}

function ringsOf(geometry: SimpleGeometry): Ring[] {
  switch (geometry.type) {
    case 'Polygon':
      return polygonRings(geometry.coordinates);
    case 'MultiPolygon':
      return geometry.coordinates.flatMap(polygonRings);
    case 'LineString':
      return lineRings(geometry.coordinates);
    case 'MultiLineString':
      return geometry.coordinates.flatMap(lineRings);
    default:
      // Points have no outline; the map draws a symbol for them.
      return [];
  }
}

function polygonRings(rings: readonly Position[][]): Ring[] {
  // Without an outline there can be no holes.
  if ((rings[0]?.length ?? 0) < 4) return [];
  return rings
    .filter(({ length }) => length >= 4)
    .map((positions, index) => ({ kind: index === 0 ? ringKinds.outline : ringKinds.hole, positions }));
}

function lineRings(positions: readonly Position[]): Ring[] {
  return positions.length < 2 ? [] : [{ kind: ringKinds.line, positions }];
}
