import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import { type FindNames, liftConditions } from '../../../../shared/results/expression/lift-conditions.ts';
import type { Sql } from '../file/sql.ts';
import type { QueryCache } from './query-cache.ts';

/** Queries for all names that a condition on a field can mean. */
const namesOf: Readonly<Record<Parameters<FindNames>[0], string>> = {
  analytic: 'SELECT DISTINCT name FROM processors WHERE name NOT NULL',
  region: 'SELECT DISTINCT region FROM records WHERE region NOT NULL',
  sensor: 'SELECT DISTINCT sensor_name FROM sensors WHERE sensor_name NOT NULL',
};

/** Moves conditions of the filter's expression to its members, with the names of the workspace (`liftConditions`). */
export function liftFilter(sql: Sql, cache: QueryCache, filter: DetectionFilter): DetectionFilter {
  return liftConditions(filter, (field, typed) => {
    const names = cache.get(`names of ${field}`, () =>
      sql.arrays(namesOf[field]).map(([name]) => String(name)),
    );
    return names.filter((name) => name.toLowerCase() === typed.toLowerCase());
  });
}
