import { Buffer } from 'node:buffer';
import { bytesCell, numberCell, textCell } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';
import type { FetchedPage } from './fetched-page.ts';
import { shouldReplace } from './known-records.ts';
import type { PreparedPage } from './prepare/prepare-page-rows.ts';

/** A page that was ingested before with the same bytes, and whose records have not changed since. */
export type SeenPage = {
  /** `paginationInfo` as it was parsed then. */
  readonly paginationInfo: unknown;
  /** Keys of the records in their order. */
  readonly records: readonly { readonly key: number; readonly detections: number }[];
};

const keyLength = 4;
/** Number of bytes of a content hash that distinguish two contents of one record. */
const hashLength = 12;
const entryLength = keyLength + hashLength;

/** Whether a page with this hash was written before; its records may have changed since. */
export function isSeenPage(sql: Sql, bodyHash: Uint8Array, brand: string): boolean {
  return sql.get`SELECT 1 FROM seen_pages WHERE body_hash = ${bodyHash} AND brand = ${brand}` !== undefined;
}

/** The page that was written with these bytes. Undefined if there is none, or if any of its records would be rewritten. */
export function findSeenPage(
  sql: Sql,
  page: Pick<FetchedPage, 'brand' | 'fields'>,
  bodyHash: Uint8Array,
): SeenPage | undefined {
  const row = sql.get`
    SELECT pagination, records FROM seen_pages WHERE body_hash = ${bodyHash} AND brand = ${page.brand}`;
  if (!row) return undefined;
  const entries = decodeEntries(bytesCell(row, 'records'));
  const known = readKnownRecordsByKey(
    sql,
    entries.map(({ key }) => key),
  );
  const records = entries.flatMap(({ key, hash }) => {
    const record = known.get(key);
    const isSame =
      record &&
      Buffer.compare(hash, record.contentHash.subarray(0, hashLength)) === 0 &&
      !shouldReplace(record, page.fields, record.contentHash);
    return isSame ? { key, detections: record.detections } : [];
  });
  if (records.length < entries.length) return undefined;
  return { paginationInfo: JSON.parse(textCell(row, 'pagination')), records };
}

/** Saves a page that has been written. `keys` are the keys of its records, in their order. */
export function saveSeenPage(sql: Sql, page: PreparedPage, brand: string, keys: readonly number[]): void {
  if (page.pagination === undefined) return;
  const bytes = Buffer.alloc(keys.length * entryLength);
  for (const [index, { contentHash }] of page.records.entries()) {
    bytes.writeUInt32LE(keys[index] ?? 0, index * entryLength);
    bytes.set(contentHash.subarray(0, hashLength), index * entryLength + keyLength);
  }
  sql.run`
    INSERT OR REPLACE INTO seen_pages (body_hash, brand, pagination, records)
    VALUES (${page.bodyHash}, ${brand}, ${page.pagination}, ${bytes})`;
}

function decodeEntries(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.floor(bytes.length / entryLength) }, (_none, index) => {
    const at = index * entryLength;
    return { key: buffer.readUInt32LE(at), hash: buffer.subarray(at + keyLength, at + entryLength) };
  });
}

function readKnownRecordsByKey(sql: Sql, keys: readonly number[]) {
  const rows = sql.all`
    SELECT id, content_hash, fields, detections FROM records WHERE id IN (SELECT value
    FROM json_each(${JSON.stringify(keys)}))`;
  return new Map(
    rows.map((row) => [
      numberCell(row, 'id'),
      {
        contentHash: bytesCell(row, 'content_hash'),
        fields: textCell(row, 'fields'),
        detections: numberCell(row, 'detections'),
      },
    ]),
  );
}
