import { parseExactJson } from '../../../../../shared/exact-json.ts';
import { foldText } from '../../../../../shared/fold-text.ts';
import type { Steps } from '../../../base/steps.ts';
import { chunkSize } from '../../file/columns/detection-chunk.ts';
import type { PropertyColumn, PropertyValue } from '../../file/columns/property-chunk.ts';
import { selectFromBoth } from '../../file/detection-tables.ts';
import type { Sql } from '../../file/sql.ts';
import type { ColumnStore, LoadedChunk, StoredDetections } from './column-store.ts';
import type { FieldColumn } from './field-column.ts';
import { toText } from './field-column.ts';
import { findPosition } from './find-position.ts';
import { chunksInStep } from './property-columns.ts';

/** Columns in which a text is searched. */
export type SearchedColumns = { readonly sensor: FieldColumn; readonly record: FieldColumn };

/**
 * A mask of the detections that have a text anywhere, in any case: in the sensor's name, the record id, the chip
 * identifier, or the names and values of properties. Columns are searched by their different values; rows are read
 * only where properties have no columns.
 */
export function* textMask(
  sql: Sql,
  { source }: ColumnStore,
  detections: StoredDetections,
  { sensor, record }: SearchedColumns,
  text: string,
): Steps<Uint8Array<ArrayBuffer>> {
  const searchText = foldText(text);
  const mask = new Uint8Array(detections.columns.count);
  addCoded(mask, sensor, searchText);
  addCoded(mask, record, searchText);
  const areRowsNeeded = source.hasOtherProperties();
  const numbers = createNumberSearch(searchText);
  for (const [index, chunk] of detections.chunks.entries()) {
    if (index % chunksInStep === 0) yield;
    if (chunk.isDirty || areRowsNeeded || !source.isCurrent(chunk))
      addRows(mask, sql, detections, chunk, searchText);
    else {
      for (const [name, column] of source.properties(chunk)) addColumn(mask, chunk, name, column, numbers);
    }
  }
  return mask;
}

function addCoded(mask: Uint8Array, column: FieldColumn, searchText: string): void {
  if (column.kind !== 'coded') return;
  const { codes } = column;
  const found = Uint8Array.from(column.values, (value) =>
    value !== null && holds(value, searchText) ? 1 : 0,
  );
  if (!found.includes(1)) return;
  for (let index = 0; index < mask.length; index += 1) {
    mask[index] = (mask[index] as number) | (found[codes[index] as number] as number);
  }
}

function addColumn(
  mask: Uint8Array,
  { start, count }: LoadedChunk,
  name: string,
  column: PropertyColumn,
  { searchText, isPossible, contains }: NumberSearch,
): void {
  const isNamed = foldText(name).includes(searchText);
  if (column.kind === 'numbers') {
    if (!isNamed && !isPossible) return;
    for (let index = 0; index < count; index += 1) {
      const number = column.numbers[index] as number;
      if (!Number.isNaN(number) && (isNamed || contains(number))) mask[start + index] = 1;
    }
    return;
  }
  const found = Uint8Array.from(column.values, (value) => (isNamed || holds(value, searchText) ? 1 : 0));
  if (!found.includes(1)) return;
  for (let index = 0; index < count; index += 1) {
    const code = column.codes[index] as number;
    if (code !== 0 && found[code - 1] === 1) mask[start + index] = 1;
  }
}

type NumberSearch = {
  readonly searchText: string;
  /** Whether any number's text could contain the search text. */
  readonly isPossible: boolean;
  readonly contains: (number: number) => boolean;
};

/** Maximum number of remembered numbers: those of a property mostly repeat, and converting them to text is slow. */
const maxRemembered = 65_536;

function createNumberSearch(searchText: string): NumberSearch {
  const known = new Map<number, boolean>();
  return {
    searchText,
    isPossible: /^[\d.e+-]+$/.test(searchText),
    contains(number) {
      const former = known.get(number);
      if (former !== undefined) return former;
      if (known.size >= maxRemembered) known.clear();
      const isFound = String(number).includes(searchText);
      known.set(number, isFound);
      return isFound;
    },
  };
}

function holds(value: PropertyValue, searchText: string): boolean {
  return foldText(toText(value)).includes(searchText);
}

const selectRows = (condition: string) =>
  selectFromBoth(
    (table) =>
      `SELECT fid, chip_identifier, properties FROM ${table} WHERE fid BETWEEN ?1 AND ?2${condition}`,
  );
const selectAllRows = selectRows('');
/** Text without escapes is unchanged in JSON; SQLite folds the case of ASCII only. */
const selectLikelyRows = selectRows(
  ` AND (properties LIKE ?3 ESCAPE '\\' OR chip_identifier LIKE ?3 ESCAPE '\\' OR instr(properties, '\\') > 0)`,
);

function addRows(
  mask: Uint8Array,
  sql: Sql,
  { columns: { id } }: StoredDetections,
  { chunk }: LoadedChunk,
  searchText: string,
): void {
  const range = [chunk * chunkSize, chunk * chunkSize + chunkSize - 1] as const;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII, whole.
  const isAscii = /^[\u0000-\u007f]*$/.test(searchText);
  const rows = isAscii
    ? sql.arrays(selectLikelyRows, ...range, `%${searchText.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
    : sql.arrays(selectAllRows, ...range);
  for (const [fid, chip, properties] of rows) {
    const position = findPosition(id, Number(fid));
    if (position < 0) continue;
    const isInChip = typeof chip === 'string' && chip.toLowerCase().includes(searchText);
    if (isInChip || isInProperties(properties, searchText)) mask[position] = 1;
  }
}

function isInProperties(text: unknown, searchText: string): boolean {
  if (typeof text !== 'string') return false;
  // Most rows are ruled out without parsing: text without escapes is unchanged in JSON.
  const lower = foldText(text);
  if (!lower.includes('\\') && !lower.includes(searchText)) return false;
  try {
    const properties = parseExactJson(text);
    if (typeof properties !== 'object' || properties === null) return lower.includes(searchText);
    return Object.entries(properties).some(
      ([name, value]) => value !== null && (foldText(name).includes(searchText) || holds(value, searchText)),
    );
  } catch {
    // Another program wrote something that is not valid JSON.
    return lower.includes(searchText);
  }
}
