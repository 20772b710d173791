import type { DecisionEntry } from '../../../../shared/ais/decision-entry.ts';
import type { JournalKind } from '../../../../shared/carried-words.ts';
import { isSameJson } from '../../../../shared/is-same-json.ts';
import { nowUtc } from '../../../../shared/time.ts';
import { type MergedKind, type MergedList, type MergeOf, mergedLists } from '../carried/journals.ts';
import type { Sql } from '../file/sql.ts';
import { applyTeamDecisions } from './ais-decisions.ts';
import { setSetting } from './settings-table.ts';
import { type JournalCursor, journalCursorSettings } from './team-cursors.ts';

type ListOf<Kind extends MergedKind> = (typeof mergedLists)[Kind];

/** Replaces a list, within the transaction of the caller. */
export function writeList<Kind extends MergedKind>(
  sql: Sql,
  kind: Kind,
  items: ReturnType<ListOf<Kind>['read']>['items'],
  unreadable: readonly unknown[],
): void {
  const { setting, stored }: MergedList = mergedLists[kind];
  sql.run(setSetting, setting, JSON.stringify([...(stored ? stored(items) : items), ...unreadable]));
}

/** Merges items from elsewhere, within the transaction of the caller. */
export function writeMergedList<Kind extends MergedKind>(
  sql: Sql,
  kind: Kind,
  arriving: readonly object[],
  now: string,
  settlement?: Parameters<MergedList['merge']>[3],
): MergeOf<Kind> {
  const list: MergedList = mergedLists[kind];
  const { items, unreadable } = list.read(sql);
  const merge = list.merge(items, arriving, now, settlement);
  if (!isSameJson(merge.merged, items)) writeList(sql, kind, merge.merged as never, unreadable);
  return merge as MergeOf<Kind>;
}

/**
 * Writes entries of a journal of the team and the cursor after them, in one transaction. Returns how many change something
 * here, and how many are beyond the most that a workspace accepts.
 */
export function applyTeamJournal(
  sql: Sql,
  kind: JournalKind,
  entries: readonly object[],
  cursor: JournalCursor,
): { readonly changed: number; readonly leftOut: number } {
  return sql.transaction(() => {
    if (kind === 'decisions')
      return { changed: applyTeamDecisions(sql, entries as readonly DecisionEntry[], cursor), leftOut: 0 };
    sql.run(setSetting, journalCursorSettings[kind], JSON.stringify(cursor));
    const { changes, leftOut } = writeMergedList(sql, kind, entries, nowUtc());
    return { changed: changes.length, leftOut };
  });
}
