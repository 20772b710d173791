import { activeJobStates } from '../../../../../shared/jobs/job.ts';
import { subjectsOf } from '../../../../../shared/watch/evaluate-rule.ts';
import { watchEventSchema } from '../../../../../shared/watch/watch-event.ts';
import { type WatchRule, watchRuleSchema } from '../../../../../shared/watch/watch-rule.ts';
import { parseBoundedJson } from '../../../base/bounded-json.ts';
import { bytesCell, numberCell, textCell, textOrNull } from '../../file/cells.ts';
import type { Sql } from '../../file/sql.ts';

/** Complete fetches of the present query of a rule's saved search that the rule knows: of when it was saved, or evaluated. */
const completeRuns = `FROM fetches JOIN searches USING (search_id) JOIN watch_runs USING (fetch_id)
  WHERE fetches.search_id = rule.search_id AND watch_runs.rule_id = rule.rule_id AND state = 'complete'
    AND fetch_updated_at = fetches.updated_at AND search_revision = searches.body ->> '$.revision'`;

/** The rules that have not been deleted, by name, and the number of those that cannot be read. */
export function listWatchRules(sql: Sql): {
  readonly rules: readonly StoredWatchRule[];
  readonly unreadable: number;
} {
  const rows = sql.all(
    `SELECT body, known_ids IS NULL AS is_open, (SELECT count(*) FROM watch_events AS event
         WHERE event.rule_id = rule.rule_id AND silenced = 0) AS events,
       (SELECT max(frozen_at) ${completeRuns} AND evaluated_at = rule.body ->> '$.updatedAt') AS since,
       (SELECT max(frozen_at) ${completeRuns}) AS until
     FROM watch_rules AS rule WHERE deleted_at IS NULL ORDER BY name COLLATE NOCASE, rule_id`,
  );
  const rules = rows.flatMap((row) => {
    const { data } = watchRuleSchema.safeParse(parseBoundedJson(textCell(row, 'body')));
    if (!data) return [];
    return [
      {
        rule: data,
        events: numberCell(row, 'events'),
        evaluatedFrom: textOrNull(row, 'since'),
        evaluatedUntil: textOrNull(row, 'until'),
        hasKnownIds: numberCell(row, 'is_open') === 0,
      },
    ];
  });
  return { rules, unreadable: rows.length - rules.length };
}

/** A rule as it is stored, with what it has done. */
export type StoredWatchRule = {
  readonly rule: WatchRule;
  /** Number of its events that are not silenced. */
  readonly events: number;
  /** UTC: uploads before were fetched completely when it was saved, and are not reported; null for none. */
  readonly evaluatedFrom: string | null;
  /** UTC: uploads before were fetched completely and evaluated; null for none. */
  readonly evaluatedUntil: string | null;
  /** Whether it is known which detections matched before it. */
  readonly hasKnownIds: boolean;
};

/** A fetch that has ended, as it was then. */
export type EndedFetch = {
  readonly id: string;
  readonly updatedAt: string;
  readonly isComplete: boolean;
};

const endedFetches = `SELECT fetch_id, updated_at, state = 'complete' AS is_complete FROM fetches
  WHERE search_id = ?1 AND updated_at NOT NULL AND state NOT IN (SELECT value FROM json_each(?2))`;

/** The fetches of a saved search that have ended, first begun first. */
export function endedFetchesOf(sql: Sql, searchId: string): readonly EndedFetch[] {
  return sql
    .all(`${endedFetches} ORDER BY started_at, fetch_id`, searchId, JSON.stringify(activeJobStates))
    .map(readEndedFetch);
}

/** The fetches that a rule has not evaluated as they are now. */
export function unevaluatedFetches(
  sql: Sql,
  { id, searchId }: Pick<WatchRule, 'id' | 'searchId'>,
): readonly EndedFetch[] {
  return sql
    .all(
      `${endedFetches} AND NOT EXISTS (SELECT 1 FROM watch_runs WHERE watch_runs.fetch_id = fetches.fetch_id
         AND rule_id = ?3 AND fetch_updated_at = fetches.updated_at) ORDER BY started_at, fetch_id`,
      searchId,
      JSON.stringify(activeJobStates),
      id,
    )
    .map(readEndedFetch);
}

function readEndedFetch(row: ReturnType<Sql['all']>[number]): EndedFetch {
  return {
    id: textCell(row, 'fetch_id'),
    updatedAt: textCell(row, 'updated_at'),
    isComplete: numberCell(row, 'is_complete') === 1,
  };
}

/** The subjects that are known to a rule about passes or records: those of its events, and those from before it. */
export function knownSubjects(sql: Sql, ruleId: string): ReadonlySet<string> {
  const row = sql.get`SELECT known_subjects FROM watch_rules WHERE rule_id = ${ruleId}`;
  const before = row ? parseBoundedJson(textCell(row, 'known_subjects')) : [];
  const found = sql
    .all('SELECT subject, finding FROM watch_events WHERE rule_id = ?', ruleId)
    .flatMap((event) => {
      const subject = textCell(event, 'subject');
      const { data } = watchEventSchema.shape.finding.safeParse(parseBoundedJson(textCell(event, 'finding')));
      return data ? subjectsOf({ subject, finding: data }) : [subject];
    });
  return new Set([...(Array.isArray(before) ? before.map(String) : []), ...found]);
}

/** Ids of detections that matched before the rule, ascending. */
export function readKnownIds(sql: Sql, ruleId: string): Uint32Array {
  const row = sql.get`SELECT known_ids FROM watch_rules WHERE rule_id = ${ruleId}`;
  if (!row || row.known_ids === null) return new Uint32Array();
  const bytes = bytesCell(row, 'known_ids').slice();
  return new Uint32Array(bytes.buffer, 0, Math.floor(bytes.length / Uint32Array.BYTES_PER_ELEMENT));
}
