import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** Registers the SQL function `text_contains`: whether a text holds another, which is in lower case, in any case. */
export function registerTextContains(database: DatabaseSync): void {
  database.function('text_contains', { deterministic: true }, (text: SQLInputValue, wanted: SQLInputValue) =>
    typeof text === 'string' && text.toLowerCase().includes(String(wanted)) ? 1 : 0,
  );
}
