import { z } from 'zod';
import { cutText } from '../cut-text.ts';
import { type ProcessorChange, processorChangeSchema } from '../jobs/processor-changes.ts';

/** Maximum number of paths stored for a change, and of characters of each value. */
const maxPaths = 20;
const maxValueCharacters = 120;
/** Maximum number of differences that are counted. */
const maxCounted = 1000;

export const recordDifferenceSchema = z.object({
  /** The first differing paths, such as `content.sensorData[0].sensorName`; null for an absent value. */
  paths: z.array(
    z.object({ path: z.string(), former: z.string().nullable(), current: z.string().nullable() }),
  ),
  /** Total number of differences. */
  total: z.int().nonnegative(),
  /** Whether counting stopped at the limit. */
  more: z.boolean(),
  /** The changes of what its processors state; absent without any. */
  processors: z.array(processorChangeSchema).optional(),
});
export type RecordDifference = z.infer<typeof recordDifferenceSchema>;

/**
 * Compares two parsed records. Lists are compared item by item; a difference in length is also reported for the list
 * itself. The caller passes records with the same requested fields.
 */
export function compareRecords(former: unknown, current: unknown): RecordDifference {
  const found: RecordDifference = { paths: [], total: 0, more: false };
  collect(former, current, '', found);
  return found;
}

/** The difference of a record of which only what its processors state can be compared. */
export function differenceOfProcessors(changes: readonly ProcessorChange[]): RecordDifference {
  return {
    paths: changes.map(({ processor, statement, former, current }) => ({
      path: `${processor}: ${statement}`,
      former,
      current,
    })),
    total: changes.length,
    more: false,
  };
}

function collect(former: unknown, current: unknown, path: string, found: RecordDifference): void {
  if (found.total >= maxCounted) {
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
  if (found.paths.length < maxPaths) found.paths.push({ path: path || 'record', former, current });
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
  return cutText(text, maxValueCharacters + 1);
}
