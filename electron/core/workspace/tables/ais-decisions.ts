import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AisDecision } from '../../../../shared/ais/ais-file.ts';
import {
  type DecisionConflict,
  type DecisionEntry,
  latestEntry,
  planDecisionMerge,
  settleConflict,
} from '../../../../shared/ais/decision-entry.ts';
import { nowUtcAfter } from '../../../../shared/time.ts';
import type { Sql } from '../file/sql.ts';
import { locateDecisions } from '../read/ais/locate-decisions.ts';
import {
  type DecisionSubject,
  findDecision,
  readDecisionSubjects,
  readDecisions,
  readSubjectsOfRecords,
  toDecision,
} from '../read/ais/read-decisions.ts';
import { setDecisionOf } from './ais-tables.ts';
import { setSetting } from './settings-table.ts';
import { type JournalCursor, journalCursorSettings } from './team-cursors.ts';

/** Who decides, and when, UTC, ISO 8601. */
export type DecisionInfo = { readonly by: string; readonly at: string };

/** Records decisions about detections, all or none: none where another one than `expected` was made before. */
export function decideAis(
  sql: Sql,
  decisions: readonly AisDecision[],
  { by, at }: DecisionInfo,
): 'recorded' | 'missing' | 'conflict' {
  return sql.durableTransaction(() => {
    const subjects = readDecisionSubjects(
      sql,
      decisions.map(({ detectionId }) => detectionId),
    );
    const planned = decisions.map(({ detectionId, ...decision }) => {
      const subject = subjects.get(detectionId);
      return { ...decision, detectionId, subject, former: subject && findDecision(sql, subject) };
    });
    if (planned.some(({ subject }) => !subject)) return 'missing';
    if (planned.some(({ expected, former }) => (former?.decision ?? null) !== expected)) return 'conflict';
    for (const { detectionId, decision, subject, former } of planned) {
      if (!subject) continue;
      // The latest one is in effect, whatever the clock of the one before it.
      const after = former ? nowUtcAfter(former.at, Date.parse(at)) : at;
      const { recordId, identity } = subject;
      const entry = { id: randomUUID(), recordId, identity, decision, by, at: after };
      addEntry(sql, entry);
      setDecisionOf(sql, detectionId, toDecision(entry));
    }
    return 'recorded';
  });
}

/** Adds entries that are not there yet, of records that have not been compared with AIS. */
export function addDecisions(sql: Sql, entries: readonly DecisionEntry[]): void {
  for (const entry of entries) addEntry(sql, entry);
}

/** Adds an entry that is not there yet. */
function addEntry(sql: Sql, { id, recordId, identity, decision, by, at }: DecisionEntry): void {
  sql.run`
    INSERT OR IGNORE INTO ais_decisions (decision_id, record_id, identity, decision, decided_by, decided_at)
    VALUES (${id}, ${recordId}, ${identity}, ${decision}, ${by}, ${at})`;
}

/** Result of a merge: changes of detections here, each with what was before as `expected`, and counts. */
export type MergedDecisions = { readonly changes: readonly AisDecision[]; readonly conflicts: number };

/**
 * Merges entries about whole records into the histories here, within the transaction of the caller. Conflicts are settled
 * by an entry of who merges.
 */
export function mergeDecisions(
  sql: Sql,
  arriving: readonly DecisionEntry[],
  winnerOf: (conflict: DecisionConflict) => 'present' | 'arriving',
  info: DecisionInfo,
): MergedDecisions {
  const recordIds = recordsOf(arriving);
  const present = Map.groupBy(readDecisions(sql, recordIds), subjectKey);
  let conflicts = 0;
  const changes = changeHistories(sql, recordIds, () => {
    for (const [key, entries] of Map.groupBy(arriving, subjectKey)) {
      const { missing, conflict } = planDecisionMerge(present.get(key) ?? [], entries);
      for (const entry of missing) addEntry(sql, entry);
      if (!conflict) continue;
      conflicts += 1;
      const settled = settleConflict(conflict, winnerOf(conflict), { ...info, id: randomUUID() });
      if (settled) addEntry(sql, settled);
    }
  });
  return { changes, conflicts };
}

/** Changes histories of records; returns which detections have another decision in effect then. */
function changeHistories(sql: Sql, recordIds: readonly string[], change: () => void): readonly AisDecision[] {
  const before = inEffect(sql, recordIds);
  change();
  const after = inEffect(sql, recordIds);
  if (isDeepStrictEqual(before, after)) return [];
  return [...readSubjectsOfRecords(sql, recordIds)].flatMap(([detectionId, subject]) => {
    const [former, present] = [before, after].map((entries) => entries.get(subjectKey(subject)));
    if (isDeepStrictEqual(former, present)) return [];
    setDecisionOf(sql, detectionId, toDecision(present));
    const [expected, decision] = [former?.decision ?? null, present?.decision ?? null];
    return expected === decision ? [] : [{ detectionId, decision, expected }];
  });
}

/** The entries in effect, by subject. */
function inEffect(sql: Sql, recordIds: readonly string[]): ReadonlyMap<string, DecisionEntry | undefined> {
  const histories = Map.groupBy(readDecisions(sql, recordIds), subjectKey);
  return new Map([...histories].map(([key, entries]) => [key, latestEntry(entries)]));
}

/**
 * Writes entries of the team and the cursor after them, within the transaction of the caller. The latest entry is in
 * effect, by the clock of the team, so that all workspaces show the same. Returns how many detections they change.
 */
export function applyTeamDecisions(
  sql: Sql,
  arriving: readonly DecisionEntry[],
  cursor: JournalCursor,
): number {
  const before = lastDecision(sql);
  const changes = changeHistories(sql, recordsOf(arriving), () => {
    for (const entry of locateDecisions(sql, arriving)) {
      addEntry(sql, entry);
      sql.run`UPDATE ais_decisions SET decided_at = ${entry.at} WHERE decision_id = ${entry.id}`;
    }
  });
  // What was received needs not be sent, unless something before it has to be.
  const pushed = cursor.pushed === before ? lastDecision(sql) : cursor.pushed;
  sql.run(setSetting, journalCursorSettings.decisions, JSON.stringify({ ...cursor, pushed }));
  return changes.length;
}

function lastDecision(sql: Sql): number {
  return Number(sql.get('SELECT max(id) AS id FROM ais_decisions')?.id ?? 0);
}

function recordsOf(entries: readonly DecisionEntry[]): readonly string[] {
  return [...new Set(entries.map(({ recordId }) => recordId))];
}

/** Identifies the detection of an entry. */
export function subjectKey({ recordId, identity }: DecisionSubject): string {
  return JSON.stringify([recordId, identity]);
}
