import { randomUUID } from 'node:crypto';
import { formatCarried, type JournalKind } from '../../../shared/carried-words.ts';
import type { CallContext } from '../base/thread-protocol.ts';
import { journals } from '../workspace/carried/journals.ts';
import type { Sql } from '../workspace/file/sql.ts';
import { getSetting } from '../workspace/read/settings.ts';
import {
  type JournalCursor,
  journalCursorSettings,
  parseJournalCursor,
} from '../workspace/tables/team-cursors.ts';
import type { TeamDatabase } from './pg-client.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { toStorableJsonText } from './storable-json.ts';
import type { ReviewsPage } from './team-protocol.ts';

/** Revisions that one query returns, each with up to as many entries as are pushed at once. */
const revisionsPerQuery = 20;

type JournalState = {
  readonly teamId: string;
  /** The last revision of the team's journal; null for none. */
  readonly latest: string | null;
  readonly mayPush: boolean;
};

/**
 * Pushes the entries of a journal that the workspace has made since the last exchange, then sends those of all workspaces.
 * What the team database has already changes nothing, so that an exchange can be repeated.
 */
export async function syncJournal(
  sql: Sql,
  database: TeamDatabase,
  kind: JournalKind,
  { teamId, latest, mayPush }: JournalState,
  { send, throwIfStopped }: CallContext<never, ReviewsPage>,
): Promise<void> {
  const { chunk, start, readUnsent, replacedBy } = journals[kind];
  const former = parseJournalCursor(getSetting(sql, journalCursorSettings[kind]));
  const known = former?.revision ?? null;
  // A backup of the team database was restored: all are pushed and pulled again.
  const isAnew =
    former !== undefined && known !== latest && (await revisionAt(database, former.version)) !== known;
  const from = (isAnew ? undefined : former?.pushed) ?? start;
  // Before what is pushed is read: what the user changes from then on is not replaced by what comes back.
  const replaces = mayPush ? replacedBy?.(sql) : undefined;
  const { entries, pushed } = mayPush ? readUnsent(sql, from) : { entries: [], pushed: from };
  if (pushed === from && latest === known) return;
  for (let at = 0; at < entries.length; at += chunk) {
    throwIfStopped();
    const text = toStorableJsonText(entries.slice(at, at + chunk));
    await retryConflicts(() => database.rows(`SELECT sightline.push_${kind}($1, $2)`, randomUUID(), text));
  }
  let cursor: JournalCursor = { teamId, version: 0, revision: null, ...(isAnew ? {} : former), pushed };
  for (;;) {
    throwIfStopped();
    const rows = await database.rows(
      `SELECT * FROM sightline.pull_${kind}($1, $2)`,
      cursor.version,
      revisionsPerQuery,
    );
    for (const row of rows) {
      cursor = { ...cursor, version: Number(row.version), revision: String(row.revision) };
      const { received, problem } = readRow(kind, row);
      // Entries of the team count once it has those of here: its clock may have limited a time.
      const arriving = replaces
        ? received.map((entry) => ({ ...entry, replaces: replaces(entry) }))
        : received;
      await send({
        kind: 'journal',
        of: kind,
        author: String(row.author),
        entries: arriving,
        problem,
        cursor,
      });
    }
    if (rows.length === revisionsPerQuery) continue;
    // Otherwise it was saved with the last of them.
    if (rows.length === 0)
      await send({ kind: 'journal', of: kind, author: '', entries: [], problem: null, cursor });
    return;
  }
}

async function revisionAt(database: TeamDatabase, version: number): Promise<string | null> {
  const [row] = await database.rows('SELECT sightline.revision_at($1) AS revision', version);
  return typeof row?.revision === 'string' ? row.revision : null;
}

/** The entries of a row of a journal; those that no Sightline can have made are set aside. */
function readRow(kind: JournalKind, row: Record<string, unknown>) {
  // Null for a revision whose entries were all changed since.
  const stored = row[kind];
  const all = Array.isArray(stored) ? stored : [];
  const received = all.flatMap((value) => journals[kind].schema.safeParse(value).data ?? []);
  const setAside = formatCarried(kind, all.length - received.length);
  const isWhole = received.length === all.length;
  return { received, problem: isWhole ? null : `${setAside} in a form that this Sightline does not know.` };
}
