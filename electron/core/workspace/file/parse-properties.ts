import { parseExactJson } from '../../../../shared/exact-json.ts';
import { isNestedDeeperThan } from '../../base/bounded-json.ts';

/** The properties of a feature without any. */
export const noProperties: Readonly<Record<string, unknown>> = Object.freeze({});

/** Maximum depth of JSON that SQLite parses (sqlite.org/json1.html); much deeper nesting could overflow the stack. */
const maxDepth = 1000;

/** A feature's properties; `noProperties` where another program has written anything but the text of a JSON object. */
export function parseProperties(text: unknown): Readonly<Record<string, unknown>> {
  if (typeof text !== 'string') return noProperties;
  if (text.length > 2 * maxDepth && isNestedDeeperThan(text, maxDepth)) return noProperties;
  try {
    const value = parseExactJson(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : noProperties;
  } catch {
    return noProperties;
  }
}
