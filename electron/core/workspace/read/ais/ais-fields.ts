import { coverageNames } from '../../../../../shared/ais/ais-outcome.ts';
import { isVesselAnalytic } from '../../../../../shared/results/analytics.ts';
import type { FieldOf } from '../../../../../shared/results/builtin-fields.ts';
import type { Steps } from '../../../base/steps.ts';
import type { DetectionColumns } from '../../file/columns/detection-chunk.ts';
import type { Sql } from '../../file/sql.ts';
import type { FieldColumn } from '../memory/field-column.ts';
import { findPosition } from '../memory/find-position.ts';
import { forEachRow } from '../memory/rows-in-steps.ts';

/** The tables that `aisFieldSql` reads, with a row for each matched detection. */
export const matchedDetections =
  'ais_matches LEFT JOIN ais_passes ON ais_passes.pass_key = ais_matches.pass_key';

const coverage = Object.entries(coverageNames)
  .map(([cover, name]) => `WHEN '${cover}' THEN '${name}'`)
  .join(' ');

/** The value of each field of a matched detection, in SQL. */
export const aisFieldSql: Readonly<Record<FieldOf<'ais'>, string>> = {
  ais: 'ais_matches.outcome',
  ais_contact: 'ais_matches.contact',
  ais_distance: 'ais_matches.distance_meters',
  ais_coverage: `CASE ais_matches.cover ${coverage} END`,
  ais_source: `CASE WHEN ais_matches.decision IS NULL THEN ais_passes.source
    ELSE 'decided by ' || ais_matches.decided_by || ', ' || ais_matches.decided_at || '; ' || ais_passes.source END`,
};

/** The values of a ship of an image that was not matched, in a workspace with AIS files. */
export const unknownAis: Readonly<Record<FieldOf<'ais'>, string | null>> = {
  ais: 'unknown',
  ais_contact: null,
  ais_distance: null,
  ais_coverage: coverageNames.unknown,
  ais_source: null,
};

/** Inferences from AIS files about each detection; `analytics` are the names by the codes of the columns. */
export function* readAisColumn(
  sql: Sql,
  { id, count, analytic }: DetectionColumns,
  field: FieldOf<'ais'>,
  analytics: readonly unknown[],
): Steps<FieldColumn> {
  const rows: (readonly [position: number, value: unknown])[] = [];
  yield* forEachRow(
    sql,
    `SELECT detection_id, ${aisFieldSql[field]} FROM ${matchedDetections}
     WHERE detection_id > ? ORDER BY detection_id LIMIT ?`,
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
  const toCode = (text: string) => {
    const code = codeOf.get(text) ?? values.push(text) - 1;
    codeOf.set(text, code);
    return code;
  };
  const unknown = unknownAis[field];
  if (unknown !== null && sql.get('SELECT 1 FROM ais_files LIMIT 1')) {
    const code = toCode(unknown);
    const isOfVessels = analytics.map((name) => isVesselAnalytic(String(name)));
    for (let at = 0; at < count; at += 1) if (isOfVessels[analytic[at] as number]) codes[at] = code;
  }
  for (const [position, value] of rows) if (typeof value === 'string') codes[position] = toCode(value);
  return { kind: 'coded', codes, values };
}
