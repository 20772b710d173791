import type { ParameterSummary, PropertyType } from '../../../../shared/results/detection-field.ts';
import { readParameters } from '../../../../shared/results/processor-parameters.ts';
import type { Sql } from '../file/sql.ts';

/** Maximum number of parameters that are listed: the service limits neither their names nor their number. */
const maxNames = 2000;

/** The parameters of processors, by falling count of the processors that have them. */
export function summarizeParameters(sql: Sql): readonly ParameterSummary[] {
  const summaries = new Map<string, { type: PropertyType; count: number }>();
  // Equal parameters are read once.
  const rows = sql.arrays(
    'SELECT parameters, count(*) FROM processors WHERE parameters NOT NULL GROUP BY parameters',
  );
  for (const [json, count] of rows) {
    for (const [name, value] of readParameters(String(json))) {
      const type = typeOf(value);
      const known = summaries.get(name);
      if (known) {
        known.count += Number(count);
        if (known.type !== type) known.type = 'mixed';
      } else if (summaries.size < maxNames) {
        summaries.set(name, { type, count: Number(count) });
      }
    }
  }
  return [...summaries]
    .map(([name, summary]) => ({ name, ...summary }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
}

function typeOf(value: string | number | boolean): PropertyType {
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean';
}
