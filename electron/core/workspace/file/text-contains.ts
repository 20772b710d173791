import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { foldText } from '../../../../shared/fold-text.ts';

/** Registers the SQL function `text_contains`: whether a text contains another, given by `foldText`, in any case and form. */
export function registerTextContains(database: DatabaseSync): void {
  database.function('text_contains', { deterministic: true }, (text: SQLInputValue, part: SQLInputValue) =>
    typeof text === 'string' && foldText(text).includes(String(part)) ? 1 : 0,
  );
}
