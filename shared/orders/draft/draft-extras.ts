import { z } from 'zod';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonValueSchema,
} from '../../json-value.ts';

/**
 * A part of a request that the form has no field for, and its path. The path is relative to the owner: the request, one
 * range of its schedule, or one area. A number is an index into a list.
 */
export const extraSchema = z.strictObject({
  path: z
    .array(z.union([z.string(), z.int().nonnegative()]))
    .min(1)
    .max(16),
  value: jsonValueSchema,
});
export type Extra = z.infer<typeof extraSchema>;

/** An object with extras inserted, and the extras that could not be inserted. */
export type AppliedExtras = {
  readonly value: JsonObject;
  readonly unsent: readonly { readonly extra: Extra; readonly why: 'occupied' | 'no-parent' }[];
};

/**
 * Inserts extras into an object, in their order. A value from the form wins over an extra of the same name
 * (`occupied`). An extra whose parent does not exist is left out (`no-parent`). In a list an extra is inserted at its
 * index, or at the end of a shorter list, and later items shift.
 */
export function applyExtras(target: JsonObject, extras: readonly Extra[]): AppliedExtras {
  let value = target;
  const unsent: AppliedExtras['unsent'][number][] = [];
  for (const extra of extras) {
    const written = insertAtPath(value, extra.path, extra.value);
    if (typeof written === 'string') unsent.push({ extra, why: written });
    else if (isJsonObject(written.value)) value = written.value;
  }
  return { value, unsent };
}

/** The dotted path of an extra: `request.schedule.1`. */
export function extraPath({ path }: Extra): string {
  return path.join('.');
}

type InsertResult = { readonly value: JsonValue } | 'occupied' | 'no-parent';

function insertAtPath(container: JsonValue | undefined, path: Extra['path'], value: JsonValue): InsertResult {
  const [key, ...rest] = path;
  if (isJsonList(container) && typeof key === 'number') {
    if (rest.length === 0) return { value: container.toSpliced(key, 0, value) };
    const child = insertAtPath(container[key], rest, value);
    return typeof child === 'string' ? child : { value: container.with(key, child.value) };
  }
  if (!isJsonObject(container) || typeof key !== 'string') return 'no-parent';
  const isThere = Object.hasOwn(container, key);
  if (rest.length === 0) return isThere ? 'occupied' : { value: withMember(container, key, value) };
  const child = insertAtPath(isThere ? container[key] : undefined, rest, value);
  return typeof child === 'string' ? child : { value: withMember(container, key, child.value) };
}

/** Adds a member, also one named `__proto__`, for which an assignment would set the prototype. */
function withMember(object: JsonObject, name: string, value: JsonValue): JsonObject {
  return Object.fromEntries([...Object.entries(object).filter(([other]) => other !== name), [name, value]]);
}
