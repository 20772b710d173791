import {
  type DecisionEntry,
  decisionEntrySchema,
  latestEntry,
} from '../../../../../shared/ais/decision-entry.ts';
import type { AisOfDetection } from '../../../../../shared/ais/pass-outcome.ts';
import { numberCell, textCell } from '../../file/cells.ts';
import { detectionTables } from '../../file/detection-tables.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';
import { type ReviewSubject, readReviewSubjects } from '../reviews/review-subjects.ts';

/** The record and identity of a detection, under which what is decided about it is stored, as its review is. */
export type DecisionSubject = { readonly recordId: string; readonly identity: string };

/** The subjects of detections with a description of each, by id. */
type DescribedSubjects = ReadonlyMap<number, DecisionSubject & Pick<ReviewSubject, 'detection'>>;

/** The subjects of detections, by id; those that are gone are left out. */
export function readDecisionSubjects(sql: Sql, ids: readonly number[]): DescribedSubjects {
  const rows = detectionTables.flatMap((table) =>
    sql.all(
      `SELECT d.fid, d.record_key, r.record_id FROM ${table} AS d JOIN records AS r ON r.id = d.record_key
       WHERE d.fid IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    ),
  );
  const subjects = new Map<number, DecisionSubject & ReviewSubject>();
  for (const [recordKey, same] of Map.groupBy(rows, (row) => numberCell(row, 'record_key'))) {
    const needed = new Set(same.map((row) => numberCell(row, 'fid')));
    const recordId = textCell(same[0] ?? {}, 'record_id');
    for (const [id, subject] of readReviewSubjects(sql, recordKey, needed))
      subjects.set(id, { recordId, ...subject });
  }
  return subjects;
}

/** The subjects of all detections of records, by id. */
export function readSubjectsOfRecords(sql: Sql, recordIds: readonly string[]): DescribedSubjects {
  const rows = detectionTables.flatMap((table) =>
    sql.all(
      `SELECT d.fid FROM records AS r JOIN ${table} AS d ON d.record_key = r.id
       WHERE r.record_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(recordIds),
    ),
  );
  return readDecisionSubjects(
    sql,
    rows.map((row) => numberCell(row, 'fid')),
  );
}

/** The history of the decisions about records, in the order in which it was recorded. */
export function readDecisions(sql: Sql, recordIds: readonly string[]): readonly DecisionEntry[] {
  return sql
    .all(
      'SELECT * FROM ais_decisions WHERE record_id IN (SELECT value FROM json_each(?)) ORDER BY id',
      JSON.stringify(recordIds),
    )
    .flatMap((row) => parseDecision(row) ?? []);
}

/** An entry of the history; undefined where it is none that Sightline makes. */
export function parseDecision(row: SqlRow): DecisionEntry | undefined {
  const { decision_id: id, record_id: recordId, identity, decision, decided_by: by, decided_at: at } = row;
  return decisionEntrySchema.safeParse({ id, recordId, identity, decision, by, at }).data;
}

/** All decisions about a subject, the earliest first. */
function readEntries(sql: Sql, { recordId, identity }: DecisionSubject): readonly DecisionEntry[] {
  return sql
    .all(
      'SELECT * FROM ais_decisions WHERE record_id = ? AND identity = ? ORDER BY decided_at, decision_id',
      recordId,
      identity,
    )
    .flatMap((row) => parseDecision(row) ?? []);
}

/** The decision about a subject that is in effect; undefined where none was ever made. */
export function findDecision(sql: Sql, subject: DecisionSubject): DecisionEntry | undefined {
  return latestEntry(readEntries(sql, subject));
}

/** The decision about a detection, and all that were made before, the earliest first. */
export function decisionsOf(sql: Sql, id: number): Pick<AisOfDetection, 'decision' | 'history'> {
  const subject = readDecisionSubjects(sql, [id]).get(id);
  const entries = subject ? readEntries(sql, subject) : [];
  return {
    decision: toDecision(latestEntry(entries)),
    history: entries.map(({ decision, by, at }) => ({ decision, by, at })),
  };
}

/** The decision about a subject; null where there is none, or it was undone. */
export function latestDecisionOf(sql: Sql, subject: DecisionSubject): AisOfDetection['decision'] {
  return toDecision(findDecision(sql, subject));
}

/** Decision of an entry; null where it undoes a decision. */
export function toDecision(entry: DecisionEntry | undefined): AisOfDetection['decision'] {
  if (!entry || entry.decision === null) return null;
  return { decision: entry.decision, by: entry.by, at: entry.at };
}
