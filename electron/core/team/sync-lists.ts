import { hash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  changedAt,
  type PlaceStatement,
  placeStatementSchema,
} from '../../../shared/fixed-objects/place-label.ts';
import { formatQuantity } from '../../../shared/format.ts';
import { keyOf } from '../../../shared/results/merge-corrections.ts';
import {
  type StoredCorrection,
  storedCorrectionSchema,
} from '../../../shared/results/property-correction.ts';
import type { CallContext } from '../base/thread-protocol.ts';
import type { Sql } from '../workspace/file/sql.ts';
import { placeLabelsText, readPlaceStatements } from '../workspace/read/place-labels.ts';
import { correctionsText, readStoredCorrections } from '../workspace/read/property-corrections.ts';
import { getSetting } from '../workspace/read/settings.ts';
import {
  correctionsCursorSetting,
  type ListCursor,
  parseListCursor,
  placesCursorSetting,
} from '../workspace/tables/team-cursors.ts';
import type { TeamDatabase } from './pg-client.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { toStorableJsonText } from './storable-json.ts';
import type { ReviewsPage } from './team-protocol.ts';

/** Revisions that one query returns. */
const revisionsPerQuery = 20;

/** A list in a setting of the workspace that a team exchanges, and the functions of the database that do. */
type TeamList<T extends object> = {
  readonly cursorSetting: string;
  /** The setting as it is stored. */
  text(sql: Sql): string;
  /** Condition under which the team database accepts it. */
  readStorable(sql: Sql): readonly T[];
  /** Identifies an item in every workspace. */
  keyOf(item: T): string;
  /** When it was changed last; the later change is in effect. */
  changedAt(item: T): string;
  readonly schema: z.ZodType<T>;
  readonly words: readonly [one: string, many: string];
  readonly push: string;
  readonly pull: string;
  /** The column with the items of a revision. */
  readonly column: string;
  /** Most items that are pushed in one transaction. */
  readonly chunk: number;
  toPage(part: ListPart<T>): ReviewsPage;
};

type ListPart<T extends object> = {
  /** The login of the member who has sent it. */
  readonly author: string;
  readonly items: readonly (T & { readonly replaces?: string | undefined })[];
  readonly problem: string | null;
  readonly cursor: ListCursor;
};

/** Longest names that the team database accepts; a correction with a longer one is not exchanged. */
const maxNameLength = 1000;

/** Corrected meanings of properties. */
export const teamCorrections: TeamList<StoredCorrection> = {
  cursorSetting: correctionsCursorSetting,
  text: correctionsText,
  readStorable: (sql) =>
    readStoredCorrections(sql).items.filter(({ productType, documentVersion, property }) =>
      [productType, documentVersion, property].every((text) => (text?.length ?? 0) <= maxNameLength),
    ),
  keyOf,
  changedAt: ({ at }) => at,
  schema: storedCorrectionSchema,
  words: ['corrected meaning', 'corrected meanings'],
  push: 'SELECT sightline.push_corrections($1, $2)',
  pull: 'SELECT * FROM sightline.pull_corrections($1, $2)',
  column: 'corrections',
  chunk: 100,
  toPage: (part) => ({ kind: 'corrections', ...part }),
};

/** Statements about places. */
export const teamPlaces: TeamList<PlaceStatement> = {
  cursorSetting: placesCursorSetting,
  text: placeLabelsText,
  readStorable: (sql) =>
    readPlaceStatements(sql).items.filter(
      ({ position: [longitude, latitude] }) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90,
    ),
  keyOf: ({ id }) => id,
  changedAt,
  schema: placeStatementSchema,
  words: ['statement about a place', 'statements about places'],
  push: 'SELECT sightline.push_places($1, $2)',
  pull: 'SELECT * FROM sightline.pull_places($1, $2)',
  column: 'places',
  chunk: 500,
  toPage: (part) => ({ kind: 'places', ...part }),
};

type TeamListState = {
  readonly teamId: string;
  /** The last revision of the team's list; null for none. */
  readonly latest: string | null;
  readonly mayPush: boolean;
};

/**
 * Pushes a list of the workspace when it has changed since the last exchange, then sends the items of all workspaces that
 * have changed since. The later change of an item is in effect, so that an exchange can be repeated.
 */
export async function syncList<T extends object>(
  sql: Sql,
  database: TeamDatabase,
  list: TeamList<T>,
  { teamId, latest, mayPush }: TeamListState,
  { send, throwIfStopped }: CallContext<never, ReviewsPage>,
): Promise<void> {
  const former = parseListCursor(getSetting(sql, list.cursorSetting));
  const known = former?.revision ?? null;
  // A backup of the team database was restored: all are pushed and pulled again.
  const isAnew =
    former !== undefined && known !== latest && (await revisionAt(database, former.version)) !== known;
  const digest = hash('sha256', list.text(sql), 'hex');
  const isUnsent = mayPush && (isAnew || digest !== former?.pushed);
  if (!isUnsent && latest === known) return;
  const present = list.readStorable(sql);
  if (isUnsent) await pushList(database, list, present);
  const pushed = isUnsent ? digest : (former?.pushed ?? '');
  const here = new Map(present.map((item) => [list.keyOf(item), list.changedAt(item)]));
  let cursor = { teamId, version: 0, revision: null as string | null, ...(isAnew ? {} : former), pushed };
  for (;;) {
    throwIfStopped();
    const rows = await database.rows(list.pull, cursor.version, revisionsPerQuery);
    for (const row of rows) {
      cursor = { ...cursor, version: Number(row.version), revision: String(row.revision) };
      const { received, problem } = readRow(list, row);
      // Those of the team count once it has those of here: its clock may have limited a time.
      const items = received.map((item) => {
        const replaces = mayPush ? here.get(list.keyOf(item)) : undefined;
        return { ...item, replaces };
      });
      await send(list.toPage({ author: String(row.author), items, problem, cursor }));
    }
    if (rows.length === revisionsPerQuery) continue;
    // Otherwise it was saved with the last of them.
    if (rows.length === 0) await send(list.toPage({ author: '', items: [], problem: null, cursor }));
    return;
  }
}

async function revisionAt(database: TeamDatabase, version: number): Promise<string | null> {
  const [row] = await database.rows('SELECT sightline.revision_at($1) AS revision', version);
  return typeof row?.revision === 'string' ? row.revision : null;
}

async function pushList<T extends object>(
  database: TeamDatabase,
  { push, chunk }: TeamList<T>,
  items: readonly T[],
): Promise<void> {
  for (let at = 0; at < items.length; at += chunk) {
    const text = toStorableJsonText(items.slice(at, at + chunk));
    await retryConflicts(() => database.rows(push, randomUUID(), text));
  }
}

/** The items of a row of a list; those that no Sightline can have made are set aside. */
function readRow<T extends object>({ column, schema, words }: TeamList<T>, row: Record<string, unknown>) {
  // Null for a revision whose items were all changed since.
  const stored = row[column];
  const all = Array.isArray(stored) ? stored : [];
  const received = all.flatMap((value) => {
    const { data } = schema.safeParse(value);
    return data === undefined ? [] : [data];
  });
  const setAside = formatQuantity(all.length - received.length, ...words);
  const isWhole = received.length === all.length;
  return { received, problem: isWhole ? null : `${setAside} in a form that this Sightline does not know.` };
}
