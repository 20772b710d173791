import { vectorLayerSchema } from '../../../../shared/layers/vector-layer.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { createLayerTable, isLayerTable, listLayerTable } from '../../workspace/file/layers/layer-table.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import { noRows, type SalvagedFile } from './salvage-rows.ts';
import { readLayouts } from './table-layouts.ts';

/** Creates the tables of the layers that a file lists and the new file lacks, and makes their rows known to the file. */
export function createSalvagedLayers(file: SalvagedFile, sql: Sql): void {
  for (const { read } of file.rows('layers', noRows())) {
    const body = read()?.body;
    const layer = vectorLayerSchema.safeParse(parseBoundedJson(typeof body === 'string' ? body : '')).data;
    if (!layer || sql.get('SELECT 1 FROM sqlite_schema WHERE name = ?', layer.table)) continue;
    sql.transaction(() => {
      createLayerTable(sql.database, layer);
      listLayerTable(sql.database, layer);
    });
  }
  file.addTables(new Map([...readLayouts(sql)].filter(([table]) => isLayerTable(table))));
}
