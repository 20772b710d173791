import { maxPlaceLabels, type PlaceLabelChange } from '../../../../shared/fixed-objects/place-label.ts';
import type { Sql } from '../file/sql.ts';
import { placeLabelsKey, readPlaceLabels } from '../read/place-labels.ts';

/** Adds or replaces the value of a key, within the transaction of the caller. */
export const setSetting = 'INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)';

/** Adds or replaces a small value. */
export function saveSetting(sql: Sql, key: string, value: string): void {
  sql.transaction(() => sql.run(setSetting, key, value));
}

/** Replaces a label of a place by another, unless it is not there any more or there are too many. */
export function changePlaceLabel(
  sql: Sql,
  { remove, add }: PlaceLabelChange,
  info: { readonly by: string; readonly at: string },
): 'done' | 'conflict' | 'too-many' {
  return sql.durableTransaction(() => {
    const { labels, unreadable } = readPlaceLabels(sql);
    const left = labels.filter(({ id }) => id !== remove);
    if (remove !== null && left.length === labels.length) return 'conflict';
    if (add && left.length >= maxPlaceLabels) return 'too-many';
    const label = add && ('by' in add ? add : { ...add, ...info });
    const next = label ? [...left, label] : left;
    sql.run(setSetting, placeLabelsKey, JSON.stringify([...next, ...unreadable]));
    return 'done';
  });
}
