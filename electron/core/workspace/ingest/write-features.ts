import type { DetectionAppender } from '../file/columns/append-detections.ts';
import type { PageFeatures } from '../file/columns/chunk-builder.ts';
import { detectionTables } from '../file/detection-tables.ts';
import { appendToRtree, dropIndexTrigger } from '../file/geopackage/append-to-rtree.ts';
import type { LayerExtents, LayerName } from '../file/geopackage/layer-extents.ts';
import type { Sql } from '../file/sql.ts';
import type { FeatureTable } from './prepare/feature-table.ts';

/** Features `from … to` of the page, of one record or more, and the offsets of workspace keys from row numbers in the page. */
export type FeatureRange = {
  readonly from: number;
  readonly to: number;
  readonly recordOffset: number;
  readonly sensorOffset: number;
  /** The id that a feature had before, if any. */
  readonly formerId?: (feature: number) => number | undefined;
};

/** Database and state of the writer. */
export type FeatureTarget = {
  readonly sql: Sql;
  readonly extents: LayerExtents;
  readonly columns: DetectionAppender;
  readonly nameKey: (name: string) => number;
  readonly nextDetectionId: () => number;
};

/** Consecutive features whose ids, records and sensors have the same offsets from their rows. */
type FeatureRun = {
  readonly from: number;
  to: number;
  readonly idOffset: number;
  readonly recordOffset: number;
  readonly sensorOffset: number;
};

type PendingFeatures = PageFeatures & {
  readonly features: FeatureTable;
  /** 0 for features that were not accepted, or have been written. */
  readonly ids: Float64Array;
  readonly isNew: Uint8Array;
  runs: FeatureRun[];
};

/**
 * A writer for one transaction. Rows go from the page's image into the file by SQL, a whole page in one statement: no
 * JavaScript runs for a row here.
 */
export function createFeatureWriter(target: FeatureTarget, features: FeatureTable) {
  let pending: PendingFeatures | undefined;
  return {
    /** Accepts features; they are in the file after the next `flush`. */
    add(range: FeatureRange): void {
      pending ??= createPending(target, features);
      assignIds(pending, range, target.nextDetectionId);
    },
    /** Writes what was accepted. */
    flush(): void {
      if (pending) writePending(target, pending);
    },
  };
}

/** Writes features as detections, many at once. */
export type FeatureWriter = ReturnType<typeof createFeatureWriter>;

function createPending({ nameKey }: FeatureTarget, features: FeatureTable): PendingFeatures {
  return {
    features,
    cells: features.cells,
    properties: features.properties,
    record: new Uint32Array(features.count),
    nameKeys: features.names.map(nameKey),
    ids: new Float64Array(features.count),
    isNew: new Uint8Array(features.count),
    runs: [],
  };
}

function assignIds(pending: PendingFeatures, range: FeatureRange, nextId: () => number): void {
  const { recordRow } = pending.cells;
  for (let feature = range.from; feature < range.to; feature += 1) {
    const former = range.formerId?.(feature);
    const id = former ?? nextId();
    pending.ids[feature] = id;
    pending.isNew[feature] = former === undefined ? 1 : 0;
    pending.record[feature] = (recordRow[feature] ?? 0) + range.recordOffset;
    extendRuns(pending.runs, feature, id - imageRowOf(feature), range);
  }
}

/** Place of a feature's row in the page's image. */
function imageRowOf(feature: number): number {
  return feature + 1;
}

function extendRuns(runs: FeatureRun[], feature: number, idOffset: number, range: FeatureRange): void {
  const last = runs.at(-1);
  const isContiguous =
    last?.to === feature &&
    last.idOffset === idOffset &&
    last.recordOffset === range.recordOffset &&
    last.sensorOffset === range.sensorOffset;
  if (isContiguous) last.to = feature + 1;
  else {
    const { recordOffset, sensorOffset } = range;
    runs.push({ from: feature, to: feature + 1, idOffset, recordOffset, sensorOffset });
  }
}

function isAreaAt({ cells }: PendingFeatures, feature: number): boolean {
  return ((cells.flags[feature] ?? 0) & 1) === 1;
}

function writePending({ sql, columns, extents }: FeatureTarget, pending: PendingFeatures): void {
  const accepted = pendingIndexes(pending);
  if (accepted.length === 0) return;
  columns.begin();
  columns.registerProperties(pending);
  for (const layer of detectionTables) {
    const members = accepted.filter(
      (feature) => isAreaAt(pending, feature) === (layer === 'detection_areas'),
    );
    if (members.length === 0) continue;
    const createTrigger = dropIndexTrigger(sql, layer);
    for (const run of pending.runs) {
      insertRows(sql, layer, run);
      declareHeights(sql, layer, run);
    }
    createTrigger();
    const entries = entriesOf(pending, members);
    appendToRtree(sql, layer, entries);
    extents.extend(layer, extentOf(entries.boxes));
  }
  addToColumns(columns, pending, accepted);
  pending.ids.fill(0);
  pending.runs = [];
}

function pendingIndexes({ ids }: PendingFeatures): Uint32Array {
  const accepted = new Uint32Array(ids.length);
  let count = 0;
  for (let feature = 0; feature < ids.length; feature += 1) {
    if ((ids[feature] ?? 0) > 0) {
      accepted[count] = feature;
      count += 1;
    }
  }
  return accepted.subarray(0, count);
}

function insertRows(sql: Sql, layer: LayerName, run: FeatureRun): void {
  sql.run(
    `INSERT INTO main.${layer} (fid, geom, analytic, region, collected_at, uploaded_at, sensor_name, confidence,
       chip_identifier, longitude, latitude, record_id, sensor_id, position, properties, record_key)
     SELECT fid + ?, geom, analytic, region, collected_at, uploaded_at, sensor_name, confidence,
       chip_identifier, longitude, latitude, record_id, sensor_id + ?, position, properties, record_key + ?
     FROM page_image.${layer} WHERE fid BETWEEN ? AND ?`,
    run.idOffset,
    run.sensorOffset,
    run.recordOffset,
    imageRowOf(run.from),
    imageRowOf(run.to - 1),
  );
}

/** Index of the byte in a geometry that is 3 for types with heights: the second of the type, after an envelope but in points. */
const heightByteAt = { detections: 11, detection_areas: 43 } as const;

/** Declares heights of a layer once it has some: GDAL and QGIS show all features of such a layer as 3-D. */
function declareHeights(sql: Sql, layer: keyof typeof heightByteAt, run: FeatureRun): void {
  sql.run(
    `UPDATE gpkg_geometry_columns SET z = 2 WHERE table_name = ? AND z = 0 AND EXISTS (
       SELECT 1 FROM page_image.${layer}
       WHERE fid BETWEEN ? AND ? AND substr(geom, ${heightByteAt[layer]}, 1) = x'03')`,
    layer,
    imageRowOf(run.from),
    imageRowOf(run.to - 1),
  );
}

function entriesOf({ ids, cells }: PendingFeatures, members: Uint32Array) {
  const boxes = new Float64Array(4 * members.length);
  const memberIds = new Float64Array(members.length);
  for (let at = 0; at < members.length; at += 1) {
    const feature = members[at] ?? 0;
    memberIds[at] = ids[feature] ?? 0;
    for (let side = 0; side < 4; side += 1) boxes[4 * at + side] = cells.boxes[4 * feature + side] ?? 0;
  }
  return { count: members.length, ids: memberIds, boxes };
}

function extentOf(boxes: Float64Array) {
  const extent = {
    minX: Number.POSITIVE_INFINITY,
    maxX: Number.NEGATIVE_INFINITY,
    minY: Number.POSITIVE_INFINITY,
    maxY: Number.NEGATIVE_INFINITY,
  };
  for (let at = 0; at < boxes.length; at += 4) {
    extent.minX = Math.min(extent.minX, boxes[at] ?? 0);
    extent.maxX = Math.max(extent.maxX, boxes[at + 1] ?? 0);
    extent.minY = Math.min(extent.minY, boxes[at + 2] ?? 0);
    extent.maxY = Math.max(extent.maxY, boxes[at + 3] ?? 0);
  }
  return extent;
}

/** Appends new features in runs of consecutive ids. */
function addToColumns(columns: DetectionAppender, pending: PendingFeatures, accepted: Uint32Array): void {
  const { ids, isNew } = pending;
  let from = 0;
  let to = 0;
  const flushRun = () => {
    if (to > from) columns.append(pending, from, to, ids[from] ?? 0);
  };
  for (const feature of accepted) {
    if (isNew[feature] !== 1) {
      columns.markReplaced(ids[feature] ?? 0);
      continue;
    }
    const isContiguous = feature === to && to > from && ids[feature] === (ids[feature - 1] ?? 0) + 1;
    if (!isContiguous) {
      flushRun();
      from = feature;
    }
    to = feature + 1;
  }
  flushRun();
}
