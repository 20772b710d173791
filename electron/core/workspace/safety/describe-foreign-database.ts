import type { DatabaseSync } from 'node:sqlite';
import { cutText } from '../../../../shared/cut-text.ts';

/** The maximum number of layers or tables that are named, and of characters of each name. */
const maxNames = 8;
const maxNameLength = 60;

/**
 * Describes an SQLite database that is no workspace, by the layers of a GeoPackage or by its tables: `It is a GeoPackage
 * with the layer “roads” (features), not a workspace of Sightline.` Views are not read: anyone may have written them.
 */
export function describeForeignDatabase(database: DatabaseSync): string {
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    .all()
    .map(({ name }) => String(name));
  const isGeoPackage = tables.includes('gpkg_contents');
  const layers = isGeoPackage ? readLayers(database) : [];
  if (layers.length > 0) {
    return `It is a GeoPackage with the ${listNames('layer', layers)}, not a workspace of Sightline.`;
  }
  const others = tables.filter((name) => !/^(gpkg|rtree)_/.test(name)).map(quoteName);
  const kind = isGeoPackage ? 'a GeoPackage without layers' : 'an SQLite database';
  const content = others.length > 0 ? ` with the ${listNames('table', others)}` : ' without tables';
  return `It is ${kind}${isGeoPackage && others.length === 0 ? '' : content}, not a workspace of Sightline.`;
}

function readLayers(database: DatabaseSync): readonly string[] {
  try {
    return database
      .prepare('SELECT table_name, data_type FROM gpkg_contents LIMIT 10000')
      .all()
      .map((row) => `${quoteName(String(row.table_name))} (${plainText(String(row.data_type))})`);
  } catch {
    // It lacks the columns of a GeoPackage: then its tables are named.
    return [];
  }
}

function listNames(noun: string, names: readonly string[]): string {
  const rest = names.length - maxNames;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return `${noun}${names.length === 1 ? '' : 's'} ${names.slice(0, maxNames).join(', ')}${more}`;
}

function quoteName(name: string): string {
  return `“${plainText(name)}”`;
}

/** Names come from strangers: no control characters, and not of any length. */
function plainText(text: string): string {
  const visible = text.replaceAll(/\p{C}/gu, ' ');
  return cutText(visible, maxNameLength + 1);
}
