import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { BoundingBox } from '../../../../shared/geo/geometry.ts';
import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import type { SqlValue } from '../sql.ts';

/** The two tables of detections, which share their columns and one id sequence. */
export const detectionTables = ['detections', 'detection_areas'] as const;
export type DetectionTable = (typeof detectionTables)[number];

/** A condition in SQL on the columns of one detection table, with the values to bind. */
export type SqlCondition = { readonly text: string; readonly values: readonly SqlValue[] };

/** Matches every row. */
export const anyRow: SqlCondition = { text: 'TRUE', values: [] };

/** All conditions together. */
export function allOf(conditions: readonly SqlCondition[]): SqlCondition {
  if (conditions.length === 0) return anyRow;
  return {
    text: conditions.map(({ text }) => text).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}

function anyOf(conditions: readonly SqlCondition[]): SqlCondition {
  return {
    text: `(${conditions.map(({ text }) => `(${text})`).join(' OR ')})`,
    values: conditions.flatMap(({ values }) => values),
  };
}

/** The filter as a condition on `table`. What comes from outside is bound, never printed. */
export function filterCondition(filter: DetectionFilter, table: DetectionTable): SqlCondition {
  const conditions: SqlCondition[] = [];
  const add = (text: string, ...values: SqlValue[]) => conditions.push({ text, values });
  if (filter.analytics) add('analytic IN (SELECT value FROM json_each(?))', JSON.stringify(filter.analytics));
  if (filter.regions) add('region IN (SELECT value FROM json_each(?))', JSON.stringify(filter.regions));
  if (filter.collectedFrom !== undefined) add('collected_at >= ?', isoOf(filter.collectedFrom));
  if (filter.collectedTo !== undefined) add('collected_at < ?', isoOf(filter.collectedTo));
  if (filter.minConfidence !== undefined) add('confidence >= ?', filter.minConfidence);
  if (filter.recordId !== undefined) add('record_id = ?', filter.recordId);
  if (filter.boundingBox) conditions.push(boxCondition(filter.boundingBox, table));
  if (filter.text !== undefined && filter.text !== '') conditions.push(textCondition(filter.text));
  return allOf(conditions);
}

const firstInstant = Date.parse('0000-01-01T00:00:00.000Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** As the DATETIME columns write it; instants that they cannot write match like the first or last they can. */
function isoOf(epochMs: number): string {
  return new Date(Math.min(lastInstant, Math.max(firstInstant, epochMs))).toISOString();
}

/**
 * Through the R-tree, whose single precision lets in a little too much; points are therefore compared again. Of areas
 * the plain extent is meant: an area counts that only reaches into the box, and one that is written with a jump over
 * the antimeridian counts all around its latitudes.
 */
function boxCondition([west, south, east, north]: BoundingBox, table: DetectionTable): SqlCondition {
  if (west > east) {
    return anyOf([
      boxCondition([west, south, 180, north], table),
      boxCondition([-180, south, east, north], table),
    ]);
  }
  if (table === 'detections') {
    const inBox = 'longitude BETWEEN ? AND ? AND latitude BETWEEN ? AND ?';
    return allOf([
      inIndex(table, west, east, south, north),
      { text: inBox, values: [west, east, south, north] },
    ]);
  }
  // Areas may be written past ±180, so the box is looked for on those turns, too.
  return anyOf([0, 360, -360].map((turn) => inIndex(table, west + turn, east + turn, south, north)));
}

function inIndex(
  table: DetectionTable,
  west: number,
  east: number,
  south: number,
  north: number,
): SqlCondition {
  return {
    text: `fid IN (SELECT id FROM rtree_${table}_geom WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ?)`,
    values: [west, east, south, north],
  };
}

/** SQLite folds the case of ASCII only; `text_contains` folds all, at the cost of a call into JavaScript for each row. */
function textCondition(wanted: string): SqlCondition {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII, whole.
  const isAscii = /^[\u0000-\u007f]*$/.test(wanted);
  const columns = ['sensor_name', 'record_id', 'chip_identifier', 'properties'];
  const inColumn = (column: string) =>
    isAscii ? `${column} LIKE ? ESCAPE '\\'` : `text_contains(${column}, ?)`;
  const pattern = (text: string) =>
    isAscii ? `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : text.toLowerCase();
  return {
    text: `(${columns.map(inColumn).join(' OR ')})`,
    // Properties are JSON, in which quotes and backslashes stand escaped.
    values: columns.map((column) =>
      pattern(column === 'properties' ? JSON.stringify(wanted).slice(1, -1) : wanted),
    ),
  };
}

/** Registers the SQL function that text filters use: whether `text` holds `wanted`, which is in lower case. */
export function registerTextContains(database: DatabaseSync): void {
  database.function('text_contains', { deterministic: true }, (text: SQLInputValue, wanted: SQLInputValue) =>
    typeof text === 'string' && text.toLowerCase().includes(String(wanted)) ? 1 : 0,
  );
}
