import { z } from 'zod';
import type { JournalKind } from '../../../../shared/carried-words.ts';
import type { JournalMark } from '../carried/journals.ts';
import type { Sql } from '../file/sql.ts';
import { getSetting } from '../read/settings.ts';
import { saveSetting } from './settings-table.ts';

const cursorSchema = z.object({
  teamId: z.string(),
  version: z.int(),
  /** Id of the revision with this version. It differs after a backup of the team database was restored. */
  revision: z.string().nullable(),
});

/** The last revision of a team database that a workspace has pulled. */
export type TeamCursor = Readonly<z.infer<typeof cursorSchema>>;

/**
 * Revision up to which a workspace has pulled the reviews of a team, and the id of its last batch that it has pushed.
 */
export type ReviewsCursor = TeamCursor & { readonly pushed: number };

/** Revision up to which a workspace has pulled a journal of a team, and how far it has pushed its own entries. */
export type JournalCursor = TeamCursor & { readonly pushed: JournalMark };

/** Setting of the workspace with the `TeamCursor` of its records. */
export const recordsCursorSetting = 'teamCursor';
/** Setting of the workspace with its `ReviewsCursor`. */
export const reviewsCursorSetting = 'teamReviewsCursor';
/** Settings of the workspace with a `JournalCursor`. */
export const journalCursorSettings: Readonly<Record<JournalKind, string>> = {
  corrections: 'teamCorrectionsCursor',
  decisions: 'teamDecisionsCursor',
  places: 'teamPlacesCursor',
};
/** Setting of the workspace with the `TeamCursor` of the layers, sites and rules that it has received. */
export const itemsCursorSetting = 'teamItemsCursor';

const reviewsCursorSchema = cursorSchema.extend({ pushed: z.int() });
const journalCursorSchema = cursorSchema.extend({ pushed: z.union([z.int(), z.string()]) });

/** Parses the value of a setting; undefined without one. */
export function parseCursor(stored: string | undefined): TeamCursor | undefined {
  return stored === undefined ? undefined : cursorSchema.parse(JSON.parse(stored));
}

/** Parses the value of `reviewsCursorSetting`; undefined before the first exchange. */
export function parseReviewsCursor(stored: string | undefined): ReviewsCursor | undefined {
  return stored === undefined ? undefined : reviewsCursorSchema.parse(JSON.parse(stored));
}

/** Parses the setting of a journal; undefined before the first exchange. */
export function parseJournalCursor(stored: string | undefined): JournalCursor | undefined {
  return stored === undefined ? undefined : journalCursorSchema.parse(JSON.parse(stored));
}

/**
 * Makes the next exchange of a rebuilt workspace send all reviews and receive all records and reviews of its team again: the
 * file lacks what was lost, and numbers its batches anew. What the team or the workspace has already changes nothing.
 */
export function restartTeamExchange(sql: Sql): void {
  const start = { version: 0, revision: null };
  const records = parseCursor(getSetting(sql, recordsCursorSetting));
  if (records) saveSetting(sql, recordsCursorSetting, JSON.stringify({ ...records, ...start }));
  const reviews = parseReviewsCursor(getSetting(sql, reviewsCursorSetting));
  if (reviews) {
    saveSetting(sql, reviewsCursorSetting, JSON.stringify({ ...reviews, ...start, pushed: 0 }));
  }
  for (const key of [...Object.values(journalCursorSettings), itemsCursorSetting])
    sql.run`DELETE FROM settings WHERE key = ${key}`;
}
