import { composeText } from '../../../../shared/fold-text.ts';
import { isNestedDeeperThan } from '../../base/bounded-json.ts';

/**
 * The JSON of an object; undefined when it is nested deeper than `depth` levels. The text is measured, since visiting
 * the members of objects of many shapes takes longer.
 */
export function printShallow(value: object, depth: number): string | undefined {
  const text = stringify(value);
  return text === undefined || isNestedDeeperThan(text, depth) ? undefined : text;
}

/** V8 throws a RangeError where nesting exceeds its stack. */
function stringify(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * The JSON of an object with its names and texts in one form (`composeText`), so that they are one value in filters and
 * groups; as it is where two of its names would become one. No letter composes with the punctuation of JSON.
 */
export function composeJson(text: string, value: object): string {
  const composed = composeText(text);
  if (composed === text) return text;
  const names = Object.keys(value);
  return new Set(names.map(composeText)).size === names.length ? composed : text;
}
