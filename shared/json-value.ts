import { z } from 'zod';
import { fail, type Result, succeed } from '../result.ts';

/** Anything that JSON can say. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. Its members may have any name, `__proto__` too: read them with `Object.hasOwn`. */
export type JsonObject = { readonly [name: string]: JsonValue };

/** Deeper than this no request is; it keeps whatever walks a value recursively, such as JSON.stringify, off the end of the stack. */
const maxDepth = 64;

/** A JSON value at most 64 levels deep. */
export const jsonValueSchema = z.custom<JsonValue>(isJsonValue, 'must be a JSON value of at most 64 levels');

/** Whether a value is a JSON object, not a list. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a JSON list. `Array.isArray` does not tell that of a read-only one. */
export function isJsonList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Reads JSON. Fails with `invalid-input` when the text is none, or is nested deeper than 64 levels. */
export function parseJson(text: string): Result<JsonValue> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? ` (${error.message})` : '';
    return fail('invalid-input', `This is not JSON${reason}. Choose another file or text.`);
  }
  return isJsonValue(value)
    ? succeed(value)
    : fail('invalid-input', `The JSON is nested deeper than ${maxDepth} levels, which no order is.`);
}

function isJsonValue(value: unknown): value is JsonValue {
  const waiting: [value: unknown, depth: number][] = [[value, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [current, depth] = next;
    if (typeof current === 'object' && current !== null) {
      if (depth >= maxDepth || !isPlain(current)) return false;
      for (const member of Object.values(current)) waiting.push([member, depth + 1]);
    } else if (!isJsonScalar(current)) return false;
  }
  return true;
}

function isPlain(container: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(container);
  return Array.isArray(container) || prototype === Object.prototype || prototype === null;
}

function isJsonScalar(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'boolean' || typeof value === 'string';
}
