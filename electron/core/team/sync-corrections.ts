import { hash, randomUUID } from 'node:crypto';
import { formatQuantity } from '../../../shared/format.ts';
import { type ArrivingCorrection, keyOf } from '../../../shared/results/merge-corrections.ts';
import {
  type StoredCorrection,
  storedCorrectionSchema,
} from '../../../shared/results/property-correction.ts';
import type { CallContext } from '../base/thread-protocol.ts';
import type { Sql } from '../workspace/file/sql.ts';
import { correctionsText, readStoredCorrections } from '../workspace/read/property-corrections.ts';
import { getSetting } from '../workspace/read/settings.ts';
import { correctionsCursorSetting, parseCorrectionsCursor } from '../workspace/tables/team-cursors.ts';
import type { TeamDatabase } from './pg-client.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { toStorableJsonText } from './storable-json.ts';
import type { ReviewsPage } from './team-protocol.ts';

/** Most corrections that are pushed in one transaction. */
const chunkCorrections = 100;
/** Revisions that one query returns, each with up to `chunkCorrections` corrections. */
const revisionsPerQuery = 20;
/** Longest names that the team database accepts; a correction with a longer one is not exchanged. */
const maxNameLength = 1000;

type TeamCorrections = {
  readonly teamId: string;
  /** The last revision of the team's corrections; null for none. */
  readonly latest: string | null;
  readonly mayPush: boolean;
};

/**
 * Pushes the corrected meanings of the workspace when they have changed since the last exchange, then sends those of all
 * workspaces that have changed since. The later one of a property is in effect, so that an exchange can be repeated.
 */
export async function syncCorrections(
  sql: Sql,
  database: TeamDatabase,
  { teamId, latest, mayPush }: TeamCorrections,
  { send, throwIfStopped }: CallContext<never, ReviewsPage>,
): Promise<void> {
  const former = parseCorrectionsCursor(getSetting(sql, correctionsCursorSetting));
  const known = former?.revision ?? null;
  // A backup of the team database was restored: all are pushed and pulled again.
  const isAnew =
    former !== undefined && known !== latest && (await revisionAt(database, former.version)) !== known;
  const digest = hash('sha256', correctionsText(sql), 'hex');
  const isUnsent = mayPush && (isAnew || digest !== former?.pushed);
  if (!isUnsent && latest === known) return;
  const { corrections } = readStoredCorrections(sql);
  if (isUnsent) await pushCorrections(database, corrections);
  const pushed = isUnsent ? digest : (former?.pushed ?? '');
  const here = new Map(corrections.map((one) => [keyOf(one), one.at]));
  let cursor = { teamId, version: 0, revision: null as string | null, ...(isAnew ? {} : former), pushed };
  for (;;) {
    throwIfStopped();
    const rows = await database.rows(
      'SELECT * FROM sightline.pull_corrections($1, $2)',
      cursor.version,
      revisionsPerQuery,
    );
    for (const row of rows) {
      cursor = { ...cursor, version: Number(row.version), revision: String(row.revision) };
      const author = String(row.author);
      const { received, problem } = readRow(row);
      // Those of the team count once it has those of here: its clock may have limited a time.
      const arriving = received.map(
        (one): ArrivingCorrection => (mayPush ? { ...one, replaces: here.get(keyOf(one)) } : one),
      );
      await send({ kind: 'corrections', author, corrections: arriving, problem, cursor });
    }
    if (rows.length === revisionsPerQuery) continue;
    // Otherwise it was saved with the last of them.
    if (rows.length === 0) {
      await send({ kind: 'corrections', author: '', corrections: [], problem: null, cursor });
    }
    return;
  }
}

async function revisionAt(database: TeamDatabase, version: number): Promise<string | null> {
  const [row] = await database.rows('SELECT sightline.revision_at($1) AS revision', version);
  return typeof row?.revision === 'string' ? row.revision : null;
}

async function pushCorrections(
  database: TeamDatabase,
  corrections: readonly StoredCorrection[],
): Promise<void> {
  const storable = corrections.filter(({ productType, documentVersion, property }) =>
    [productType, documentVersion, property].every((text) => (text?.length ?? 0) <= maxNameLength),
  );
  for (let at = 0; at < storable.length; at += chunkCorrections) {
    const chunk = toStorableJsonText(storable.slice(at, at + chunkCorrections));
    await retryConflicts(() =>
      database.rows('SELECT sightline.push_corrections($1, $2)', randomUUID(), chunk),
    );
  }
}

/** The corrections of a row of `sightline.pull_corrections`; those that no Sightline can have made are set aside. */
function readRow(row: Record<string, unknown>) {
  // Null for a revision whose corrections were all replaced since.
  const all = Array.isArray(row.corrections) ? row.corrections : [];
  const received = all.flatMap((value) => storedCorrectionSchema.safeParse(value).data ?? []);
  const setAside = formatQuantity(all.length - received.length, 'corrected meaning');
  const isWhole = received.length === all.length;
  return { received, problem: isWhole ? null : `${setAside} in a form that this Sightline does not know.` };
}
