import type { DecisionEntry } from '../../../../shared/ais/decision-entry.ts';
import type { JournalKind } from '../../../../shared/carried-words.ts';
import {
  changedAt,
  isInEffect,
  maxPlaceLabels,
  type PlaceLabelChange,
  type PlaceStatement,
} from '../../../../shared/fixed-objects/place-label.ts';
import { isSameJson } from '../../../../shared/is-same-json.ts';
import { keyOf } from '../../../../shared/results/merge-corrections.ts';
import type { PropertyCorrectionChange } from '../../../../shared/results/property-correction.ts';
import { nowUtc, nowUtcAfter } from '../../../../shared/time.ts';
import { type MergedKind, type MergedList, type MergeOf, mergedLists } from '../carried/journals.ts';
import type { Sql } from '../file/sql.ts';
import { readPlaceStatements } from '../read/place-labels.ts';
import { readStoredCorrections } from '../read/property-corrections.ts';
import { applyTeamDecisions } from './ais-decisions.ts';
import { setSetting } from './settings-table.ts';
import { type JournalCursor, journalCursorSettings } from './team-cursors.ts';

type ListOf<Kind extends MergedKind> = (typeof mergedLists)[Kind];

/** Replaces a list, within the transaction of the caller. */
function writeList<Kind extends MergedKind>(
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

/**
 * Withdraws and makes statements about places, all or none: `conflict` when one that is withdrawn is not in effect any more,
 * or one that comes back is; `too-many` when the workspace cannot have so many.
 */
export function changePlaceLabels(
  sql: Sql,
  changes: readonly PlaceLabelChange[],
  { by, at }: { readonly by: string; readonly at: string },
): 'done' | 'conflict' | 'too-many' {
  return sql.durableTransaction(() => {
    const { items, unreadable } = readPlaceStatements(sql);
    const next = new Map(items.map((one) => [one.id, one]));
    const change = (former: PlaceStatement, isWithdrawn: boolean) =>
      next.set(former.id, {
        ...former,
        change: { isWithdrawn, by, at: nowUtcAfter(changedAt(former), Date.parse(at)) },
      });
    for (const { remove, add } of changes) {
      const removed = remove === null ? undefined : next.get(remove);
      if (remove !== null && !(removed && isInEffect(removed))) return 'conflict';
      if (removed) change(removed, true);
      if (!add) continue;
      const former = next.get(add.id);
      if (former && isInEffect(former)) return 'conflict';
      if (former) change(former, false);
      else next.set(add.id, { by, at, ...add, change: null });
    }
    const all = [...next.values()];
    const before = items.filter(isInEffect).length;
    if (all.filter(isInEffect).length > Math.max(before, maxPlaceLabels)) return 'too-many';
    writeList(sql, 'places', all, unreadable);
    return 'done';
  });
}

/**
 * Sets or removes corrections, all or none, in one transaction. Returns the property whose meaning is not the expected
 * one any more; null when all are done.
 */
export function correctProperties(
  sql: Sql,
  changes: readonly PropertyCorrectionChange[],
  now: string = nowUtc(),
): string | null {
  return sql.durableTransaction(() => {
    const { items: corrections, unreadable } = readStoredCorrections(sql);
    const next = new Map(corrections.map((one) => [keyOf(one), one]));
    for (const { format, property, expected, to } of changes) {
      const key = keyOf({ ...format, property });
      const former = next.get(key);
      if (!isSameJson(former?.as ?? null, expected)) return property;
      // A removal stays, with its time: it is later than what others still have.
      next.set(key, {
        ...format,
        property,
        as: to,
        at: former ? nowUtcAfter(former.at, Date.parse(now)) : now,
      });
    }
    writeList(sql, 'corrections', [...next.values()], unreadable);
    return null;
  });
}
