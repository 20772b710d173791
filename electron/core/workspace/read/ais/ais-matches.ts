import type { AisStatic } from '../../../../../shared/ais/contact.ts';
import type { DetectionMatch } from '../../../../../shared/ais/pass-matches.ts';
import { type AisOfDetection, candidatesOf } from '../../../../../shared/ais/pass-outcome.ts';
import { numberCell, textCell, textOrNull } from '../../file/cells.ts';
import type { Sql } from '../../file/sql.ts';

/** What AIS files let infer about detections, by id, and names of their candidates by identifier. */
export function readAisMatches(
  sql: Sql,
  ids: readonly number[],
): {
  readonly matches: ReadonlyMap<number, Pick<AisOfDetection, 'passKey' | 'match' | 'decision'>>;
  readonly names: ReadonlyMap<string, string>;
} {
  const rows = sql.all(
    `SELECT detection_id, pass_key, body, decision, decided_by, decided_at FROM ais_matches
     WHERE detection_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
  const matches = new Map(
    rows.map((row) => {
      const id = numberCell(row, 'detection_id');
      const match = JSON.parse(textCell(row, 'body')) as DetectionMatch;
      const decision = textOrNull(row, 'decision');
      return [
        id,
        {
          passKey: textCell(row, 'pass_key'),
          match,
          decision:
            decision === null
              ? null
              : {
                  decision,
                  by: textOrNull(row, 'decided_by') ?? '',
                  at: textOrNull(row, 'decided_at') ?? '',
                },
        },
      ];
    }),
  );
  const identifiers = [...matches.values()].flatMap(({ match, decision }) => [
    ...candidatesOf(match).map(({ identifier }) => identifier),
    ...(decision ? [decision.decision] : []),
  ]);
  const contacts = sql.all(
    `SELECT identifier, facts FROM ais_contacts
     WHERE identifier IN (SELECT value FROM json_each(?)) ORDER BY id DESC`,
    JSON.stringify(identifiers),
  );
  const names = contacts.flatMap((row) => {
    const { name } = JSON.parse(textCell(row, 'facts')) as AisStatic;
    return name === null ? [] : [[textCell(row, 'identifier'), name] as const];
  });
  return { matches, names: new Map(names) };
}
