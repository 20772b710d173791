import { z } from 'zod';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue, jsonValueSchema } from './json-value.ts';

/**
 * A part of a request that the form has no field for, with its place. The path is relative to what it is kept with:
 * the request, one range of its schedule, or one area. A number is a place in a list.
 */
export const extraSchema = z.strictObject({
  path: z
    .array(z.union([z.string(), z.int().nonnegative()]))
    .min(1)
    .max(16),
  value: jsonValueSchema,
});
export type Extra = z.infer<typeof extraSchema>;

/** An object with extras written into it, and those that found no place. */
export type WrittenExtras = {
  readonly value: JsonObject;
  readonly unsent: readonly { readonly extra: Extra; readonly why: 'occupied' | 'no-parent' }[];
};

/**
 * Writes extras back, in their order. What the form wrote wins over an extra of the same name (`occupied`); an extra
 * within something that the form did not write is left out (`no-parent`). In a list an extra goes in at its index, or
 * at the end of a shorter list, and what stood there moves on.
 */
export function writeExtras(target: JsonObject, extras: readonly Extra[]): WrittenExtras {
  let value = target;
  const unsent: WrittenExtras['unsent'][number][] = [];
  for (const extra of extras) {
    const written = put(value, extra.path, extra.value);
    if (typeof written === 'string') unsent.push({ extra, why: written });
    else if (isJsonObject(written.value)) value = written.value;
  }
  return { value, unsent };
}

/** The dotted path of an extra: `request.schedule.1`. */
export function extraPath({ path }: Extra): string {
  return path.join('.');
}

type Put = { readonly value: JsonValue } | 'occupied' | 'no-parent';

function put(container: JsonValue | undefined, path: Extra['path'], value: JsonValue): Put {
  const [key, ...rest] = path;
  if (isJsonList(container) && typeof key === 'number') {
    if (rest.length === 0) return { value: container.toSpliced(key, 0, value) };
    const child = put(container[key], rest, value);
    return typeof child === 'string' ? child : { value: container.with(key, child.value) };
  }
  if (!isJsonObject(container) || typeof key !== 'string') return 'no-parent';
  const isThere = Object.hasOwn(container, key);
  if (rest.length === 0) return isThere ? 'occupied' : { value: withMember(container, key, value) };
  const child = put(isThere ? container[key] : undefined, rest, value);
  return typeof child === 'string' ? child : { value: withMember(container, key, child.value) };
}

/** A member named `__proto__` becomes a member here, where an assignment would set the prototype. */
function withMember(object: JsonObject, name: string, value: JsonValue): JsonObject {
  return Object.fromEntries([...Object.entries(object).filter(([other]) => other !== name), [name, value]]);
}
