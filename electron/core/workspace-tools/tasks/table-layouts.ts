import { numberCell, numberOrNull, textCell, textOrNull } from '../../workspace/file/cells.ts';
import type { Sql, SqlRow } from '../../workspace/file/sql.ts';

type Value = SqlRow[string];

/** A column of a table; `accepts` refuses values that SQLite never stores in it. */
type LayoutColumn = {
  readonly name: string;
  readonly fallback: Value | undefined;
  accepts(value: Value): boolean;
  /** Whether a value looks like one that Sightline wrote. */
  isTypical(value: Value): boolean;
};

/** Storage of the rows of a table: its columns in the order of the record (sqlite.org/fileformat2.html, 2.3, 2.4). */
export type TableLayout = {
  readonly table: string;
  readonly hasRowid: boolean;
  readonly columns: readonly LayoutColumn[];
  /** The column that is the row id itself. */
  readonly rowidColumn: string | undefined;
  readonly indexes: readonly IndexLayout[];
};

/** An index, of all rows or of some. */
export type IndexLayout = {
  readonly name: string;
  readonly isPartial: boolean;
  readonly columns: readonly string[];
};

/** The layouts of the tables of a workspace of this Sightline. */
export function readLayouts(sql: Sql): ReadonlyMap<string, TableLayout> {
  const tables = sql.all(
    "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  return new Map(
    tables.map((row) => {
      const table = textCell(row, 'name');
      return [table, readLayout(sql, table, numberCell(row, 'wr') === 0)];
    }),
  );
}

function readLayout(sql: Sql, table: string, hasRowid: boolean): TableLayout {
  const rows = sql.all`
    SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(${table}) ORDER BY cid`;
  const keys = rows.filter((row) => numberCell(row, 'pk') > 0);
  const [only, ...more] = keys;
  const alias = hasRowid && only && more.length === 0 && only.type === 'INTEGER' ? only : undefined;
  const isKey = (row: SqlRow) => !hasRowid && numberCell(row, 'pk') > 0;
  // Tables without row ids store their key first.
  const stored = hasRowid
    ? rows
    : [
        ...keys.toSorted((one, other) => numberCell(one, 'pk') - numberCell(other, 'pk')),
        ...rows.filter((row) => !isKey(row)),
      ];
  return {
    table,
    hasRowid,
    columns: stored.map((row) => toColumn(sql, row, row === alias, isKey(row))),
    rowidColumn: alias && textCell(alias, 'name'),
    indexes: sql
      .all('SELECT name, partial FROM pragma_index_list(?) WHERE origin <> ?', table, hasRowid ? '' : 'pk')
      .map((row) => ({
        name: textCell(row, 'name'),
        isPartial: numberCell(row, 'partial') === 1,
        columns: sql
          .all('SELECT name FROM pragma_index_xinfo(?) ORDER BY seqno', textCell(row, 'name'))
          .map((column) => textOrNull(column, 'name') ?? ''),
      })),
  };
}

function toColumn(sql: Sql, row: SqlRow, isRowid: boolean, isKey: boolean): LayoutColumn {
  const type = textCell(row, 'type').toUpperCase();
  const isRequired = !isRowid && (isKey || numberOrNull(row, 'notnull') === 1);
  const text = textOrNull(row, 'dflt_value');
  const value = text === null ? undefined : sql.get(`SELECT ${text} AS value`)?.value;
  const accepts = (cell: Value) => {
    if (isRowid || cell === null) return cell === null && !isRequired;
    if (type === 'TEXT') return typeof cell !== 'number';
    return !(type === 'INTEGER' || type === 'DOUBLE' || type === 'REAL') || !(cell instanceof Uint8Array);
  };
  const isTypical = (cell: Value) => {
    if (cell === null) return true;
    if (type === 'DATETIME') return typeof cell === 'string' && /^\d{4}-\d\d-\d\d[T ]/.test(cell);
    if (type === 'TEXT') return typeof cell === 'string';
    if (type === 'INTEGER' || type === 'DOUBLE' || type === 'REAL') return typeof cell === 'number';
    return cell instanceof Uint8Array;
  };
  return {
    name: textCell(row, 'name'),
    fallback: value ?? (isRequired ? undefined : null),
    accepts,
    isTypical,
  };
}

/** The row of a record; undefined where it is none of the table. */
export function toRow(
  { columns, rowidColumn }: TableLayout,
  key: number | undefined,
  values: readonly Value[],
  isExact: boolean,
): SqlRow | undefined {
  if (isExact && values.length !== columns.length) return undefined;
  const row: SqlRow = {};
  for (const [index, { name, fallback, accepts, isTypical }] of columns.entries()) {
    // Columns that were added to a table are missing in its former rows.
    const value = index < values.length ? values[index] : fallback;
    if (value === undefined || !accepts(value) || (isExact && !isTypical(value))) return undefined;
    row[name] = name === rowidColumn ? (key ?? null) : value;
  }
  return row;
}
