import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** Registers the SQL function `text_contains`: whether a text contains another, given in lower case, in any case. */
export function registerTextContains(database: DatabaseSync): void {
  database.function('text_contains', { deterministic: true }, (text: SQLInputValue, part: SQLInputValue) =>
    typeof text === 'string' && text.toLowerCase().includes(String(part)) ? 1 : 0,
  );
}
