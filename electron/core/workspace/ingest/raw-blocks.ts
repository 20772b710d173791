import { Buffer } from 'node:buffer';
import zlib from 'node:zlib';
import { bytesCell, numberCell, numberOrNull, textCell } from '../cells.ts';
import type { Sql, SqlRow } from '../sql.ts';

/** Where a raw record lies in the file. */
export type RawPlace = { readonly block: number; readonly offset: number; readonly length: number };

/** Raw records compressed together. */
export type RawBlock = { readonly codec: Codec; readonly body: Uint8Array };

/** Which bytes of a page's body make up a block: where each record begins and ends, one after another. */
export type RawPieces = Uint32Array<ArrayBuffer>;

/** A block is closed once it holds so many bytes: enough to compress well, few enough to read one record in a moment. */
export const rawBlockLength = 262_144;

/** Compresses raw records of a page into a block. */
export function compressPieces(body: Uint8Array, pieces: RawPieces): RawBlock {
  const records: Uint8Array[] = [];
  for (let at = 0; at < pieces.length; at += 2) records.push(body.subarray(pieces[at], pieces[at + 1]));
  return compress(Buffer.concat(records));
}

/** Writes blocks after all that are there, within one transaction. Returns the number of each. */
export function createRawWriter(sql: Sql): (block: RawBlock) => number {
  let last = lastBlock(sql);
  return ({ codec, body }) => {
    last += 1;
    sql.run('INSERT INTO raw_blocks (block, codec, body) VALUES (?, ?, ?)', last, codec, body);
    return last;
  };
}

function lastBlock(sql: Sql): number {
  const row = sql.get('SELECT coalesce(max(block), 0) AS last FROM raw_blocks');
  return row ? numberCell(row, 'last') : 0;
}

/** The bytes of the record with this key in `records`, as they came. Undefined when the workspace has not kept them. */
export function readRawRecord(sql: Sql, recordKey: number): Uint8Array | undefined {
  const row = sql.get(`${selectPlaces} WHERE id = ?`, recordKey);
  return row && cut(row, (block) => readBlock(sql, block));
}

/** A raw record with its keys. */
export type RawRecord = {
  readonly recordKey: number;
  readonly recordId: string;
  readonly bytes: Uint8Array;
};

/** Raw records under a condition on `records`, by rising key, after `afterKey`. May be gone on with in another transaction by the last key. */
export function* rawRecords(sql: Sql, afterKey = 0, condition = 'TRUE'): Generator<RawRecord, void> {
  const readCached = createBlockCache(sql);
  let last = afterKey;
  for (;;) {
    const rows = sql.all(`${selectPlaces} WHERE id > ? AND ${condition} ORDER BY id LIMIT 500`, last);
    for (const row of rows) {
      last = numberCell(row, 'id');
      const bytes = cut(row, readCached);
      if (bytes) yield { recordKey: last, recordId: textCell(row, 'record_id'), bytes };
    }
    if (rows.length === 0) return;
  }
}

/**
 * Writes all raw records into new blocks and lets go of the old ones, with what is left in them of records that have
 * been replaced. To be called in a transaction; the file gets smaller when it is vacuumed afterwards.
 */
export function compactRawBlocks(sql: Sql): void {
  const former = lastBlock(sql);
  const write = createRawWriter(sql);
  let records: RawRecord[] = [];
  let length = 0;
  const close = () => {
    if (records.length === 0) return;
    const block = write(compress(Buffer.concat(records.map(({ bytes }) => bytes))));
    let offset = 0;
    for (const { recordKey, bytes } of records) {
      writePlace(sql, recordKey, { block, offset, length: bytes.length });
      offset += bytes.length;
    }
    records = [];
    length = 0;
  };
  for (const record of rawRecords(sql)) {
    records.push(record);
    length += record.bytes.length;
    if (length >= rawBlockLength) close();
  }
  close();
  sql.run('DELETE FROM raw_blocks WHERE block <= ?', former);
}

function writePlace(sql: Sql, recordKey: number, { block, offset, length }: RawPlace): void {
  sql.run(
    'UPDATE records SET raw_block = ?, raw_offset = ?, raw_length = ? WHERE id = ?',
    block,
    offset,
    length,
    recordKey,
  );
}

const selectPlaces = 'SELECT id, record_id, raw_block, raw_offset, raw_length FROM records';

function cut(row: SqlRow, read: (block: number) => Uint8Array): Uint8Array | undefined {
  const block = numberOrNull(row, 'raw_block');
  if (block === null) return undefined;
  const contents = read(block);
  const offset = numberCell(row, 'raw_offset');
  const end = offset + (numberOrNull(row, 'raw_length') ?? contents.length - offset);
  if (end > contents.length)
    throw new Error(`The raw record ${textCell(row, 'record_id')} lies outside its block ${block}.`);
  return contents.subarray(offset, end);
}

/** Records that came together mostly share a block; those replaced since lie in others. */
const cachedBlocks = 8;

function createBlockCache(sql: Sql): (block: number) => Uint8Array {
  const cache = new Map<number, Uint8Array>();
  return (block) => {
    const contents = cache.get(block) ?? readBlock(sql, block);
    cache.delete(block);
    cache.set(block, contents);
    const [oldest] = cache.keys();
    if (cache.size > cachedBlocks && oldest !== undefined) cache.delete(oldest);
    return contents;
  };
}

function readBlock(sql: Sql, block: number): Uint8Array {
  const row = sql.get('SELECT codec, body FROM raw_blocks WHERE block = ?', block);
  if (!row) throw new Error(`The workspace has lost its block ${block} of raw records.`);
  return decompress(textCell(row, 'codec'), bytesCell(row, 'body'));
}

type Codec = 'zstd' | 'deflate';

/** Node has zstd from 22.15 and 23.8 on. Where a runtime was built without it, deflate does. */
const hasZstd = typeof zlib.zstdCompressSync === 'function';

function compress(bytes: Uint8Array): RawBlock {
  return hasZstd
    ? {
        codec: 'zstd',
        body: zlib.zstdCompressSync(bytes, {
          // All in one piece.
          chunkSize: rawBlockLength,
          params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 },
        }),
      }
    : { codec: 'deflate', body: zlib.deflateRawSync(bytes, { level: 3 }) };
}

function decompress(codec: string, body: Uint8Array): Uint8Array {
  if (codec === 'deflate') return zlib.inflateRawSync(body);
  if (codec !== 'zstd') throw new Error(`The workspace has raw records in the unknown format ${codec}.`);
  if (!hasZstd)
    throw new Error('The workspace has raw records in zstd, which this build of Sightline cannot read.');
  return zlib.zstdDecompressSync(body);
}
