import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { explainError } from '../../../shared/error-text.ts';
import { decompressSync } from '../base/decompress.ts';
import type { CallContext } from '../base/thread-protocol.ts';
import type { Sql } from '../workspace/file/sql.ts';
import { getSetting } from '../workspace/read/settings.ts';
import { itemsCursorSetting, parseCursor } from '../workspace/tables/team-cursors.ts';
import { checkTeam } from './migrations/migrate-team.ts';
import { type TeamDatabase, withTeamDatabase } from './pg-client.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { TeamError } from './team-failure.ts';
import type { ClaimRequest, PublishItemsRequest, ReviewsPage } from './team-protocol.ts';

/** Bytes of a part of a package before it is compressed. */
const partBytes = 2 ** 23;
/** Most parts of a package. */
const maxParts = 64;
/** Packages that one query returns. */
const packagesPerQuery = 20;

const compress = promisify(zstdCompress);

/**
 * Publishes a workspace file with layers, sites and rules as the package of the user, in the place of the former one. What
 * was sent before an interruption is removed by the next publication. Throws `TeamError`.
 */
export function publishItems(
  { connection, file, bytes }: PublishItemsRequest,
  { throwIfStopped, signal }: CallContext,
): Promise<null> {
  if (bytes > maxParts * partBytes) {
    throw new TeamError(
      'invalid-input',
      `The layers are too large for a team: ${Math.ceil(bytes / 2 ** 20)} MiB, of at most ${(maxParts * partBytes) / 2 ** 20} MiB.`,
    );
  }
  return withTeamDatabase({ connection, signal }, async (database) => {
    await database.transaction((query) => checkTeam(query, 'write'));
    const revision = randomUUID();
    const handle = openSync(file, 'r');
    try {
      for (let part = 0; part * partBytes < bytes; part += 1) {
        throwIfStopped();
        const raw = Buffer.alloc(Math.min(partBytes, bytes - part * partBytes));
        readSync(handle, raw, 0, raw.length, part * partBytes);
        const body = await compress(raw);
        await retryConflicts(() =>
          database.rows('SELECT sightline.push_item_part($1, $2, $3, $4)', revision, part, raw.length, body),
        );
      }
    } finally {
      closeSync(handle);
    }
    await retryConflicts(() => database.rows('SELECT sightline.publish_items($1)', revision));
    return null;
  });
}

type TeamItems = {
  readonly teamId: string;
  /** The last revision of items; null for none. */
  readonly latest: string | null;
  /** The login, whose own packages are not received. */
  readonly user: string;
  /** Folder of the files that are sent. */
  readonly folder: string;
};

/** Sends the packages that members have published since the last exchange, each as a file that is deleted afterwards. */
export async function pullItems(
  sql: Sql,
  database: TeamDatabase,
  { teamId, latest, user, folder }: TeamItems,
  { send, throwIfStopped }: CallContext<never, ReviewsPage>,
): Promise<void> {
  const former = parseCursor(getSetting(sql, itemsCursorSetting));
  const known = former?.revision ?? null;
  if (known === latest) return;
  const [at] = former
    ? await database.rows('SELECT sightline.revision_at($1) AS revision', former.version)
    : [];
  // A backup of the team database was restored otherwise: all are received again, and what is here stays.
  let version = former && at?.revision === known ? former.version : 0;
  for (;;) {
    const rows = await database.rows('SELECT * FROM sightline.pull_items($1, $2)', version, packagesPerQuery);
    for (const row of rows) {
      throwIfStopped();
      version = Number(row.version);
      const [author, revision, parts] = [String(row.author), String(row.revision), Number(row.parts)];
      const cursor = { teamId, version, revision };
      if (author === user || parts === 0) {
        await send({ kind: 'items', author, file: null, problem: null, cursor });
        continue;
      }
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `items-${randomUUID()}.gpkg`);
      try {
        const problem = await download(database, { author, revision, parts }, file);
        await send({ kind: 'items', author, file: problem === null ? file : null, problem, cursor });
      } finally {
        rmSync(file, { force: true });
      }
    }
    if (rows.length < packagesPerQuery) return;
  }
}

/** Writes a package to a file. Returns why it cannot be read, or null. */
async function download(
  database: TeamDatabase,
  { author, revision, parts }: { readonly author: string; readonly revision: string; readonly parts: number },
  file: string,
): Promise<string | null> {
  const handle = openSync(file, 'w');
  try {
    for (let part = 0; part < Math.min(parts, maxParts); part += 1) {
      const [row] = await database.rows(
        'SELECT * FROM sightline.pull_item_part($1, $2, $3)',
        author,
        revision,
        part,
      );
      if (!(row?.body instanceof Uint8Array)) return 'Parts of its layers, sites and rules are missing.';
      const length = Math.min(Number(row.raw_length), partBytes);
      let raw: Uint8Array;
      try {
        raw = decompressSync('zstd', row.body, length);
      } catch (error) {
        return explainError(error, 'Its layers, sites and rules cannot be decompressed.').message;
      }
      // A full disk is no fault of the package, which is requested again.
      writeSync(handle, raw);
    }
    return null;
  } finally {
    closeSync(handle);
  }
}

/** Claims findings for a workspace, by their SHA-256. Returns those of which it is to notify. Throws `TeamError`. */
export function claimFindings({ connection, claimant, hashes }: ClaimRequest): Promise<readonly string[]> {
  return withTeamDatabase({ connection }, async (database) => {
    const rows = await retryConflicts(() =>
      database.rows(
        'SELECT sightline.claim_findings($1, $2) AS hash',
        claimant,
        hashes.map((hash) => Buffer.from(hash, 'hex')),
      ),
    );
    return rows.flatMap(({ hash }) =>
      hash instanceof Uint8Array ? [Buffer.from(hash).toString('hex')] : [],
    );
  });
}
