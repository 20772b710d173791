import { textCell } from '../../workspace/file/cells.ts';
import { detectionTables } from '../../workspace/file/detection-tables.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import { escapeXml } from '../formats/escape-xml.ts';
import { addTableStyles, type TableStyle } from '../formats/qgis/layer-styles.ts';
import { styleDocument } from '../formats/qgis/style-document.ts';

/** The image in Base64 of a row of `chips`. */
const ownChip = 'to_base64("data")';

/**
 * Chip of a detection, from the table `chips` of the project; QGIS names it by the file, with the name of the table at
 * the end.
 */
const chipOfDetection = `to_base64(array_first(aggregate(
  layer:=layer_property(array_first(array_filter(@layers, layer_property(@element, 'name') ilike '%chips')), 'id'),
  aggregate:='array_agg', expression:="data",
  filter:="chip_identifier" = attribute(@parent, 'chip_identifier') and "region" = attribute(@parent, 'region'))))`;

const titles: ReadonlyMap<string, string> = new Map([
  ['collected_at', 'Collected (UTC)'],
  ['uploaded_at', 'Uploaded (UTC)'],
]);

/** Adds styles with which QGIS shows the symbols of detections, and image chips in the forms of detections and chips. */
export function addCaseStyles(sql: Sql): void {
  const styles = detectionTables.map((table): TableStyle => {
    const columns = withoutKeys(columnsOf(sql, table));
    const analytics = sql
      .all(`SELECT DISTINCT analytic FROM ${table} ORDER BY analytic`)
      .map((row) => textCell(row, 'analytic'));
    const form = chipForm(['fid', ...columns], chipOfDetection);
    return {
      ...{ table, geometryColumn: 'geom', name: 'Sightline', isDefault: true },
      description: 'Sightline’s symbols, and the image chip in the form',
      document: styleDocument({ table, columns, titles, analytics }, 'light', form),
    };
  });
  const outlines: TableStyle = {
    ...{ table: 'footprints', geometryColumn: 'geom', name: 'Sightline', isDefault: true },
    description: 'Outlines without a filling',
    document: styleDocument(
      { table: 'footprints', columns: withoutKeys(columnsOf(sql, 'footprints')), titles, analytics: [] },
      'light',
    ),
  };
  const chips: TableStyle = {
    ...{ table: 'chips', geometryColumn: '', name: 'Sightline', isDefault: true },
    description: 'The image in the form',
    document: `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis version="3.22.0" styleCategories="Forms">
${chipForm(columnsOf(sql, 'chips'), ownChip)}
</qgis>
`,
  };
  sql.transaction(() => addTableStyles(sql, [...styles, outlines, chips]));
}

function withoutKeys(columns: readonly string[]): readonly string[] {
  return columns.filter((column) => column !== 'fid' && column !== 'geom');
}

function columnsOf(sql: Sql, table: string): readonly string[] {
  return sql
    .all('SELECT name FROM pragma_table_info(?) ORDER BY cid', table)
    .map((row) => textCell(row, 'name'));
}

/** A form with a chip, by an expression that returns it in Base64, above the fields. */
function chipForm(columns: readonly string[], expression: string): string {
  const quoted = JSON.stringify(expression.replace(/\s+/g, ' '));
  const none = 'No image chip in this case, or its table “chips” is not in the project.';
  // QGIS 3.22 runs no script of several lines.
  const html = `<script>var chip = expression.evaluate(${quoted}); document.write(chip ? '<img width="200" alt="Image chip" src="data:image/png;base64,' + chip + '"/><br/>Scale unknown' : '${none}');</script>`;
  const fields = columns.map(
    (name, index) => `<attributeEditorField showLabel="1" name="${escapeXml(name)}" index="${index}"/>`,
  );
  return `<editorlayout>tablayout</editorlayout>
<attributeEditorForm><attributeEditorHtmlElement showLabel="1" name="Image chip">${escapeXml(html)}</attributeEditorHtmlElement>${fields.join('')}</attributeEditorForm>`;
}

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
      sql.run`
        INSERT INTO gpkgext_relations
          (base_table_name, base_primary_column, related_table_name, relation_name, mapping_table_name)
        VALUES (${table}, 'fid', 'chips', 'media', ${mapping})`;
      registerExtension(sql, mapping);
    }
  });
}

function registerExtension(sql: Sql, table: string): void {
  sql.run`
    INSERT INTO gpkg_extensions VALUES (${table}, NULL, 'gpkg_related_tables', ${definition}, 'read-write')`;
}
