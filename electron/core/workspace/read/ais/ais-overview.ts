import { type AisFigures, addAisFigures } from '../../../../../shared/ais/ais-figures.ts';
import { type AisFile, hasTimeOf } from '../../../../../shared/ais/ais-file.ts';
import type { AisOutcome } from '../../../../../shared/ais/ais-outcome.ts';
import type { AisStatic } from '../../../../../shared/ais/contact.ts';
import type { FileCover } from '../../../../../shared/ais/file-cover.ts';
import type { DetectionMatch } from '../../../../../shared/ais/pass-matches.ts';
import {
  type AisOfDetection,
  type AisOverview,
  type AisPassOutcome,
  type AisPassSummary,
  candidatesOf,
} from '../../../../../shared/ais/pass-outcome.ts';
import { isVesselAnalytic } from '../../../../../shared/results/analytics.ts';
import { numberCell, textCell, textOrNull } from '../../file/cells.ts';
import { detectionTables } from '../../file/detection-tables.ts';
import type { Sql } from '../../file/sql.ts';
import type { StoredPass } from '../passes/read-passes.ts';
import { filesOfPass } from './ais-pass-input.ts';

/** A pass with the stamp that its outcome would have now. */
export type StampedPass = {
  readonly stored: StoredPass;
  readonly stamp: string;
  /** Detections that may be ships. */
  readonly ships: number;
};

/** Sums up the passes that have a file of their time, which `stamped` has by key. */
export function readOverview(
  sql: Sql,
  passes: readonly StoredPass[],
  files: readonly AisFile[],
  stamped: ReadonlyMap<string, StampedPass>,
): AisOverview {
  const outcomes = new Map(readOutcomes(sql).map((each) => [each.outcome.passKey, each]));
  const figures = readFigures(sql);
  const summaries = passes
    .flatMap((stored): AisPassSummary[] => {
      const { key, startedAt, footprintFid, sensorName } = stored;
      if (startedAt === null || footprintFid === null) return [];
      const read = filesOfPass(files, key);
      const others = files.filter((file) => !read.includes(file) && hasTimeOf(file, startedAt));
      if (read.length === 0 && others.length === 0) return [];
      // A file with an index is about to be read by itself.
      const unreadFiles = others.filter(({ indexBytes }) => indexBytes === undefined);
      const isDue = unreadFiles.length < others.length;
      const pass = stamped.get(key);
      const saved = outcomes.get(key);
      const isCurrent = saved !== undefined && saved.stamp === pass?.stamp;
      return [
        {
          passKey: key,
          timeMs: startedAt,
          sensorName,
          state: isDue ? 'due' : read.length === 0 ? 'unread' : isCurrent ? 'matched' : 'due',
          figures: (saved && figures.get(key)) ?? unknownFigures(isCurrent ? 0 : (pass?.ships ?? 0)),
          notSeen: saved?.outcome.notSeen ?? null,
          files: saved?.outcome.files ?? [],
          matchedAt: saved?.outcome.matchedAt ?? null,
          unreadFiles: unreadFiles.map(({ id }) => id),
        },
      ];
    })
    .toSorted((one, other) => one.timeMs - other.timeMs || (one.passKey < other.passKey ? -1 : 1));
  const comparable = passes.filter(
    ({ startedAt, footprintFid }) => startedAt !== null && footprintFid !== null,
  );
  return {
    passes: summaries,
    withoutFile: comparable.length - summaries.length,
    notComparable: passes.length - comparable.length,
  };
}

function unknownFigures(ships: number): AisFigures {
  return addAisFigures(ships === 0 ? [] : [{ outcome: 'unknown', cover: 'unknown', count: ships }]);
}

/** The saved outcomes of passes, with the stamps of what they were derived from. */
export function readOutcomes(
  sql: Sql,
): readonly { readonly outcome: AisPassOutcome; readonly stamp: string }[] {
  return sql.all('SELECT body, stamp FROM ais_passes ORDER BY time_ms, pass_key').map((row) => ({
    outcome: JSON.parse(textCell(row, 'body')) as AisPassOutcome,
    stamp: textCell(row, 'stamp'),
  }));
}

function readFigures(sql: Sql): ReadonlyMap<string, AisFigures> {
  const rows = sql.all`
    SELECT pass_key, outcome, cover, count(*) AS count FROM ais_matches GROUP BY pass_key, outcome, cover`;
  const groups = Map.groupBy(rows, (row) => textCell(row, 'pass_key'));
  return new Map([...groups].map(([key, same]) => [key, addAisFigures(same.map(toGroup))]));
}

function toGroup(row: ReturnType<Sql['all']>[number]) {
  return {
    outcome: textCell(row, 'outcome') as AisOutcome,
    cover: textCell(row, 'cover') as FileCover,
    count: numberCell(row, 'count'),
  };
}

/**
 * Adds up some detections of a pass. Those of ships that were not matched in it are unknown unless an analyst has decided;
 * others are not counted.
 */
export function readFiguresOf(sql: Sql, ids: readonly number[], passKey: string): AisFigures {
  const given = JSON.stringify(ids);
  const ofPass = '(pass_key = ? OR decision IS NOT NULL)';
  const matched = sql.all(
    `SELECT outcome, cover, count(*) AS count FROM ais_matches
     WHERE detection_id IN (SELECT value FROM json_each(?)) AND ${ofPass} GROUP BY outcome, cover`,
    given,
    passKey,
  );
  const others = detectionTables.flatMap((table) =>
    sql.all(
      `SELECT analytic, count(*) AS count FROM ${table} WHERE fid IN (SELECT value FROM json_each(?))
       AND fid NOT IN (SELECT detection_id FROM ais_matches WHERE ${ofPass}) GROUP BY analytic`,
      given,
      passKey,
    ),
  );
  return addAisFigures([
    ...matched.map(toGroup),
    ...others
      .filter((row) => isVesselAnalytic(textCell(row, 'analytic')))
      .map((row) => ({ outcome: 'unknown', cover: 'unknown', count: numberCell(row, 'count') }) as const),
  ]);
}

/** Inferences from AIS files about detections, by id, and names of their candidates by identifier. */
export function readAisMatches(
  sql: Sql,
  ids: readonly number[],
): {
  readonly matches: ReadonlyMap<number, Pick<AisOfDetection, 'passKey' | 'match' | 'decision'>>;
  readonly names: ReadonlyMap<string, string>;
} {
  const rows = sql.all`
    SELECT detection_id, pass_key, body, decision, decided_by, decided_at FROM ais_matches
    WHERE detection_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
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
  const contacts = sql.all`
    SELECT identifier, facts FROM ais_contacts
    WHERE identifier IN (SELECT value FROM json_each(${JSON.stringify(identifiers)})) ORDER BY id DESC`;
  const names = contacts.flatMap((row) => {
    const { name } = JSON.parse(textCell(row, 'facts')) as AisStatic;
    return name === null ? [] : [[textCell(row, 'identifier'), name] as const];
  });
  return { matches, names: new Map(names) };
}
