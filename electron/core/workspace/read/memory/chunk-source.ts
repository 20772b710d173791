import {
  chunkSize,
  type DetectionColumns,
  decodeDetectionColumns,
  isChunkDirty,
} from '../../file/columns/detection-chunk.ts';
import { decodePropertyColumn, type PropertyColumn } from '../../file/columns/property-chunk.ts';
import { readChunkFromRows } from '../../file/columns/read-chunk.ts';
import { selectFromBoth } from '../../file/detection-tables.ts';
import { parseProperties } from '../../file/parse-properties.ts';
import type { Sql } from '../../file/sql.ts';
import type { Dictionary } from './dictionary.ts';

/** A chunk that the file holds; its content is the same as long as `version` is. */
export type ChunkEntry = {
  readonly chunk: number;
  readonly version: number;
  /** Its rows have changed and the columns have not been rebuilt: read the rows. */
  readonly isDirty: boolean;
};

/** A feature's properties as the row has them; text that is not valid JSON object has none. */
export type StoredProperties = {
  readonly id: number;
  readonly properties: Readonly<Record<string, unknown>>;
};

/** The chunks of one workspace. */
export function createChunkSource(sql: Sql, names: Dictionary) {
  const codes = createNameCodes(sql, names);
  const fromRows = (chunk: number): DetectionColumns =>
    readChunkFromRows(sql, chunk, { nameKey: names.codeOf, isColumn: () => false }).detections;
  return {
    /** All chunks by rising number. */
    list: (): readonly ChunkEntry[] =>
      sql
        .arrays(`SELECT chunk, version, ${isChunkDirty} FROM detection_chunks ORDER BY chunk`)
        .map(([chunk, version, isDirty]) => ({
          chunk: Number(chunk),
          version: Number(version),
          isDirty: isDirty === 1,
        })),
    /** Whether the file still has this version of a chunk. If not, the other methods but `rows` are of another one. */
    isCurrent: ({ chunk, version }: ChunkEntry): boolean =>
      sql.get`SELECT 1 FROM detection_chunks WHERE chunk = ${chunk} AND version = ${version}` !== undefined,
    /** The columns of a chunk; names are those of the dictionary. */
    columns({ chunk, isDirty }: ChunkEntry): DetectionColumns {
      if (isDirty) return fromRows(chunk);
      const [row] = sql.arrays`SELECT body FROM detection_chunks WHERE chunk = ${chunk}`;
      const columns = row?.[0] instanceof Uint8Array ? decodeDetectionColumns(row[0]) : undefined;
      return columns ? codes.translate(columns) : fromRows(chunk);
    },
    /** The properties that have columns in clean chunks. */
    columnProperties(): ReadonlySet<string> {
      const rows = sql.arrays('SELECT name FROM properties WHERE has_chunks = 1');
      return new Set(rows.map(([name]) => String(name)));
    },
    /** The names of all properties that are listed. */
    propertyNames: (): readonly string[] =>
      sql.arrays('SELECT name FROM properties').map(([name]) => String(name)),
    /** Whether rows may have properties that are not listed. */
    hasUnlisted: (): boolean =>
      sql.get("SELECT 1 FROM app_meta WHERE key = 'properties_unlisted'") !== undefined,
    /** Whether rows may have properties that have no columns. */
    hasOtherProperties: (): boolean =>
      sql.get`
        SELECT 1 FROM properties WHERE has_chunks = 0
        UNION ALL SELECT 1 FROM app_meta WHERE key = 'properties_unlisted'` !== undefined,
    /** The stored column of a clean chunk; undefined where no detection of it has the property. */
    property({ chunk }: ChunkEntry, name: string): PropertyColumn | undefined {
      const [row] = sql.arrays`
        SELECT body FROM property_chunks
        WHERE property_id = (SELECT id FROM properties WHERE name = ${name}) AND chunk = ${chunk}`;
      return row?.[0] instanceof Uint8Array ? decodePropertyColumn(row[0]) : undefined;
    },
    /** All stored columns of a clean chunk. */
    properties: ({ chunk }: ChunkEntry): readonly (readonly [name: string, column: PropertyColumn])[] =>
      sql.arrays(selectChunkProperties, chunk).flatMap(([name, body]) => {
        const column = body instanceof Uint8Array ? decodePropertyColumn(body) : undefined;
        return column ? [[String(name), column] as const] : [];
      }),
    /** The rows of a chunk, by rising id; with `name`, only those that may have that property. */
    rows({ chunk }: ChunkEntry, name?: string): readonly StoredProperties[] {
      const [from, to] = [chunk * chunkSize, chunk * chunkSize + chunkSize - 1];
      const rows =
        name === undefined
          ? sql.arrays(selectRows, from, to)
          : sql.arrays(selectRowsWith, from, to, JSON.stringify(name));
      return rows.map(([id, text]) => ({ id: Number(id), properties: parseProperties(text) }));
    },
  };
}

/** Source of the columns: the stored chunks or, where these are not up to date, the rows. */
export type ChunkSource = ReturnType<typeof createChunkSource>;

/** The order is prescribed: SQLite would choose to scan the columns of all chunks for those of one. */
export const selectChunkProperties = `SELECT name, body FROM properties
  CROSS JOIN property_chunks ON property_id = properties.id AND chunk = ?`;

const selectOf = (condition: string) =>
  `${selectFromBoth((table) => `SELECT fid, properties FROM ${table} WHERE fid BETWEEN ?1 AND ?2${condition}`)} ORDER BY fid`;
const selectRows = selectOf('');
/** A name may be written with other escapes than ours by another program. */
const selectRowsWith = selectOf(` AND (instr(properties, ?3) > 0 OR instr(properties, '\\') > 0)`);

/** Translates keys of the table `names` into numbers of the dictionary, which has names that only rows hold, too. */
function createNameCodes(sql: Sql, names: Dictionary) {
  let codes = new Uint32Array(1);
  const readNames = () => {
    const rows = sql.arrays('SELECT id, name FROM names ORDER BY id');
    codes = new Uint32Array(Number(rows.at(-1)?.[0] ?? 0) + 1);
    for (const [key, name] of rows) codes[Number(key)] = names.codeOf(String(name));
  };
  const translateColumn = (column: Uint32Array): void => {
    let hasReadNames = false;
    for (let index = 0; index < column.length; index += 1) {
      const key = column[index] as number;
      if (key === 0) continue;
      if ((codes[key] ?? 0) === 0 && !hasReadNames) {
        readNames();
        hasReadNames = true;
      }
      column[index] = codes[key] ?? 0;
    }
  };
  return {
    /** In place. */
    translate(columns: DetectionColumns): DetectionColumns {
      translateColumn(columns.analytic);
      translateColumn(columns.region);
      translateColumn(columns.sensor);
      return columns;
    },
  };
}
