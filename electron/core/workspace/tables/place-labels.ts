import {
  type ArrivingStatement,
  mergePlaces,
  type PlaceSettlement,
  type PlacesMerge,
} from '../../../../shared/fixed-objects/merge-places.ts';
import {
  changedAt,
  isInEffect,
  maxPlaceLabels,
  type PlaceLabelChange,
  type PlaceStatement,
  storedStatements,
} from '../../../../shared/fixed-objects/place-label.ts';
import { isSameJson } from '../../../../shared/is-same-json.ts';
import { nowUtc, nowUtcAfter } from '../../../../shared/time.ts';
import type { Sql } from '../file/sql.ts';
import { placeLabelsKey, readPlaceStatements } from '../read/place-labels.ts';
import { setSetting } from './settings-table.ts';
import { type ListCursor, placesCursorSetting } from './team-cursors.ts';

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
    write(sql, all, unreadable);
    return 'done';
  });
}

/** Merges statements from elsewhere, within the transaction of the caller. */
export function writeMergedPlaces(
  sql: Sql,
  arriving: readonly ArrivingStatement[],
  now: string,
  settlement?: PlaceSettlement,
): PlacesMerge {
  const { items, unreadable } = readPlaceStatements(sql);
  const merge = mergePlaces(items, arriving, now, settlement);
  if (!isSameJson(merge.merged, items)) write(sql, merge.merged, unreadable);
  return merge;
}

/** Merges statements of the team and saves the cursor after them, in one transaction. The later one at a place is in effect. */
export function applyTeamPlaces(
  sql: Sql,
  arriving: readonly ArrivingStatement[],
  cursor: ListCursor,
): Pick<PlacesMerge, 'changes' | 'leftOut'> {
  return sql.transaction(() => {
    sql.run(setSetting, placesCursorSetting, JSON.stringify(cursor));
    const { changes, leftOut } = writeMergedPlaces(sql, arriving, nowUtc());
    return { changes, leftOut };
  });
}

function write(sql: Sql, statements: readonly PlaceStatement[], unreadable: readonly unknown[]): void {
  sql.run(setSetting, placeLabelsKey, JSON.stringify([...storedStatements(statements), ...unreadable]));
}
