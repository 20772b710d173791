import { textCell } from '../cells.ts';
import type { Sql } from '../sql.ts';
import { appendToRtree, type IndexEntries } from './append-to-rtree.ts';
import type { Envelope } from './geometry-blob.ts';
import type { LayerName } from './layer-extents.ts';

/** Adds rows to layers with their spatial indexes brought up to date afterwards, not row by row. */
export type BulkIndex = {
  /** To be called before the first row of a layer is inserted; further calls do nothing. */
  begin(layer: LayerName): void;
  /** Indexes many rows that were inserted. */
  append(layer: LayerName, entries: IndexEntries): void;
  /** Notifies the index of an inserted row and its extent; it is indexed by `finish`. */
  rowInserted(layer: LayerName, fid: number, envelope: Envelope): void;
  /** Notifies the index of a deleted row, which may have been inserted before. */
  rowDeleted(layer: LayerName, fid: number): void;
  /** Indexes what has not been indexed yet. To be called in the same transaction. */
  finish(): void;
};

type OpenLayer = { readonly triggerText: string; readonly pending: Map<number, Envelope> };

/**
 * A bulk index for one transaction. The insert trigger of an R-tree calls five functions of ours for each row, which
 * costs more than the rest of the insert. It is therefore dropped and recreated within the transaction, so that
 * no other connection sees the file without it, nor a row that is not indexed.
 */
export function createBulkIndex(sql: Sql): BulkIndex {
  const layers = new Map<LayerName, OpenLayer>();
  return {
    begin(layer) {
      if (!layers.has(layer)) layers.set(layer, { triggerText: dropTrigger(sql, layer), pending: new Map() });
    },
    append(layer, entries) {
      appendToRtree(sql, indexOf(layer), entries);
    },
    rowInserted(layer, fid, envelope) {
      layers.get(layer)?.pending.set(fid, envelope);
    },
    rowDeleted(layer, fid) {
      layers.get(layer)?.pending.delete(fid);
    },
    finish() {
      for (const [layer, { triggerText, pending }] of layers) {
        appendToRtree(sql, indexOf(layer), entriesOf(pending));
        sql.database.exec(triggerText);
      }
    },
  };
}

function indexOf(layer: LayerName): string {
  return `rtree_${layer}_geom`;
}

/** Returns how to make it again. */
function dropTrigger(sql: Sql, layer: LayerName): string {
  const trigger = `${indexOf(layer)}_insert`;
  const row = sql.get("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?", trigger);
  if (!row) throw new Error(`The workspace has lost its trigger ${trigger}.`);
  sql.database.exec(`DROP TRIGGER ${trigger}`);
  return textCell(row, 'sql');
}

function entriesOf(rows: ReadonlyMap<number, Envelope>): IndexEntries {
  const boxes = new Float64Array(4 * rows.size);
  let at = 0;
  for (const { minX, maxX, minY, maxY } of rows.values()) {
    boxes.set([minX, maxX, minY, maxY], at);
    at += 4;
  }
  return { count: rows.size, ids: Float64Array.from(rows.keys()), boxes };
}
