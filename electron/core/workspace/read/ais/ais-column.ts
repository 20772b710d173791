import type { FieldOf } from '../../../../../shared/results/builtin-fields.ts';
import type { Steps } from '../../../base/steps.ts';
import type { DetectionColumns } from '../../file/columns/detection-chunk.ts';
import type { Sql } from '../../file/sql.ts';
import type { FieldColumn } from '../memory/field-column.ts';
import { findPosition } from '../memory/find-position.ts';
import { forEachRow } from '../memory/rows-in-steps.ts';

const columns = {
  ais: 'outcome',
  ais_contact: 'contact',
  ais_distance: 'distance_meters',
} as const satisfies Readonly<Record<FieldOf<'ais'>, string>>;

/** What is inferred from AIS files about each detection. */
export function* readAisColumn(
  sql: Sql,
  { id, count }: DetectionColumns,
  field: FieldOf<'ais'>,
): Steps<FieldColumn> {
  const rows: (readonly [position: number, value: unknown])[] = [];
  yield* forEachRow(
    sql,
    `SELECT detection_id, ${columns[field]} FROM ais_matches WHERE detection_id > ? ORDER BY detection_id LIMIT ?`,
    ([key, value]) => {
      const position = findPosition(id, Number(key));
      if (position >= 0) rows.push([position, value]);
    },
  );
  if (field === 'ais_distance') {
    const numbers = new Float64Array(count).fill(Number.NaN);
    for (const [position, value] of rows) if (typeof value === 'number') numbers[position] = value;
    return { kind: 'numbers', numbers };
  }
  const values: (string | null)[] = [null];
  const codeOf = new Map<string, number>();
  const codes = new Uint32Array(count);
  for (const [position, value] of rows) {
    if (typeof value !== 'string') continue;
    const code = codeOf.get(value) ?? values.push(value) - 1;
    codeOf.set(value, code);
    codes[position] = code;
  }
  return { kind: 'coded', codes, values };
}
