import {
  changedAt,
  isInEffect,
  maxPlaceLabels,
  type PlaceLabelChange,
  type PlaceStatement,
} from '../../../../shared/fixed-objects/place-label.ts';
import { nowUtcAfter } from '../../../../shared/time.ts';
import type { Sql } from '../file/sql.ts';
import { readPlaceStatements } from '../read/place-labels.ts';
import { writeList } from './merged-lists.ts';

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
