import { isSameJson } from '../../../../shared/is-same-json.ts';
import {
  type ArrivingCorrection,
  type CorrectionsMerge,
  keyOf,
  mergeCorrections,
} from '../../../../shared/results/merge-corrections.ts';
import type {
  PropertyCorrectionChange,
  StoredCorrection,
} from '../../../../shared/results/property-correction.ts';
import { nowUtc, nowUtcAfter } from '../../../../shared/time.ts';
import type { Sql } from '../file/sql.ts';
import { propertyCorrectionsKey, readStoredCorrections } from '../read/property-corrections.ts';
import { setSetting } from './settings-table.ts';
import { correctionsCursorSetting, type ListCursor } from './team-cursors.ts';

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
    write(sql, [...next.values()], unreadable);
    return null;
  });
}

/** Merges corrections from elsewhere, within the transaction of the caller. */
export function writeMergedCorrections(
  sql: Sql,
  arriving: readonly ArrivingCorrection[],
  now: string,
): CorrectionsMerge {
  const { items: corrections, unreadable } = readStoredCorrections(sql);
  const merge = mergeCorrections(corrections, arriving, now);
  if (!isSameJson(merge.merged, corrections)) write(sql, merge.merged, unreadable);
  return merge;
}

/** Merges corrections of the team and saves the cursor after them, in one transaction. */
export function applyTeamCorrections(
  sql: Sql,
  arriving: readonly ArrivingCorrection[],
  cursor: ListCursor,
): CorrectionsMerge {
  return sql.transaction(() => {
    sql.run(setSetting, correctionsCursorSetting, JSON.stringify(cursor));
    return writeMergedCorrections(sql, arriving, nowUtc());
  });
}

function write(sql: Sql, corrections: readonly StoredCorrection[], unreadable: readonly unknown[]): void {
  sql.run(setSetting, propertyCorrectionsKey, JSON.stringify([...corrections, ...unreadable]));
}
