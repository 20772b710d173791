import { coverageNames } from '../../../../../shared/ais/ais-outcome.ts';
import type { FieldOf } from '../../../../../shared/results/builtin-fields.ts';

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
