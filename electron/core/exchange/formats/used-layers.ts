import type { VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import { dropIndexTrigger } from '../../workspace/file/geopackage/append-to-rtree.ts';
import {
  createLayerTable,
  geometryTypes,
  listLayerTable,
  quoteName,
} from '../../workspace/file/layers/layer-table.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import { columnsOfLayer } from '../../workspace/read/layers/list-layers.ts';
import type { ExportNotes, Progress } from '../export-progress.ts';

/** The layers of the user's that the filter and the columns of an export name, and the workspace that has them. */
export type UsedLayers = {
  readonly source: Sql;
  readonly layers: readonly VectorLayer[];
  readonly progress: Pick<Progress, 'throwIfStopped'>;
};

/** The number of features between two checks whether the export was cancelled. */
const featuresAtOnce = 1000;

/** Copies layers from the snapshot of the workspace that the export reads. Returns those that the file has. */
export function copyUsedLayers(
  sql: Sql,
  { source, layers, progress }: UsedLayers,
  notes: ExportNotes,
): readonly VectorLayer[] {
  return layers.filter((layer) => {
    const present = columnsOfLayer(source, layer);
    if (!present.has('fid')) {
      notes.add(`The layer “${layer.name}” cannot be read; the file does not have it.`);
      return false;
    }
    createLayerTable(sql.database, layer, geometryTypes[layer.geometry]);
    const createTrigger = dropIndexTrigger(sql, layer.table);
    const columns = ['fid', 'geom', ...layer.attributes.map(({ column }) => column)]
      .filter((column) => present.has(column))
      .map(quoteName);
    const [names, marks] = [columns.join(', '), columns.map(() => '?').join(', ')];
    const insert = sql.database.prepare(`INSERT INTO ${layer.table} (${names}) VALUES (${marks})`);
    const rows = source.database.prepare(`SELECT ${names} FROM ${layer.table} ORDER BY fid`);
    rows.setReturnArrays(true);
    let copied = 0;
    for (const row of rows.iterate() as Iterable<readonly SqlCell[]>) {
      if (copied % featuresAtOnce === 0) progress.throwIfStopped();
      insert.run(...row);
      copied += 1;
    }
    sql.run(
      `INSERT INTO rtree_${layer.table}_geom SELECT fid, ST_MinX(geom), ST_MaxX(geom), ST_MinY(geom), ST_MaxY(geom)
       FROM ${layer.table} WHERE geom NOTNULL AND NOT ST_IsEmpty(geom)`,
    );
    createTrigger();
    listLayerTable(sql.database, layer);
    return true;
  });
}

type SqlCell = null | number | bigint | string | Uint8Array;
