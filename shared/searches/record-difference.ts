import { z } from 'zod';

/** How many paths are kept of one change, and how much of each value. */
const mostPaths = 20;
const mostCharacters = 120;
/** Past this many differences the rest is not counted. */
const mostCounted = 1000;

export const recordDifferenceSchema = z.object({
  /** The first that differ, as `content.sensorData[0].sensorName`; null where there is nothing. */
  paths: z.array(
    z.object({ path: z.string(), former: z.string().nullable(), current: z.string().nullable() }),
  ),
  /** How many differ in all. */
  total: z.int().nonnegative(),
  /** Counting stopped there: there may be more. */
  more: z.boolean(),
});
export type RecordDifference = z.infer<typeof recordDifferenceSchema>;

/**
 * Where two parsed records differ. Lists are compared item by item; where their lengths differ, that is told of the
 * list itself, too. Only what both answers asked for can be compared, so the caller hands in records of the same fields.
 */
export function compareRecords(former: unknown, current: unknown): RecordDifference {
  const found: RecordDifference = { paths: [], total: 0, more: false };
  collect(former, current, '', found);
  return found;
}

function collect(former: unknown, current: unknown, path: string, found: RecordDifference): void {
  if (found.total >= mostCounted) {
    found.more = true;
    return;
  }
  if (Object.is(former, current)) return;
  if (Array.isArray(former) && Array.isArray(current)) {
    if (former.length !== current.length) note(found, path, itemCount(former), itemCount(current));
    const shared = Math.min(former.length, current.length);
    for (let index = 0; index < shared && !found.more; index += 1) {
      collect(former[index], current[index], `${path}[${index}]`, found);
    }
    return;
  }
  if (isObject(former) && isObject(current)) {
    for (const name of new Set([...Object.keys(former), ...Object.keys(current)])) {
      if (found.more) return;
      collect(memberOf(former, name), memberOf(current, name), path === '' ? name : `${path}.${name}`, found);
    }
    return;
  }
  note(found, path, shown(former), shown(current));
}

function note(found: RecordDifference, path: string, former: string | null, current: string | null): void {
  found.total += 1;
  if (found.paths.length < mostPaths) found.paths.push({ path: path || 'record', former, current });
}

function memberOf(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function itemCount({ length }: readonly unknown[]): string {
  return length === 1 ? '1 item' : `${length} items`;
}

function shown(value: unknown): string | null {
  if (value === undefined) return null;
  const text = JSON.stringify(value) ?? String(value);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}
