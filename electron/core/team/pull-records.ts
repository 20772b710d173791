import { hash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import type { CallContext } from '../base/thread-protocol.ts';
import { findStart } from './find-start.ts';
import { withTeamDatabase } from './pg-client.ts';
import { TeamError } from './team-failure.ts';
import type { PullEnd, PulledPage, PulledRecord, PullRequest } from './team-protocol.ts';

/** Blocks that one query returns; each has up to 500 records. */
const blocksPerQuery = 4;

/**
 * Sends all records that were published since the cursor, block by block in the order of their revisions. When the
 * database does not have the revision of the cursor, a backup was restored, and all records are sent. Throws
 * `TeamError`, also for the database of another team.
 */
export function pullRecords(
  { connection, cursor }: PullRequest,
  { send, throwIfStopped }: CallContext<never, PulledPage>,
): Promise<PullEnd> {
  return withTeamDatabase(connection, async (database) => {
    const { state, start } = await database.transaction((query) => findStart(query, cursor));
    for (let version = start; ; ) {
      throwIfStopped();
      const rows = await database.transaction((query) =>
        query.rows('SELECT * FROM sightline.pull_records($1, $2)', version, blocksPerQuery),
      );
      for (const row of rows) {
        version = Number(row.version);
        const { teamId } = state;
        await send({ records: readBlock(row), cursor: { teamId, version, revision: String(row.revision) } });
      }
      if (rows.length < blocksPerQuery) break;
    }
    return { teamId: state.teamId, startedAnew: cursor !== undefined && start < cursor.version };
  });
}

function readBlock(row: Record<string, unknown>): readonly PulledRecord[] {
  if (row.codec !== 'zstd') {
    throw new TeamError(
      'bad-response',
      `The team database has raw records in the unknown format ${row.codec}.`,
    );
  }
  const body = zstdDecompressSync(row.body as Uint8Array);
  // PostgreSQL returns null for a list without members: all records of the block have been replaced since.
  const list = <T>(value: unknown) => (value ?? []) as readonly T[];
  const [fetchedAt, brands] = [list<string>(row.fetched_at), list<string>(row.brands)];
  const [completeness, offsets] = [list<number>(row.completeness), list<number>(row.offsets)];
  const lengths = list<number>(row.lengths);
  return list<string>(row.record_ids).map((recordId, index) => {
    const offset = offsets[index] ?? 0;
    const bytes = body.subarray(offset, offset + (lengths[index] ?? 0));
    return {
      recordId,
      sha256: hash('sha256', bytes, 'hex'),
      fetchedAt: fetchedAt[index] ?? '',
      brand: brands[index] ?? '',
      completeness: completeness[index] ?? 0,
      bytes,
    };
  });
}
