import { z } from 'zod';
import { fail, type Result, succeed } from './result.ts';

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. Members may have any name, including `__proto__`: read them with `Object.hasOwn`. */
export type JsonObject = { readonly [name: string]: JsonValue };

/**
 * No request is nested deeper; the bound protects recursive functions such as JSON.stringify from a stack overflow.
 */
const maxDepth = 64;

/** A JSON value at most 64 levels deep. */
export const jsonValueSchema = z.custom<JsonValue>(isJsonValue, 'must be a JSON value of at most 64 levels');

/** Whether a value is a JSON object, not a list. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a JSON list. `Array.isArray` does not narrow a read-only list. */
export function isJsonList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Reads JSON. Fails with `invalid-input` when the text is not JSON, or is nested deeper than 64 levels. */
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
  const pending: [value: unknown, depth: number][] = [[value, 0]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [current, depth] = next;
    if (typeof current === 'object' && current !== null) {
      if (depth >= maxDepth || !isPlain(current)) return false;
      for (const member of Object.values(current)) pending.push([member, depth + 1]);
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

/** Whether lists and objects of a JSON value are nested in more than `depth` levels. Depth costs no call stack. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  let level: readonly unknown[] = [value];
  for (let levels = 0; levels <= depth; levels += 1) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}
