import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { constants, deflateRawSync, zstdCompressSync } from 'node:zlib';
import { maxRecordBytes } from '../../../../shared/results/query.ts';
import { decompressSync } from '../../base/decompress.ts';
import { bytesCell, DamagedCell, numberCell, numberOrNull, textCell } from './cells.ts';
import { type Sql, type SqlRow, sqliteCode, sqliteCodes } from './sql.ts';

/** Place of a raw record in the file. */
export type RawLocation = { readonly block: number; readonly offset: number; readonly length: number };

/** Raw records compressed together (docs/decisions, decision 14). */
export type RawBlock = { readonly codec: Codec; readonly body: Uint8Array };

/** Ranges of a page's body that make up a block: start and end of each record, one after another. */
export type RawSlices = Uint32Array<ArrayBuffer>;

/** A block is closed once it has this many bytes: enough to compress well, few enough to read one record quickly. */
export const rawBlockLength = 262_144;

/** Compresses raw records of a page into a block. */
export function compressSlices(body: Uint8Array, pieces: RawSlices): RawBlock {
  const records: Uint8Array[] = [];
  for (let at = 0; at < pieces.length; at += 2) records.push(body.subarray(pieces[at], pieces[at + 1]));
  return compress(Buffer.concat(records));
}

/** Writes blocks after all that are there, within one transaction. Returns the number of each. */
export function createRawBlockWriter(sql: Sql): (block: RawBlock) => number {
  let last = readLastBlock(sql);
  return ({ codec, body }) => {
    last += 1;
    sql.run`INSERT INTO raw_blocks (block, codec, body) VALUES (${last}, ${codec}, ${body})`;
    return last;
  };
}

function readLastBlock(sql: Sql): number {
  const row = sql.get('SELECT coalesce(max(block), 0) AS last FROM raw_blocks');
  return row ? numberCell(row, 'last') : 0;
}

/** The stored bytes of a record are not those that were received. */
export class DamagedRecord extends Error {
  constructor(recordId: string, cause: unknown) {
    super(
      `The raw record ${recordId} is damaged on the disk: its bytes are not those that were received. Rebuild the workspace (Settings → Workspace → Rebuild from raw records), then fetch the record again.`,
      { cause },
    );
    this.name = 'DamagedRecord';
  }
}

/**
 * The bytes of the record with this key in `records`, as received. Undefined when the workspace has not stored them.
 * Throws `DamagedRecord`.
 */
export function readRawRecord(sql: Sql, recordKey: number): Uint8Array | undefined {
  const row = sql.get(`${selectLocations} WHERE id = ?`, recordKey);
  return row && sliceRecord(row, (block) => readBlock(sql, block));
}

/** A raw record with its keys. */
export type RawRecord = {
  readonly recordKey: number;
  readonly recordId: string;
  readonly bytes: Uint8Array;
};

/**
 * Raw records that match a condition on `records`, by rising key. Throws `DamagedRecord`, or calls `onDamaged` with the
 * record's id and goes on.
 */
export function* readRawRecords(
  sql: Sql,
  condition = 'TRUE',
  onDamaged?: (recordId: string) => void,
): Generator<RawRecord, void> {
  const readCached = createBlockCache(sql);
  let last = 0;
  for (;;) {
    const rows = sql.all(`${selectLocations} WHERE id > ? AND ${condition} ORDER BY id LIMIT 500`, last);
    for (const row of rows) {
      const id = numberCell(row, 'id');
      // A page in the place of another would be read again and again.
      if (id <= last) throw damagedOrder();
      last = id;
      let bytes: Uint8Array | undefined;
      try {
        bytes = sliceRecord(row, readCached);
      } catch (error) {
        if (!onDamaged || !(error instanceof DamagedRecord)) throw error;
        onDamaged(nameOf(row));
      }
      if (bytes) yield { recordKey: last, recordId: nameOf(row), bytes };
    }
    if (rows.length === 0) return;
  }
}

/**
 * Writes all raw records into new blocks and lets go of the old ones, with what is left in them of records that have
 * been replaced. To be called in a transaction; the file gets smaller when it is vacuumed afterwards.
 */
export function compactRawBlocks(sql: Sql): void {
  const former = readLastBlock(sql);
  const write = createRawBlockWriter(sql);
  let records: RawRecord[] = [];
  let length = 0;
  const close = () => {
    if (records.length === 0) return;
    const block = write(compress(Buffer.concat(records.map(({ bytes }) => bytes))));
    let offset = 0;
    for (const { recordKey, bytes } of records) {
      writeLocation(sql, recordKey, { block, offset, length: bytes.length });
      offset += bytes.length;
    }
    records = [];
    length = 0;
  };
  for (const record of readRawRecords(sql)) {
    records.push(record);
    length += record.bytes.length;
    if (length >= rawBlockLength) close();
  }
  close();
  sql.run`DELETE FROM raw_blocks WHERE block <= ${former}`;
}

function writeLocation(sql: Sql, recordKey: number, { block, offset, length }: RawLocation): void {
  sql.run`
    UPDATE records SET raw_block = ${block}, raw_offset = ${offset}, raw_length = ${length}
    WHERE id = ${recordKey}`;
}

const selectLocations = 'SELECT id, record_id, content_hash, raw_block, raw_offset, raw_length FROM records';

/** Like the damage that SQLite itself detects. */
function damagedOrder(): Error {
  return Object.assign(new Error('Rows of the table records are not in the order of their keys.'), {
    errcode: sqliteCodes.corrupt,
  });
}

/** The record's id; its key where damage has taken the id. */
function nameOf({ record_id, id }: SqlRow): string {
  return typeof record_id === 'string' ? record_id : `in row ${String(id)}`;
}

function sliceRecord(row: SqlRow, read: (block: number) => Uint8Array): Uint8Array | undefined {
  try {
    // Nothing can be assigned to a record without an id.
    textCell(row, 'record_id');
    const block = numberOrNull(row, 'raw_block');
    if (block === null) return undefined;
    const contents = read(block);
    const offset = numberCell(row, 'raw_offset');
    const end = offset + (numberOrNull(row, 'raw_length') ?? contents.length - offset);
    const bytes = contents.subarray(offset, end);
    const isWhole =
      end <= contents.length && Buffer.compare(sha256(bytes), bytesCell(row, 'content_hash')) === 0;
    if (!isWhole) throw new DamagedRecord(nameOf(row), undefined);
    return bytes;
  } catch (error) {
    if (isDamage(error)) throw new DamagedRecord(nameOf(row), error);
    throw error;
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** A lost or unreadable block. */
class DamagedBlock extends Error {}

function isDamage(error: unknown): boolean {
  return (
    error instanceof DamagedBlock || error instanceof DamagedCell || sqliteCode(error) === sqliteCodes.corrupt
  );
}

/** Records of one page mostly share a block; those replaced since are in other blocks. */
const maxCachedBytes = 8 * rawBlockLength;

function createBlockCache(sql: Sql): (block: number) => Uint8Array {
  const cache = new Map<number, Uint8Array>();
  // What was refused is not decompressed again for each of its records.
  const refused = new Map<number, DamagedBlock>();
  let bytes = 0;
  const read = (block: number) => {
    const refusal = refused.get(block);
    if (refusal) throw refusal;
    try {
      return readBlock(sql, block);
    } catch (error) {
      if (error instanceof DamagedBlock) refused.set(block, error);
      throw error;
    }
  };
  return (block) => {
    const cached = cache.get(block);
    const contents = cached ?? read(block);
    cache.delete(block);
    cache.set(block, contents);
    if (!cached) bytes += contents.length;
    for (const [oldest, { length }] of cache) {
      if (bytes <= maxCachedBytes || oldest === block) break;
      cache.delete(oldest);
      bytes -= length;
    }
    return contents;
  };
}

function readBlock(sql: Sql, block: number): Uint8Array {
  const row = sql.get`SELECT codec, body FROM raw_blocks WHERE block = ${block}`;
  if (!row) throw new DamagedBlock(`The workspace has lost its block ${block} of raw records.`);
  try {
    return decompressRawBlock(textCell(row, 'codec'), bytesCell(row, 'body'));
  } catch (cause) {
    throw new DamagedBlock(`The block ${block} of raw records cannot be decompressed.`, { cause });
  }
}

type Codec = 'zstd' | 'deflate';

/** A block is closed by the record that fills it. */
const maxBlockBytes = rawBlockLength + maxRecordBytes;
/** Deflate cannot exceed a ratio of 1,032, zstd can by far: a block that does is no block of records. */
const maxRatio = 1040;

function compress(bytes: Uint8Array): RawBlock {
  const body = zstdCompressSync(bytes, {
    // All in one piece.
    chunkSize: rawBlockLength,
    params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  if (bytes.length <= maxRatio * body.length) return { codec: 'zstd', body };
  return { codec: 'deflate', body: deflateRawSync(bytes, { level: 3 }) };
}

/** The records in a block. Throws when it has another codec, is damaged, or is larger than any that is written. */
export function decompressRawBlock(codec: string, body: Uint8Array): Uint8Array {
  if (codec !== 'zstd' && codec !== 'deflate')
    throw new Error(`Raw records have the unknown format ${codec}.`);
  return decompressSync(codec, body, Math.min(maxBlockBytes, maxRatio * body.length));
}
