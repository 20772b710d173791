import { errorText } from '../../../shared/error-text.ts';
import { maxRecordBytes } from '../../../shared/results/query.ts';
import { DecompressionError, decompressSync } from '../base/decompress.ts';
import type { CallContext } from '../base/thread-protocol.ts';
import { findStart } from './find-start.ts';
import { withTeamDatabase } from './pg-client.ts';
import type { PullEnd, PulledPage, PulledRecord, PullRequest } from './team-protocol.ts';

/** Blocks that one query returns; each has up to 500 records. */
const blocksPerQuery = 4;
/** Bytes of a block: several records have fewer together (`publish-workspace.ts`). */
const maxPublishedBytes = maxRecordBytes;

/**
 * Sends all records that were published since the cursor, block by block in the order of their revisions; of a block that
 * cannot be read, the reason. When the database does not have the revision of the cursor, a backup was restored, and all
 * records are sent. Throws `TeamError`, also for the database of another team.
 */
export function pullRecords(
  { connection, cursor }: PullRequest,
  { send, throwIfStopped, signal }: CallContext<never, PulledPage>,
): Promise<PullEnd> {
  return withTeamDatabase({ connection, signal }, async (database) => {
    const { state, start } = await findStart(database, cursor);
    const { teamId } = state;
    for (let version = start; ; ) {
      throwIfStopped();
      const rows = readCopyRows(await database.copyOut(copyStatement(version)));
      for (const [head, body] of rows) {
        const block = JSON.parse(String(head)) as BlockHead;
        version = block.version;
        const { revision, author } = block;
        const page = { author, cursor: { teamId, version, revision } };
        const read = readBlock(block, body);
        if (typeof read === 'string') await send({ ...page, records: [], problem: read });
        // Transferred instead of copied: nothing else of the block is retained.
        else await send({ ...page, records: read.records, problem: null }, [read.bytes]);
      }
      if (rows.length < blocksPerQuery) break;
    }
    return { teamId, startedAnew: cursor !== undefined && start < cursor.version };
  });
}

/**
 * Header before the compressed records of a block; a list is null when all records of the block were replaced since.
 */
type BlockHead = {
  readonly version: number;
  readonly revision: string;
  /** The login of the member who published it. */
  readonly author: string;
  readonly codec: string;
  /** Length of the records in bytes. */
  readonly rawLength: number;
  readonly recordIds: readonly string[] | null;
  readonly fetchedAt: readonly string[] | null;
  readonly brands: readonly string[] | null;
  readonly completeness: readonly number[] | null;
  readonly offsets: readonly number[] | null;
  readonly lengths: readonly number[] | null;
};

/** The blocks after a version. Binary, because other results send each byte as two hexadecimal digits. */
function copyStatement(version: number): string {
  return `COPY (
    SELECT pg_catalog.json_build_object('version', version, 'revision', revision, 'author', author, 'codec', codec,
      'rawLength', raw_length, 'recordIds', record_ids,
      'fetchedAt', fetched_at, 'brands', brands, 'completeness', completeness, 'offsets', offsets,
      'lengths', lengths)::pg_catalog.text, body
    FROM sightline.pull_records(${version}, ${blocksPerQuery})
  ) TO STDOUT (FORMAT binary)`;
}

/** Returns the decompressed bytes in memory of their own. Throws when they are damaged or have another length. */
function decompressBlock(body: Uint8Array, rawLength: number): Uint8Array<ArrayBuffer> {
  const bytes = decompressSync('zstd', body, Math.min(rawLength, maxPublishedBytes));
  if (bytes.length !== rawLength) throw new RangeError('They have another length than stated.');
  // A short buffer may share the pool of Node, which cannot be transferred.
  return bytes.length < 2 ** 16 ? new Uint8Array(bytes) : (bytes as Uint8Array<ArrayBuffer>);
}

/** Returns the records of a block and the memory that their bytes share, or why the block cannot be read. */
export function readBlock(
  head: BlockHead,
  body: Uint8Array | null | undefined,
): { readonly records: readonly PulledRecord[]; readonly bytes: ArrayBuffer } | string {
  if (head.codec !== 'zstd' || !body) return `Their format ${head.codec} is unknown.`;
  let all: Uint8Array<ArrayBuffer>;
  try {
    all = decompressBlock(body, head.rawLength);
  } catch (error) {
    const isTooLong = error instanceof DecompressionError && error.reason === 'too-long';
    return isTooLong
      ? 'They are larger than any that Sightline publishes, or than stated.'
      : `They cannot be decompressed. ${errorText(error)}`;
  }
  const records = (head.recordIds ?? []).map((recordId, index) => {
    const offset = head.offsets?.[index] ?? 0;
    return {
      recordId,
      fetchedAt: head.fetchedAt?.[index] ?? '',
      brand: head.brands?.[index] ?? '',
      completeness: head.completeness?.[index] ?? 0,
      bytes: all.subarray(offset, offset + (head.lengths?.[index] ?? 0)),
    };
  });
  return { records, bytes: all.buffer };
}

/**
 * Reads what `COPY … TO STDOUT (FORMAT binary)` sends (PostgreSQL manual, COPY, “Binary Format”). Returns the bytes of each
 * value, row by row; null for NULL. Throws a `RangeError` when the bytes end too early.
 */
export function readCopyRows(bytes: Uint8Array): readonly (readonly (Buffer | null)[])[] {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows: (Buffer | null)[][] = [];
  // The signature (11 bytes) and the flags precede the length of the header extension.
  let at = 19 + data.readInt32BE(15);
  for (let columns = data.readInt16BE(at); columns >= 0; columns = data.readInt16BE(at)) {
    at += 2;
    const row: (Buffer | null)[] = [];
    for (let column = 0; column < columns; column += 1) {
      const length = data.readInt32BE(at);
      at += 4;
      row.push(length < 0 ? null : data.subarray(at, at + length));
      at += Math.max(0, length);
    }
    rows.push(row);
  }
  return rows;
}
