import type { AisOfDetection } from '../../../../../shared/ais/pass-outcome.ts';
import { numberCell, textCell, textOrNull } from '../../file/cells.ts';
import { detectionTables } from '../../file/detection-tables.ts';
import type { Sql } from '../../file/sql.ts';
import { readReviewSubjects } from '../reviews/review-subjects.ts';

/** The record and identity of a detection, under which what is decided about it is stored, as its review is. */
export type DecisionSubject = { readonly recordId: string; readonly identity: string };

/** The subjects of detections, by id; those that are gone are left out. */
export function readDecisionSubjects(sql: Sql, ids: readonly number[]): ReadonlyMap<number, DecisionSubject> {
  const rows = detectionTables.flatMap((table) =>
    sql.all(
      `SELECT d.fid, d.record_key, r.record_id FROM ${table} AS d JOIN records AS r ON r.id = d.record_key
       WHERE d.fid IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    ),
  );
  const subjects = new Map<number, DecisionSubject>();
  for (const [recordKey, same] of Map.groupBy(rows, (row) => numberCell(row, 'record_key'))) {
    const needed = new Set(same.map((row) => numberCell(row, 'fid')));
    const recordId = textCell(same[0] ?? {}, 'record_id');
    for (const [id, { identity }] of readReviewSubjects(sql, recordKey, needed))
      subjects.set(id, { recordId, identity });
  }
  return subjects;
}

/** The latest decision about a detection; null where there is none, or it was undone. */
export function latestDecision(sql: Sql, id: number): AisOfDetection['decision'] {
  const subject = readDecisionSubjects(sql, [id]).get(id);
  return subject ? latestDecisionOf(sql, subject) : null;
}

/** The same by the identity of the detection. */
export function latestDecisionOf(
  sql: Sql,
  { recordId, identity }: DecisionSubject,
): AisOfDetection['decision'] {
  const row = sql.get(
    `SELECT decision, decided_by, decided_at FROM ais_decisions WHERE record_id = ? AND identity = ?
     ORDER BY id DESC LIMIT 1`,
    recordId,
    identity,
  );
  const decision = row && textOrNull(row, 'decision');
  if (!row || decision === null || decision === undefined) return null;
  return { decision, by: textCell(row, 'decided_by'), at: textCell(row, 'decided_at') };
}
