import { parseExactJson } from '../../../../shared/exact-json.ts';

/** A feature's properties; none where another program has written anything but the text of a JSON object. */
export function parseProperties(text: unknown): Readonly<Record<string, unknown>> {
  if (typeof text !== 'string') return {};
  try {
    const value = parseExactJson(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
