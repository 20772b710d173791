import { Buffer } from 'node:buffer';
import type { DetectionAppender } from '../columns/append-detections.ts';
import type { PageFeatures } from '../columns/chunk-builder.ts';
import type { BulkIndex } from '../geopackage/bulk-index.ts';
import type { LayerExtents, LayerName } from '../geopackage/layer-extents.ts';
import { applyChanges, tableHead } from '../geopackage/row-bytes.ts';
import type { Sql } from '../sql.ts';
import { type FeatureTable, rowColumns } from './prepare/feature-table.ts';

/** Features of a prepared page that belong to one record. */
export type RecordFeatures = {
  readonly features: FeatureTable;
  readonly from: number;
  readonly to: number;
  readonly recordKey: number;
  /** Keys of the record's sensors in their order. */
  readonly sensorIds: readonly number[];
  /** The id under which a feature stood before, if it did. */
  readonly formerId: (feature: number) => number | undefined;
};

/** Writes features as detections, many at once. */
export type FeatureWriter = {
  /** Takes features in; they are in the file after the next `flush`. */
  accept(record: RecordFeatures): void;
  /** Writes what was accepted. */
  flush(): void;
};

type Pending = PageFeatures & {
  readonly features: FeatureTable;
  /** 0 for features that were not accepted, or have been written. */
  readonly ids: Float64Array;
  readonly isNew: Uint8Array;
};

/** What the writer works on. */
export type FeatureTarget = {
  readonly sql: Sql;
  readonly extents: LayerExtents;
  readonly indexes: BulkIndex;
  readonly columns: DetectionAppender;
  readonly nameKey: (name: string) => number;
  readonly nextDetectionId: () => number;
};

/**
 * A writer for one transaction. Rows go into the file as a changeset, in one call for a whole page (sqlite.org/
 * session.html): SQLite reads their values from the bytes that were made ready in another thread, and no JavaScript runs
 * for a row here but for putting its ids in.
 */
export function createFeatureWriter(target: FeatureTarget): FeatureWriter {
  const tables = new Map<FeatureTable, Pending>();
  return {
    accept(record) {
      const pending = tables.get(record.features) ?? createPending(target, record.features);
      tables.set(record.features, pending);
      numberFeatures(pending, record, target.nextDetectionId);
    },
    flush() {
      for (const pending of tables.values()) writePending(target, pending);
    },
  };
}

function createPending({ nameKey }: FeatureTarget, features: FeatureTable): Pending {
  return {
    features,
    cells: features.cells,
    properties: features.properties,
    record: new Uint32Array(features.count),
    nameKeys: features.names.map(nameKey),
    ids: new Float64Array(features.count),
    isNew: new Uint8Array(features.count),
  };
}

/** Where a row's own id stands behind its beginning: after the head of the change and the type of the value. */
const idOffset = 3;
const idLength = 8;

function numberFeatures(pending: Pending, record: RecordFeatures, nextId: () => number): void {
  const { cells } = pending;
  const { points, areas } = record.features;
  const views = [viewOf(points), viewOf(areas)] as const;
  for (let feature = record.from; feature < record.to; feature += 1) {
    const former = record.formerId(feature);
    const id = former ?? nextId();
    pending.ids[feature] = id;
    pending.isNew[feature] = former === undefined ? 1 : 0;
    pending.record[feature] = record.recordKey;
    const view = isAreaAt(pending, feature) ? views[1] : views[0];
    putInteger(view, (cells.rowStart[feature] ?? 0) + idOffset, id);
    putInteger(view, (cells.rowEnd[feature] ?? 0) - idLength, record.recordKey);
    const sensorAt = cells.sensorAt[feature] ?? 0;
    const sensorId = record.sensorIds[cells.sensorIndex[feature] ?? 0];
    if (sensorAt > 0 && sensorId !== undefined) putInteger(view, sensorAt, sensorId);
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function putInteger(view: DataView, at: number, value: number): void {
  view.setUint32(at, Math.floor(value / 2 ** 32));
  view.setUint32(at + 4, value >>> 0);
}

function isAreaAt({ cells }: Pending, feature: number): boolean {
  return ((cells.flags[feature] ?? 0) & 1) === 1;
}

function writePending(target: FeatureTarget, pending: Pending): void {
  const { columns, indexes, extents } = target;
  const accepted = acceptedOf(pending);
  if (accepted.length === 0) return;
  columns.begin();
  columns.meet(pending);
  for (const layer of ['detections', 'detection_areas'] as const) {
    const members = accepted.filter(
      (feature) => isAreaAt(pending, feature) === (layer === 'detection_areas'),
    );
    if (members.length === 0) continue;
    indexes.begin(layer);
    insertRows(target.sql, layer, pending, members);
    const entries = entriesOf(pending, members);
    indexes.append(layer, entries);
    extents.added(layer, extentOf(entries.boxes));
  }
  addToColumns(columns, pending, accepted);
  pending.ids.fill(0);
}

function acceptedOf({ ids }: Pending): Uint32Array {
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

function insertRows(sql: Sql, layer: LayerName, { features, cells }: Pending, members: Uint32Array): void {
  const rows = layer === 'detections' ? features.points : features.areas;
  const parts: Uint8Array[] = [tableHead(layer, rowColumns, [0])];
  let start = cells.rowStart[members[0] ?? 0] ?? 0;
  let end = start;
  for (const feature of members) {
    const rowStart = cells.rowStart[feature] ?? 0;
    if (rowStart !== end) {
      parts.push(rows.subarray(start, end));
      start = rowStart;
    }
    end = cells.rowEnd[feature] ?? 0;
  }
  parts.push(rows.subarray(start, end));
  applyChanges(sql, Buffer.concat(parts), `the layer ${layer}`);
}

function entriesOf({ ids, cells }: Pending, members: Uint32Array) {
  const boxes = new Float64Array(4 * members.length);
  const memberIds = new Float64Array(members.length);
  for (const [at, feature] of members.entries()) {
    memberIds[at] = ids[feature] ?? 0;
    boxes.set(cells.boxes.subarray(4 * feature, 4 * feature + 4), 4 * at);
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

/** New ones in stretches of one number after another. */
function addToColumns(columns: DetectionAppender, pending: Pending, accepted: Uint32Array): void {
  const { ids, isNew } = pending;
  let from = 0;
  let to = 0;
  const addStretch = () => {
    if (to > from) columns.added(pending, from, to, ids[from] ?? 0);
  };
  for (const feature of accepted) {
    if (isNew[feature] !== 1) {
      columns.replaced(ids[feature] ?? 0);
      continue;
    }
    const goesOn = feature === to && to > from && ids[feature] === (ids[feature - 1] ?? 0) + 1;
    if (!goesOn) {
      addStretch();
      from = feature;
    }
    to = feature + 1;
  }
  addStretch();
}
