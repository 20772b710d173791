import { maxRecordBytes } from '../../../shared/results/query.ts';
import { DecompressionError, decompressSync } from '../base/decompress.ts';
import type { CallContext } from '../base/thread-protocol.ts';
import { findStart } from './find-start.ts';
import { withTeamDatabase } from './pg-client.ts';
import { readCopyRows } from './read-copy-rows.ts';
import { TeamError } from './team-failure.ts';
import type { PullEnd, PulledPage, PulledRecord, PullRequest } from './team-protocol.ts';

/** Blocks that one query returns; each has up to 500 records. */
const blocksPerQuery = 4;
/** Bytes of a block: several records have fewer together (`publish-workspace.ts`). */
const maxPublishedBytes = maxRecordBytes;

/**
 * Sends all records that were published since the cursor, block by block in the order of their revisions. When the
 * database does not have the revision of the cursor, a backup was restored, and all records are sent. Throws
 * `TeamError`, also for the database of another team.
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
        const { revision } = block;
        const { records, bytes } = readBlock(block, body);
        // Transferred instead of copied: they are all that is kept of the block.
        await send({ records, cursor: { teamId, version, revision } }, [bytes]);
      }
      if (rows.length < blocksPerQuery) break;
    }
    return { teamId, startedAnew: cursor !== undefined && start < cursor.version };
  });
}

/** What precedes the compressed records of a block; a list is null when all records of the block were replaced since. */
type BlockHead = {
  readonly version: number;
  readonly revision: string;
  readonly codec: string;
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
    SELECT pg_catalog.json_build_object('version', version, 'revision', revision, 'codec', codec, 'recordIds', record_ids,
      'fetchedAt', fetched_at, 'brands', brands, 'completeness', completeness, 'offsets', offsets,
      'lengths', lengths)::pg_catalog.text, body
    FROM sightline.pull_records(${version}, ${blocksPerQuery})
  ) TO STDOUT (FORMAT binary)`;
}

/** The records of a block, and the memory that their bytes share. Throws `TeamError`. */
export function readBlock(
  head: BlockHead,
  body: Uint8Array | null | undefined,
): { readonly records: readonly PulledRecord[]; readonly bytes: ArrayBuffer } {
  if (head.codec !== 'zstd' || !body) {
    throw new TeamError(
      'bad-response',
      `The team database has raw records in the unknown format ${head.codec}.`,
    );
  }
  const decompressed = decompressBlock(body);
  // A short buffer may share the pool of Node, which cannot be transferred.
  const isShort = decompressed.length < 2 ** 16;
  const all = isShort ? new Uint8Array(decompressed) : decompressed;
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
  return { records, bytes: all.buffer as ArrayBuffer };
}

function decompressBlock(body: Uint8Array): Uint8Array {
  try {
    return decompressSync('zstd', body, maxPublishedBytes);
  } catch (error) {
    if (!(error instanceof DecompressionError)) throw error;
    const what = error.reason === 'damaged' ? 'damaged' : 'larger than any that Sightline publishes';
    throw new TeamError('bad-response', `A block of raw records in the team database is ${what}.`);
  }
}
