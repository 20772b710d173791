import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import {
  type FindNames,
  liftConditions,
  type RecordNames,
} from '../../../../shared/results/expression/lift-conditions.ts';
import type { Steps } from '../../base/steps.ts';
import type { Sql } from '../file/sql.ts';
import { createBoundedCache } from './memory/bounded-cache.ts';

const maxResults = 64;

/** An empty cache. All results become invalid when the value of `readVersion` changes. */
export function createQueryCache(readVersion: () => string) {
  let results = createBoundedCache(maxResults);
  let version = '';
  /** A result that is still computed from former data is saved in the former cache, which nothing reads. */
  const current = () => {
    const latest = readVersion();
    if (latest !== version) results = createBoundedCache(maxResults);
    version = latest;
    return results;
  };
  const each = () => 1;
  return {
    /** The cached result of this key, or that of `compute`. Keys name the query and all that it depends on. */
    get: <T>(key: string, compute: () => T): T => current().get(key, compute, each),
    /** The same in steps, which may go on while data change. */
    inSteps: <T>(key: string, compute: () => Steps<T>): Steps<T> => current().inSteps(key, compute, each),
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
