import { registerAttributes } from '../../../workspace/file/geopackage/register-layer.ts';
import type { Sql } from '../../../workspace/file/sql.ts';
import { type StyledLayer, type StyleScheme, styleDocument } from './style-document.ts';

/** The styles of each layer. QGIS applies the first one; its canvas is white unless the user has changed that. */
const styles: readonly {
  readonly scheme: StyleScheme;
  readonly name: string;
  readonly description: string;
}[] = [
  { scheme: 'light', name: 'Light background', description: 'Sightline’s symbols and colors on a light map' },
  { scheme: 'dark', name: 'Dark background', description: 'Sightline’s symbols and colors on a dark map' },
];

/** A style of a table, which QGIS applies when it opens the table if it is the default. */
export type TableStyle = {
  readonly table: string;
  /** Empty for a table without geometry. */
  readonly geometryColumn: 'geom' | '';
  readonly name: string;
  readonly description: string;
  readonly document: string;
  readonly isDefault: boolean;
};

/** Adds the styles of layers. */
export function addLayerStyles(sql: Sql, layers: readonly StyledLayer[]): void {
  addTableStyles(
    sql,
    layers.flatMap((layer) =>
      styles.map(({ scheme, name, description }, index) => ({
        table: layer.table,
        geometryColumn: 'geom' as const,
        ...{ name, description, document: styleDocument(layer, scheme), isDefault: index === 0 },
      })),
    ),
  );
}

/**
 * Adds the table `layer_styles`, from which QGIS takes the style of a layer when it is opened. The columns are those
 * that QGIS itself creates (QGIS 3.22, src/core/providers/ogr/qgsogrproviderutils.cpp).
 */
export function addTableStyles(sql: Sql, added: readonly TableStyle[]): void {
  sql.database.exec(`
    CREATE TABLE layer_styles (
      id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
      f_table_catalog TEXT(256),
      f_table_schema TEXT(256),
      f_table_name TEXT(256),
      f_geometry_column TEXT(256),
      styleName TEXT(30),
      styleQML TEXT,
      styleSLD TEXT,
      useAsDefault BOOLEAN,
      description TEXT,
      owner TEXT(30),
      ui TEXT(30),
      update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now'))
    )`);
  registerAttributes(sql.database, 'layer_styles', 'Styles that QGIS applies to the layers');
  const statement = sql.database.prepare(`
    INSERT INTO layer_styles (f_table_catalog, f_table_schema, f_table_name, f_geometry_column, styleName, styleQML,
      styleSLD, useAsDefault, description, owner)
    VALUES ('', '', ?, ?, ?, ?, '', ?, ?, 'Sightline')`);
  for (const { table, geometryColumn, name, document, isDefault, description } of added)
    statement.run(table, geometryColumn, name, document, isDefault ? 1 : 0, description);
}
