import { textCell } from '../cells.ts';
import type { Sql } from '../sql.ts';
import { appendToRtree } from './append-to-rtree.ts';
import type { Envelope } from './geometry-blob.ts';
import type { LayerName } from './layer-extents.ts';

/** Adds rows to layers with their spatial indexes brought up to date at the end, not row by row. */
export type BulkIndex = {
  /** To be called before the first row of a layer is inserted; further calls do nothing. */
  begin(layer: LayerName): void;
  /** Says that a row was inserted, with the extent of its geometry. */
  inserted(layer: LayerName, fid: number, envelope: Envelope): void;
  /** Says that a row was deleted, which may have been inserted before. */
  deleted(layer: LayerName, fid: number): void;
  /** Indexes what was inserted. To be called in the same transaction. */
  finish(): void;
};

/**
 * A bulk index for one transaction. The insert trigger of an R-tree calls five functions of ours for each row, which
 * costs more than all the rest of the insert. It is therefore dropped and put back within the transaction, so that
 * nobody else ever sees the file without it, nor a row that is not indexed.
 */
export function createBulkIndex(sql: Sql): BulkIndex {
  const layers = new Map<LayerName, PendingEntries>();
  return {
    begin(layer) {
      if (!layers.has(layer)) layers.set(layer, new PendingEntries(dropTrigger(sql, layer)));
    },
    inserted(layer, fid, envelope) {
      layers.get(layer)?.add(fid, envelope);
    },
    deleted(layer, fid) {
      layers.get(layer)?.remove(fid);
    },
    finish() {
      for (const [layer, pending] of layers) {
        appendToRtree(sql, indexOf(layer), pending.entries());
        sql.database.exec(pending.triggerText);
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

class PendingEntries {
  readonly triggerText: string;
  readonly #ids: number[] = [];
  readonly #boxes: number[] = [];
  /** How many had been inserted when a row was deleted. */
  readonly #deletedAt = new Map<number, number>();

  constructor(triggerText: string) {
    this.triggerText = triggerText;
  }

  add(fid: number, { minX, maxX, minY, maxY }: Envelope): void {
    this.#ids.push(fid);
    this.#boxes.push(minX, maxX, minY, maxY);
  }

  remove(fid: number): void {
    this.#deletedAt.set(fid, this.#ids.length);
  }

  entries() {
    const deletedAt = this.#deletedAt;
    const boxes = this.#boxes;
    const isThere = (fid: number, index: number) => (deletedAt.get(fid) ?? 0) <= index;
    if (deletedAt.size === 0 || this.#ids.every(isThere)) {
      return { count: this.#ids.length, ids: Float64Array.from(this.#ids), boxes: Float64Array.from(boxes) };
    }
    const ids = this.#ids.filter(isThere);
    const kept = boxes.filter((_side, at) => isThere(this.#ids[at >> 2] ?? 0, at >> 2));
    return { count: ids.length, ids: Float64Array.from(ids), boxes: Float64Array.from(kept) };
  }
}
