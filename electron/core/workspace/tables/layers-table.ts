import {
  formerImportsAfter,
  type LayerChange,
  type LayerSwap,
  type VectorLayer,
  vectorLayerSchema,
} from '../../../../shared/layers/vector-layer.ts';
import { numberCell, numberOrNull, textCell } from '../file/cells.ts';
import {
  createLayerTable,
  dropLayerTable,
  isLayerTable,
  listLayerTable,
  quoteName,
} from '../file/layers/layer-table.ts';
import type { Sql } from '../file/sql.ts';
import { findLayer, listLayers } from '../read/layers/list-layers.ts';

/** Maximum time for which one call may copy rows, in milliseconds: other writes wait for it. */
const copyMs = 60;

/** Rows that were copied: the last of them, null when there are no more, and how many. */
export type CopiedLayerRows = { readonly last: number | null; readonly copied: number };

/** Creates the table of a layer that is being imported; tables of imports that never ended are removed. */
export function beginLayer(sql: Sql, layer: VectorLayer): void {
  discardUnfinishedLayers(sql);
  sql.transaction(() => createLayerTable(sql.database, layer));
}

/** Removes the tables of imports that have not ended. */
export function discardUnfinishedLayers(sql: Sql): void {
  sql.transaction(() => {
    for (const table of unfinishedTables(sql)) dropLayerTable(sql.database, table);
  });
}

function unfinishedTables(sql: Sql): readonly string[] {
  const known = new Set(sql.all('SELECT table_name FROM layers').map((row) => textCell(row, 'table_name')));
  return sql
    .all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'layer\\_%' ESCAPE '\\'")
    .map((row) => textCell(row, 'name'))
    .filter((name) => isLayerTable(name) && !known.has(name));
}

/** Copies some rows of the table `features` of a file that was made for an import, after `last`, into the table of a layer. */
export function copyLayerRows(
  sql: Sql,
  path: string,
  { table, attributes }: VectorLayer,
  last: number,
): CopiedLayerRows {
  sql.run`ATTACH ${path} AS imported`;
  try {
    const columns = ['fid', 'geom', ...attributes.map(({ column }) => quoteName(column))].join(', ');
    const insert = `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM imported.features
      WHERE fid > ? ORDER BY fid LIMIT ?`;
    return sql.transaction(() => {
      const deadline = performance.now() + copyMs;
      let [done, copied, count] = [last, 0, 16];
      while (performance.now() < deadline) {
        const end = sql.get(
          `SELECT max(fid) AS fid, count(*) AS count FROM (SELECT fid FROM imported.features WHERE fid > ? ORDER BY fid LIMIT ?)`,
          done,
          count,
        );
        const next = end && numberOrNull(end, 'fid');
        if (!end || next === null || next === undefined) return { last: null, copied };
        sql.run(insert, done, count);
        copied += numberCell(end, 'count');
        done = next;
        count = Math.min(2_000, 2 * count);
      }
      return { last: done, copied };
    });
  } finally {
    sql.run('DETACH imported');
  }
}

/** Lists a layer whose rows are complete, for Sightline and for other programs. */
export function finishLayer(sql: Sql, layer: VectorLayer): void {
  sql.transaction(() => {
    listLayerTable(sql.database, layer);
    sql.run`
      INSERT INTO layers (layer_id, table_name, name, updated_at, body)
      VALUES (${layer.id}, ${layer.table}, ${layer.name}, ${layer.importedAt}, ${JSON.stringify(layer)})`;
  });
}

/** Columns that a content of the team replaces together with the features. */
const stated = ['date', 'license', 'accuracyMeters'] as const;
type StatedFacts = Pick<VectorLayer, (typeof stated)[number]>;

/**
 * Changes what the user states about a layer. Undefined when there is none; `taken` when another one has the name, which
 * expressions could not distinguish.
 */
export function changeLayer(
  sql: Sql,
  { id, ...change }: LayerChange,
  now: string,
): VectorLayer | 'taken' | undefined {
  return sql.transaction(() => {
    const layer = findLayer(sql, id);
    if (!layer) return undefined;
    const merged = vectorLayerSchema.parse({ ...layer, ...change });
    const isStated = stated.some((fact) => merged[fact] !== layer[fact]);
    const changed = isStated ? { ...merged, isStatedHere: true } : merged;
    if (listLayers(sql).some((other) => other.id !== id && other.name === changed.name)) return 'taken';
    saveLayer(sql, changed, now);
    return changed;
  });
}

/**
 * Exchanges the contents of two layers: their features, and where and when these are from. Each has its id, name and
 * style from before. False when one of them does not exist, or does not have the expected table any more.
 */
export function swapLayers(sql: Sql, { id, otherId, table, otherTable }: LayerSwap, now: string): boolean {
  return sql.transaction(() => {
    const [layer, other] = [findLayer(sql, id), findLayer(sql, otherId)];
    if (layer?.table !== table || other?.table !== otherTable || id === otherId) return false;
    // Tables are unique in the list.
    sql.run('UPDATE layers SET table_name = ? WHERE layer_id = ?', `${layer.table} `, id);
    saveLayer(sql, withContentOf(other, layer), now);
    saveLayer(sql, withContentOf(layer, other), now);
    for (const { table, name } of [layer, other])
      sql.run('UPDATE gpkg_contents SET identifier = ? WHERE table_name = ?', `${name} ${table}`, table);
    for (const [{ table }, { name }] of [
      [layer, other],
      [other, layer],
    ] as const)
      sql.run`UPDATE OR IGNORE gpkg_contents SET identifier = ${name} WHERE table_name = ${table}`;
    return true;
  });
}

function withContentOf(former: VectorLayer, content: VectorLayer): VectorLayer {
  const { id, name, style } = former;
  const has = (used: string | null | undefined) => content.attributes.some(({ column }) => column === used);
  const label = has(style.label) ? style.label : null;
  const categories = has(style.categories?.column) ? style.categories : null;
  const formerImports = formerImportsAfter(former, content);
  return { ...content, id, name, style: { ...style, label, categories }, formerImports };
}

function saveLayer(sql: Sql, layer: VectorLayer, now: string): void {
  sql.run`
    UPDATE layers SET table_name = ${layer.table}, name = ${layer.name}, updated_at = ${now}, body =
    ${JSON.stringify(layer)} WHERE layer_id = ${layer.id}`;
}

/**
 * Deletes a layer whose content was replaced, but not one about which the user has stated what the newer one does not, nor
 * one that another program has changed since its import: GDAL and QGIS set the time of its last change (OGC 12-128r19,
 * table 3). Returns whether it was deleted.
 */
export function deleteReplacedLayer(sql: Sql, id: string, newer: StatedFacts): boolean {
  return sql.transaction(() => {
    const layer = findLayer(sql, id);
    if (!layer) return false;
    const { table, importedAt, features } = layer;
    const isLost = (fact: keyof StatedFacts) => (layer[fact] ?? '') !== '' && layer[fact] !== newer[fact];
    if (layer.isStatedHere && stated.some(isLost)) return false;
    const listed = sql.get`SELECT last_change FROM gpkg_contents WHERE table_name = ${table}`;
    const counted = sql.get(`SELECT count(*) AS count FROM ${table}`);
    if (listed?.last_change !== importedAt || counted?.count !== features) return false;
    removeLayer(sql, layer);
    return true;
  });
}

/** Deletes a layer with its features. False when there is none. */
export function deleteLayer(sql: Sql, id: string): boolean {
  return sql.transaction(() => {
    const layer = findLayer(sql, id);
    if (layer) removeLayer(sql, layer);
    return layer !== undefined;
  });
}

function removeLayer(sql: Sql, { id, table }: VectorLayer): void {
  sql.run`DELETE FROM layers WHERE layer_id = ${id}`;
  dropLayerTable(sql.database, table);
}
