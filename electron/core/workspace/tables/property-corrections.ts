import { isSameJson } from '../../../../shared/is-same-json.ts';
import { keyOf } from '../../../../shared/results/merge-corrections.ts';
import type { PropertyCorrectionChange } from '../../../../shared/results/property-correction.ts';
import { nowUtc, nowUtcAfter } from '../../../../shared/time.ts';
import type { Sql } from '../file/sql.ts';
import { readStoredCorrections } from '../read/property-corrections.ts';
import { writeList } from './merged-lists.ts';

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
