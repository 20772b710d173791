import { randomUUID } from 'node:crypto';
import { type DecisionEntry, decisionEntrySchema } from '../../../shared/ais/decision-entry.ts';
import { formatQuantity } from '../../../shared/format.ts';
import type { CallContext } from '../base/thread-protocol.ts';
import { numberCell } from '../workspace/file/cells.ts';
import type { Sql } from '../workspace/file/sql.ts';
import { parseDecision } from '../workspace/read/ais/read-decisions.ts';
import { getSetting } from '../workspace/read/settings.ts';
import { decisionsCursorSetting, parseReviewsCursor } from '../workspace/tables/team-cursors.ts';
import type { TeamDatabase } from './pg-client.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { toStorableJsonText } from './storable-json.ts';
import type { ReviewsPage } from './team-protocol.ts';

/** Most decisions that are pushed in one transaction. */
const chunkDecisions = 500;
/** Revisions that one query returns, each with up to `chunkDecisions` decisions. */
const revisionsPerQuery = 20;

type TeamDecisions = {
  readonly teamId: string;
  /** The last revision of the team's decisions; null for none. */
  readonly latest: string | null;
  readonly mayPush: boolean;
};

/**
 * Pushes the AIS decisions that the workspace has made since the last exchange, then sends those of all workspaces. An
 * entry that the team database has already changes nothing, so that an exchange can be repeated.
 */
export async function syncDecisions(
  sql: Sql,
  database: TeamDatabase,
  { teamId, latest, mayPush }: TeamDecisions,
  { send, throwIfStopped }: CallContext<never, ReviewsPage>,
): Promise<void> {
  const former = parseReviewsCursor(getSetting(sql, decisionsCursorSetting));
  const known = former?.revision ?? null;
  // A backup of the team database was restored: all are pushed and pulled again.
  const isAnew =
    former !== undefined && known !== latest && (await revisionAt(database, former.version)) !== known;
  const from = isAnew ? 0 : (former?.pushed ?? 0);
  const unsent = mayPush ? readAfter(sql, from) : { entries: [], last: from };
  if (unsent.last === from && latest === known) return;
  for (let at = 0; at < unsent.entries.length; at += chunkDecisions) {
    throwIfStopped();
    const chunk = toStorableJsonText(unsent.entries.slice(at, at + chunkDecisions));
    await retryConflicts(() => database.rows('SELECT sightline.push_decisions($1, $2)', randomUUID(), chunk));
  }
  const pushed = unsent.last;
  let cursor = { teamId, version: 0, revision: null as string | null, ...(isAnew ? {} : former), pushed };
  for (;;) {
    throwIfStopped();
    const rows = await database.rows(
      'SELECT * FROM sightline.pull_decisions($1, $2)',
      cursor.version,
      revisionsPerQuery,
    );
    for (const row of rows) {
      cursor = { ...cursor, version: Number(row.version), revision: String(row.revision) };
      await send({ kind: 'decisions', author: String(row.author), ...readRow(row), cursor });
    }
    if (rows.length === revisionsPerQuery) continue;
    // Otherwise it was saved with the last of them.
    if (rows.length === 0) await send({ kind: 'decisions', author: '', entries: [], problem: null, cursor });
    return;
  }
}

async function revisionAt(database: TeamDatabase, version: number): Promise<string | null> {
  const [row] = await database.rows('SELECT sightline.revision_at($1) AS revision', version);
  return typeof row?.revision === 'string' ? row.revision : null;
}

/** The entries with a greater id, and the last id. */
function readAfter(
  sql: Sql,
  id: number,
): { readonly entries: readonly DecisionEntry[]; readonly last: number } {
  const rows = sql.all('SELECT * FROM ais_decisions WHERE id > ? ORDER BY id', id);
  const last = rows.at(-1);
  return {
    entries: rows.flatMap((row) => parseDecision(row) ?? []),
    last: last ? numberCell(last, 'id') : id,
  };
}

/** The entries of a row of `sightline.pull_decisions`; those that no Sightline can have made are set aside. */
function readRow(row: Record<string, unknown>) {
  const all = Array.isArray(row.decisions) ? row.decisions : [];
  const entries = all.flatMap((value) => decisionEntrySchema.safeParse(value).data ?? []);
  const setAside = formatQuantity(all.length - entries.length, 'AIS decision');
  const isWhole = entries.length === all.length;
  return { entries, problem: isWhole ? null : `${setAside} in a form that this Sightline does not know.` };
}
