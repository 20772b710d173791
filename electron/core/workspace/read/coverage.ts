import type { SQLOutputValue } from 'node:sqlite';
import type { BoundingBox } from '../../../../shared/geo/geometry.ts';
import {
  buildCoverageLedger,
  type CoverageLedger,
  type LedgerScope,
} from '../../../../shared/orders/ledger/coverage-ledger.ts';
import type { LedgerRecord } from '../../../../shared/orders/ledger/ledger-record.ts';
import { type FieldList, hasFeatures } from '../../../../shared/results/field-list.ts';
import { finish } from '../../base/steps.ts';
import { analyticNotStated } from '../file/analytic-not-stated.ts';
import { decodeGeometry } from '../file/geopackage/read-geometry-blob.ts';
import type { Sql } from '../file/sql.ts';
import { parseRecordInstant } from '../ingest/parse-instant.ts';
import { boxesOf, footprintsNear, toSearchBoxes } from './footprints-near.ts';
import type { StoredDetections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import type { FieldColumn } from './memory/field-column.ts';
import { retainCodes } from './memory/mask-operations.ts';
import { nearBoxes } from './near-boxes.ts';
import type { QueryCache } from './query-cache.ts';

/** The coverage ledger of ordered areas, computed in the worker that has the records. */
export function createCoverageQueries(sql: Sql, memory: DetectionMemory, cache: QueryCache) {
  return {
    /** Evidence in the records about ordered areas. */
    coverageLedger: (scope: Omit<LedgerScope, 'records'>): CoverageLedger =>
      cache.get(`coverage ${JSON.stringify(scope)}`, () =>
        memory.read((detections) =>
          buildCoverageLedger({ ...scope, records: selectLedgerRecords(sql, memory, detections, scope) }),
        ),
      ),
  };
}

/**
 * The records that may be relevant to the areas: of a requested analytic or of none, with an image whose extent meets
 * that of an area, or without an extent that can be read, or with detections nearby. Times are left to the ledger.
 */
function selectLedgerRecords(
  sql: Sql,
  memory: DetectionMemory,
  detections: StoredDetections,
  { areas, analytics }: Pick<LedgerScope, 'areas' | 'analytics'>,
): LedgerRecord[] {
  const boxes = areas.flatMap(({ region }) => boxesOf(region));
  const found = selectDetections(memory, detections, boxes, analytics);
  const processors = selectProcessors(sql, candidateQuery(boxes, analytics, [...found.keys()]));
  const fields = selectFieldLists(sql, [...processors.keys()]);
  const images = selectImages(sql, [...processors.keys()]);
  return [...processors].map(([recordId, names]) => ({
    recordId,
    hasFeatures: hasFeatures(fields.get(recordId) ?? 'all'),
    analytics: names,
    images: images.get(recordId) ?? [],
    detections: found.get(recordId) ?? [],
  }));
}

type IdQuery = { readonly text: string; readonly values: readonly string[] };

/** A query for the ids of the records. */
function candidateQuery(
  boxes: readonly BoundingBox[],
  analytics: readonly string[],
  found: readonly string[],
): IdQuery {
  return {
    text: `
      SELECT record_id FROM records
      WHERE (
        EXISTS (SELECT 1 FROM processors WHERE processors.record_id = records.record_id
                AND name IN (SELECT value FROM json_each(?1)))
        OR NOT EXISTS (SELECT 1 FROM processors WHERE processors.record_id = records.record_id)
      ) AND (
        record_id IN (SELECT value FROM json_each(?3))
        OR NOT EXISTS (SELECT 1 FROM sensors WHERE sensors.record_id = records.record_id)
        OR EXISTS (
          SELECT 1 FROM sensors WHERE sensors.record_id = records.record_id AND (
            footprint_fid IS NULL
            OR footprint_fid IN (${footprintsNear('?2')})
          )
        )
      )`,
    values: [JSON.stringify(analytics), toSearchBoxes(boxes), JSON.stringify(found)],
  };
}

/** The names of the records' processors; every candidate has an entry. */
function selectProcessors(sql: Sql, { text, values }: IdQuery): Map<string, string[]> {
  const rows = sql.arrays(
    `SELECT requested.record_id, processors.name FROM (${text}) AS requested LEFT JOIN processors USING (record_id)
     ORDER BY processors.position`,
    ...values,
  );
  const names = new Map<string, string[]>();
  for (const [recordId, name] of rows) {
    const of = String(recordId);
    names.set(of, [...(names.get(of) ?? []), ...(typeof name === 'string' ? [name] : [])]);
  }
  return names;
}

/** The fields that were requested with each record. */
function selectFieldLists(sql: Sql, recordIds: readonly string[]): ReadonlyMap<string, FieldList> {
  const rows = sql.arrays`
    SELECT record_id, fields FROM records WHERE record_id IN (SELECT value
    FROM json_each(${JSON.stringify(recordIds)}))`;
  return new Map(rows.map(([recordId, fields]) => [String(recordId), String(fields)]));
}

type Image = LedgerRecord['images'][number];

/** The images of the records. Images that share a footprint share its geometry, too. */
function selectImages(sql: Sql, recordIds: readonly string[]): Map<string, Image[]> {
  const geometries = new Map<SQLOutputValue, Image['footprint']>();
  const footprintOf = (fid: SQLOutputValue): Image['footprint'] => {
    if (fid === null || fid === undefined) return null;
    const known = geometries.get(fid);
    if (known) return known;
    const [row] = sql.arrays`SELECT geom FROM footprints WHERE fid = ${Number(fid)}`;
    const geometry = row?.[0] instanceof Uint8Array ? decodeGeometry(row[0]) : null;
    geometries.set(fid, geometry);
    return geometry;
  };
  const rows = sql.arrays`
    SELECT record_id, start_time_utc, footprint_fid FROM sensors
    WHERE record_id IN (SELECT value FROM json_each(${JSON.stringify(recordIds)})) ORDER BY record_id,
    position`;
  const images = rows.map(([recordId, startTime, fid]) => ({
    recordId: String(recordId),
    image: {
      collectedAt: parseRecordInstant(startTime)?.epochMs ?? null,
      footprint: footprintOf(fid ?? null),
    },
  }));
  return groupImages(images);
}

function groupImages(
  images: readonly { readonly recordId: string; readonly image: Image }[],
): Map<string, Image[]> {
  const grouped = Map.groupBy(images, ({ recordId }) => recordId);
  return new Map([...grouped].map(([recordId, group]) => [recordId, group.map(({ image }) => image)]));
}

type LedgerDetection = LedgerRecord['detections'][number];

/** Detections in or near the boxes whose analytic is, or may be, one of the requested, by record. */
function selectDetections(
  memory: DetectionMemory,
  detections: StoredDetections,
  boxes: readonly BoundingBox[],
  requested: readonly string[],
): Map<string, LedgerDetection[]> {
  const { columns } = detections;
  const names = memory.store.names.texts();
  const near = nearBoxes(columns, finish(memory.envelopesOf(detections)), boxes);
  const isRequested = Uint8Array.from(names, (name) =>
    name !== null && mayBeOneOf(name, requested) ? 1 : 0,
  );
  retainCodes(near, columns.analytic, isRequested);
  const recordIds = memory.fieldColumn(detections, 'record');
  const found = new Map<string, LedgerDetection[]>();
  for (let position = 0; position < near.length; position += 1) {
    const recordId = near[position] === 1 ? textAt(recordIds, position) : null;
    if (recordId === null) continue;
    const ofRecord = found.get(recordId) ?? [];
    found.set(recordId, ofRecord);
    ofRecord.push({
      analytic: names[columns.analytic[position] as number] ?? '',
      longitude: columns.longitude[position] as number,
      latitude: columns.latitude[position] as number,
    });
  }
  return found;
}

/** Whether an analytic, or one of several that a feature's record names together, is requested. */
function mayBeOneOf(analytic: string, requested: readonly string[]): boolean {
  return analytic === analyticNotStated || analytic.split(' + ').some((part) => requested.includes(part));
}

function textAt(column: FieldColumn, position: number): string | null {
  const value = column.kind === 'coded' ? column.values[column.codes[position] as number] : null;
  return typeof value === 'string' ? value : null;
}
