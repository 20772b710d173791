import { composeText } from '../../../../shared/fold-text.ts';
import type { UnknownObject } from './member-reader.ts';

/**
 * The JSON of an object with its names and texts in one form (`composeText`), so that they are one value in filters and
 * groups; as it is where two of its names would become one. No letter composes with the punctuation of JSON.
 */
export function composeJson(text: string, value: UnknownObject): string {
  const composed = composeText(text);
  if (composed === text) return text;
  const names = Object.keys(value);
  return new Set(names.map(composeText)).size === names.length ? composed : text;
}
