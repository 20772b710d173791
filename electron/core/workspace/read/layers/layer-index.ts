import Flatbush from 'flatbush';
import type { VectorLayer } from '../../../../../shared/layers/vector-layer.ts';
import type { Steps } from '../../../base/steps.ts';
import { bytesCell, textOrNull } from '../../file/cells.ts';
import { decodeEnvelope } from '../../file/geopackage/read-geometry-blob.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';
import { visitRows } from './visit-rows.ts';

/** The features of a layer with a geometry: their numbers, and trees of their extents, each of those from an index on. */
export type LayerIndex = {
  readonly fids: readonly number[];
  readonly trees: readonly { readonly first: number; readonly tree: Flatbush }[];
};

/** Features in a tree, which is built and searched in one step, some ten milliseconds. */
const treeSize = 2 ** 16;
/** Layers whose index stays in memory: one of a million features has 60 MB. */
const maxIndexes = 8;

/** Builds the index of a layer at its first use, and again when its table has changed. */
export function createLayerIndexes(sql: Sql) {
  const indexes = new Map<string, { readonly version: string; readonly index: LayerIndex }>();
  return {
    *of({ table }: Pick<VectorLayer, 'table'>): Steps<LayerIndex> {
      const version = versionOf(sql, table);
      const known = indexes.get(table);
      indexes.delete(table);
      const index = known?.version === version ? known.index : yield* buildIndex(sql, table);
      indexes.set(table, { version, index });
      for (const oldest of [...indexes.keys()].slice(0, -maxIndexes)) indexes.delete(oldest);
      return index;
    },
  };
}

/** Changes when this or another program has changed the table (OGC 12-128r17, table 4). */
export function versionOf(sql: Sql, table: string): string {
  const row = sql.get`SELECT last_change FROM gpkg_contents WHERE table_name = ${table}`;
  return (row && textOrNull(row, 'last_change')) ?? '';
}

function* buildIndex(sql: Sql, table: string): Steps<LayerIndex> {
  const fids: number[] = [];
  const boxes: number[] = [];
  const add = (fid: number, row: SqlRow) => {
    const envelope = decodeEnvelope(bytesCell(row, 'geom'));
    if (!envelope) return;
    fids.push(fid);
    boxes.push(envelope.minX, envelope.minY, envelope.maxX, envelope.maxY);
  };
  yield* visitRows(sql, table, ['geom'], add, { condition: 'geom NOT NULL' });
  const trees: LayerIndex['trees'][number][] = [];
  for (let first = 0; first < fids.length; first += treeSize) {
    const end = Math.min(first + treeSize, fids.length);
    const tree = new Flatbush(end - first);
    for (let at = 4 * first; at < 4 * end; at += 4)
      tree.add(boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2], boxes[at + 3]);
    tree.finish();
    trees.push({ first, tree });
    yield;
  }
  return { fids, trees };
}
