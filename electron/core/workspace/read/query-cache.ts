import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import {
  type FindNames,
  liftConditions,
  type RecordNames,
} from '../../../../shared/results/expression/lift-conditions.ts';
import type { Steps } from '../../base/steps.ts';
import type { Sql } from '../file/sql.ts';

const maxResults = 64;

/** An empty cache. All results become invalid when the value of `readVersion` changes. */
export function createQueryCache(readVersion: () => string) {
  const results = new Map<string, unknown>();
  let version = '';
  const update = (): string => {
    const current = readVersion();
    if (current !== version) results.clear();
    version = current;
    return current;
  };
  const save = (key: string, result: unknown) => {
    // Reinserted last, so that the first entry is the least recently used.
    results.delete(key);
    results.set(key, result);
    const [oldestKey] = results.keys();
    if (results.size > maxResults && oldestKey !== undefined) results.delete(oldestKey);
  };
  return {
    /** The cached result of this key, or that of `compute`. Keys name the query and all that it depends on. */
    get<T>(key: string, compute: () => T): T {
      update();
      const result = results.has(key) ? (results.get(key) as T) : compute();
      save(key, result);
      return result;
    },
    /** The same in steps, which may go on while data change; a result of former data is not cached. */
    *inSteps<T>(key: string, compute: () => Steps<T>): Steps<T> {
      const begun = update();
      const result = results.has(key) ? (results.get(key) as T) : yield* compute();
      if (version === begun) save(key, result);
      return result;
    },
  };
}

/** Results of repeated queries, cached until their data changes. */
export type QueryCache = ReturnType<typeof createQueryCache>;

/** Queries for all names that a condition on a field can mean. */
const namesOf: Readonly<Record<Parameters<FindNames>[0], string>> = {
  analytic: 'SELECT DISTINCT name FROM processors WHERE name NOT NULL',
  region: 'SELECT DISTINCT region FROM records WHERE region NOT NULL',
  sensor: 'SELECT DISTINCT sensor_name FROM sensors WHERE sensor_name NOT NULL',
};

/** The names that a condition on analytic, region or sensor can mean. */
export function recordNames(sql: Sql): RecordNames {
  const read = (field: keyof typeof namesOf) => sql.arrays(namesOf[field]).map(([name]) => String(name));
  return { analytic: read('analytic'), region: read('region'), sensor: read('sensor') };
}

/** Moves conditions of the filter's expression to its members, with the names of the workspace (`liftConditions`). */
export function liftFilter(sql: Sql, cache: QueryCache, filter: DetectionFilter): DetectionFilter {
  return liftConditions(filter, (field, typed) => {
    const names = cache.get(`names of ${field}`, () =>
      sql.arrays(namesOf[field]).map(([name]) => String(name)),
    );
    return names.filter((name) => name.toLowerCase() === typed.toLowerCase());
  });
}
