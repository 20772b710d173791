import { z } from 'zod';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import type { Sql } from '../file/sql.ts';
import { getSetting } from './settings.ts';

/** A list in a setting of the workspace: what can be read, and what cannot, of a newer version or damaged. */
export type StoredList<T> = { readonly items: readonly T[]; readonly unreadable: readonly unknown[] };

/** The list in a setting. */
export function readStoredList<T>(sql: Sql, key: string, item: z.ZodType<T>): StoredList<T> {
  return parseList(getSetting(sql, key), item);
}

/** The same of a file from anywhere; all of it is unreadable where it is larger than any that a person makes. */
export function readForeignList<T>(
  sql: Sql,
  key: string,
  item: z.ZodType<T>,
  bounds: { readonly maxLength: number; readonly maxContainers: number },
): StoredList<T> {
  const size = 'SELECT octet_length(value) AS size FROM settings WHERE key = ?';
  const isTooLarge = Number(sql.get(size, key)?.size ?? 0) > bounds.maxLength;
  const text = isTooLarge ? 'null' : getSetting(sql, key);
  const isList = text === undefined || text === '' || Array.isArray(parseBoundedJson(text, bounds));
  return isList ? parseList(text, item) : { items: [], unreadable: [null] };
}

/** The list in the text of a setting; none where there is no setting. */
export function parseList<T>(text: string | undefined, item: z.ZodType<T>): StoredList<T> {
  const list = z.array(z.unknown()).safeParse(parseBoundedJson(text ?? '')).data;
  // A text that is no list stays in the file as one of its items.
  const stored = list ?? (text ? [text] : []);
  const parsed = stored.map((value) => ({ value, data: item.safeParse(value).data }));
  return {
    items: parsed.flatMap(({ data }) => (data === undefined ? [] : [data])),
    unreadable: parsed.flatMap(({ value, data }) => (data === undefined ? [value] : [])),
  };
}
