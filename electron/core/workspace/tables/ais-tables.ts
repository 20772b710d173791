import { type AisFile, aisFileSchema } from '../../../../shared/ais/ais-file.ts';
import { outcomeOf } from '../../../../shared/ais/ais-outcome.ts';
import type { DetectionMatch } from '../../../../shared/ais/pass-matches.ts';
import {
  type AisOfDetection,
  type AisPassOutcome,
  candidatesOf,
  type PassContact,
} from '../../../../shared/ais/pass-outcome.ts';
import { numberOrNull, textCell } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';
import { latestDecisionOf, readDecisionSubjects } from '../read/ais/read-decisions.ts';

/** Contacts that one call copies: other writes wait for it. */
const contactsAtOnce = 500;

/** Copies contacts of the table `contacts` of another file, after `last`; returns the last one, or null at the end. */
export function copyAisContacts(sql: Sql, path: string, fileId: string, last: number): number | null {
  sql.run`ATTACH ${path} AS imported`;
  try {
    return sql.transaction(() => {
      sql.run`
        INSERT INTO main.ais_contacts (file_id, identifier, facts, from_ms, to_ms, reports)
        SELECT ${fileId}, identifier, facts, from_ms, to_ms, reports FROM imported.contacts
        WHERE id > ${last} ORDER BY id LIMIT ${contactsAtOnce}`;
      const end = sql.get`
        SELECT max(id) AS id FROM (SELECT id FROM imported.contacts WHERE id > ${last} ORDER BY id
        LIMIT ${contactsAtOnce})`;
      return end ? numberOrNull(end, 'id') : null;
    });
  } finally {
    sql.run('DETACH imported');
  }
}

/**
 * Lists a file whose contacts are complete, in the place of one that it replaces or that has the same bytes; the names of
 * these. A folder whose new files are read stays.
 */
export function finishAisFile(sql: Sql, file: AisFile, replaces: string | null): readonly string[] {
  return sql.transaction(() => {
    const former = sql.all`
      SELECT file_id, name FROM ais_files
      WHERE file_id = ${replaces}
        OR (json_extract(body, '$.digest') = ${file.digest ?? null} AND json_extract(body, '$.folder') IS NULL)`;
    for (const row of former) deleteFile(sql, textCell(row, 'file_id'));
    sql.run`
      INSERT INTO ais_files (file_id, name, imported_at, body)
      VALUES (${file.id}, ${file.name}, ${file.importedAt}, ${JSON.stringify(file)})`;
    return former.map((row) => textCell(row, 'name'));
  });
}

/** Sets the folder whose new files are read, or none. False when there is no such file. */
export function setAisFolder(sql: Sql, id: string, folder: AisFile['folder'] | null): boolean {
  return sql.transaction(() => {
    const row = sql.get`SELECT body FROM ais_files WHERE file_id = ${id}`;
    if (!row) return false;
    const { folder: _former, ...file } = aisFileSchema.parse(JSON.parse(textCell(row, 'body')));
    const changed: AisFile = folder ? { ...file, folder } : file;
    sql.run`UPDATE ais_files SET body = ${JSON.stringify(changed)} WHERE file_id = ${id}`;
    return true;
  });
}

/** Deletes contacts and indexes of imports that have not ended. */
export function discardUnfinishedAis(sql: Sql): void {
  sql.run('DELETE FROM ais_contacts WHERE file_id NOT IN (SELECT file_id FROM ais_files)');
  sql.run('DELETE FROM ais_index WHERE file_id NOT IN (SELECT file_id FROM ais_files)');
}

/** Deletes a file with its contacts and index. What was derived from it is derived again. False when there is none. */
export function deleteAisFile(sql: Sql, id: string): boolean {
  return sql.transaction(() => {
    const isThere = sql.get`SELECT 1 FROM ais_files WHERE file_id = ${id}` !== undefined;
    deleteFile(sql, id);
    return isThere;
  });
}

function deleteFile(sql: Sql, id: string): void {
  sql.run`DELETE FROM ais_files WHERE file_id = ${id}`;
  sql.run`DELETE FROM ais_contacts WHERE file_id = ${id}`;
  sql.run`DELETE FROM ais_index WHERE file_id = ${id}`;
}

/** Outcome of matching a pass; the stamp states what it was derived from, `source` does so in words. */
export type MatchedPass = {
  readonly outcome: AisPassOutcome;
  readonly stamp: string;
  readonly source: string;
  readonly contacts: readonly PassContact[];
  readonly matches: readonly DetectionMatch[];
};

/** Saves the outcome of a pass in the place of its former one. */
export function saveAisPass(sql: Sql, { outcome, stamp, source, contacts, matches }: MatchedPass): void {
  const subjects = readDecisionSubjects(
    sql,
    matches.map(({ id }) => Number(id)),
  );
  sql.transaction(() => {
    sql.run`DELETE FROM ais_matches WHERE pass_key = ${outcome.passKey}`;
    for (const match of matches) {
      sql.run`
        INSERT OR REPLACE INTO ais_matches (detection_id, pass_key, state, cover, outcome, body)
        VALUES (${Number(match.id)}, ${outcome.passKey}, ${match.state}, ${match.cover},
          ${outcomeOf(match, null)}, ${JSON.stringify(match)})`;
      const subject = subjects.get(Number(match.id));
      setDecision(sql, match, subject ? latestDecisionOf(sql, subject) : null);
    }
    sql.run`
      INSERT OR REPLACE INTO ais_passes (pass_key, stamp, time_ms, source, body, contacts)
      VALUES (${outcome.passKey}, ${stamp}, ${outcome.timeMs}, ${source}, ${JSON.stringify(outcome)},
        ${JSON.stringify(contacts)})`;
  });
}

/** Sets what fields have of a match: the contact that the user has decided on, else the one that was inferred. */
function setDecision(sql: Sql, match: DetectionMatch, decided: AisOfDetection['decision']): void {
  const candidates = candidatesOf(match);
  const decision = decided?.decision ?? null;
  const inferred = match.state === 'matched' ? match.candidate.identifier : null;
  const contact = decision === null ? inferred : decision === 'none' ? null : decision;
  const distance = candidates.find(({ identifier }) => identifier === contact)?.distanceMeters ?? null;
  sql.run`
    UPDATE ais_matches SET decision = ${decision}, decided_by = ${decided?.by ?? null},
      decided_at = ${decided?.at ?? null}, outcome = ${outcomeOf(match, decision)}, contact = ${contact},
      distance_meters = ${distance}
    WHERE detection_id = ${Number(match.id)}`;
}

/** Deletes the outcomes of passes that are not among these. */
export function retainAisPasses(sql: Sql, keys: readonly string[]): void {
  sql.transaction(() => {
    const others = 'pass_key NOT IN (SELECT value FROM json_each(?))';
    sql.run(`DELETE FROM ais_passes WHERE ${others}`, JSON.stringify(keys));
    sql.run(`DELETE FROM ais_matches WHERE ${others}`, JSON.stringify(keys));
  });
}

/** Sets the decision of a detection where it was compared with AIS. */
export function setDecisionOf(sql: Sql, detectionId: number, decision: AisOfDetection['decision']): void {
  const row = sql.get`SELECT body FROM ais_matches WHERE detection_id = ${detectionId}`;
  if (row) setDecision(sql, JSON.parse(textCell(row, 'body')) as DetectionMatch, decision);
}
