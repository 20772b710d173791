import { detectionTables } from '../../workspace/file/detection-tables.ts';
import type { Sql } from '../../workspace/file/sql.ts';

const definition = 'http://www.opengis.net/doc/IS/gpkg-rte/1.0';

/**
 * Relates detections to their chips for other programs: the media tables of the GeoPackage Related Tables Extension
 * (OGC 18-000), with a mapping table for each table of detections.
 */
export function relateChips(sql: Sql): void {
  sql.transaction(() => {
    sql.database.exec(`CREATE TABLE gpkgext_relations (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      base_table_name TEXT NOT NULL,
      base_primary_column TEXT NOT NULL DEFAULT 'id',
      related_table_name TEXT NOT NULL,
      related_primary_column TEXT NOT NULL DEFAULT 'id',
      relation_name TEXT NOT NULL,
      mapping_table_name TEXT NOT NULL UNIQUE
    )`);
    registerExtension(sql, 'gpkgext_relations');
    for (const table of detectionTables) {
      const mapping = `${table}_chips`;
      sql.database.exec(
        `CREATE TABLE ${mapping} (base_id INTEGER NOT NULL, related_id INTEGER NOT NULL);
         INSERT INTO ${mapping} SELECT fid, chips.id FROM ${table} JOIN chips USING (region, chip_identifier)`,
      );
      sql.run(
        `INSERT INTO gpkgext_relations
           (base_table_name, base_primary_column, related_table_name, relation_name, mapping_table_name)
         VALUES (?, 'fid', 'chips', 'media', ?)`,
        table,
        mapping,
      );
      registerExtension(sql, mapping);
    }
  });
}

function registerExtension(sql: Sql, table: string): void {
  sql.run(
    `INSERT INTO gpkg_extensions VALUES (?, NULL, 'gpkg_related_tables', ?, 'read-write')`,
    table,
    definition,
  );
}
