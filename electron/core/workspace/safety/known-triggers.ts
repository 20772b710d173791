import { normalizeSql } from './normalize-sql.ts';

/** A name in SQL, quoted or not. */
const name = String.raw`(?:"(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^\]]*\]|\`(?:[^\`]|\`\`)*\`|[\w$\u0080-\uffff]+)`;

const header = new RegExp(
  String.raw`^CREATE TRIGGER (?:IF NOT EXISTS )?(?:${name} ?\. ?)?${name} ` +
    `(?:(?:BEFORE|AFTER|INSTEAD OF) )?(?:INSERT|DELETE|UPDATE(?: OF ${name}(?: ?, ?${name})*)?) ON (${name}) `,
  'i',
);

/** The table of a trigger, in lower case; undefined where its SQL is not of the usual form. */
export function readTriggerTable(sql: string): string | undefined {
  const table = header.exec(sql.replaceAll(/\s+/g, ' '))?.[1];
  return table?.replace(/^["'[`]|["'\]`]$/g, '').toLowerCase();
}

/** Functions that the triggers of GeoPackage and GDAL call, and words before a parenthesis that are none. */
const knownCalls = new Set([
  ...['st_minx', 'st_maxx', 'st_miny', 'st_maxy', 'st_isempty', 'lower', 'strftime'],
  ...['values', 'and', 'or', 'not', 'when', 'in', 'where'],
]);

/**
 * Whether the trigger only keeps a spatial index (GeoPackage 1.2 to 1.4) or GDAL's feature count: it writes nothing
 * else, has no query in it, and calls no other function. So it does a fixed amount of work for a row.
 */
export function isIndexTrigger(sql: string): boolean {
  const text = normalizeSql(sql);
  if (/--|\/\*|\b(select|with|from (?!rtree_)|raise)\b/.test(text)) return false;
  const calls = [...text.matchAll(/([\w$]+)\(/g)].map(([, call = '']) => call);
  const begin = text.search(/\bbegin /);
  if (begin < 0 || !text.endsWith(';end')) return false;
  const statements = text.slice(begin + 'begin '.length, -'end'.length).split(';');
  return (
    calls.every((call) => knownCalls.has(call) || call.startsWith('rtree_')) &&
    statements.every((statement) => statement === '' || isIndexStatement(statement))
  );
}

const indexStatement =
  /^(insert (or replace )?into rtree_\w+(\(| values\()|delete from rtree_\w+ where |update rtree_\w+ set |update gpkg_ogr_contents set feature_count=)/;

function isIndexStatement(statement: string): boolean {
  return indexStatement.test(statement);
}

/** Whether a trigger with this name is one that GDAL or QGIS create on tables that Sightline never writes. */
export function isKnownOtherTrigger(trigger: string): boolean {
  return /^(gpkg_.+|rtree_.+|trigger_(insert|delete)_feature_count_.+|.+_(zoom|tile_column|tile_row)_(insert|update))$/i.test(
    trigger,
  );
}
