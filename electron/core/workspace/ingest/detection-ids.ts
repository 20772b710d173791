import { bytesCell, numberCell, textCell, textOrNull } from '../cells.ts';
import { maxDetectionId } from '../columns/read-chunk.ts';
import { raiseReviewsMoved } from '../results-version.ts';
import type { Sql, SqlRow } from '../sql.ts';
import { createDetectionIdentities } from './detection-identity.ts';
import type { PreparedReading } from './prepare/prepare-page.ts';

/**
 * Gives out detection ids: one sequence over both tables, none used twice, nor one that stands in a review and is kept
 * for its detection. SQLite itself remembers the greatest id of each table (AUTOINCREMENT), so rows that other programs
 * added count, too, as long as their ids fit the columns.
 */
export function createDetectionIds(sql: Sql): () => number {
  const row = sql.get(
    `SELECT max(
       coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name IN ('detections', 'detection_areas')), 0),
       coalesce((SELECT max(detection_id) FROM reviews), 0)
     ) AS last`,
  );
  let last = row ? numberCell(row, 'last') : 0;
  return () => {
    last += 1;
    if (last > maxDetectionId)
      throw new Error('The workspace has used up its detection ids. Begin a new workspace.');
    return last;
  };
}

/** Lets both tables go on from the same id, so that rows which another program adds to one have none of the other. */
export function alignDetectionIds(sql: Sql): void {
  const last = `(SELECT max(seq) FROM sqlite_sequence WHERE name IN ('detections', 'detection_areas'))`;
  for (const table of ['detections', 'detection_areas']) {
    sql.run(
      `INSERT INTO sqlite_sequence (name, seq)
       SELECT ?1, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)`,
      table,
    );
    sql.run(`UPDATE sqlite_sequence SET seq = ${last} WHERE name = ?`, table);
  }
}

/** Under which ids a record's detections stood, by their identity. */
export type FormerIds = ReadonlyMap<string, number>;

/**
 * The ids of a record's detections by their identity, before it is replaced: of those that are there, and of those that
 * have gone but have been reviewed, so that a verdict finds its detection when it comes back.
 */
export function readFormerIds(
  sql: Sql,
  recordId: string,
  isKnown: boolean,
  nextDetectionId: () => number,
): FormerIds {
  const ids = new Map<string, number>();
  readReviewedIds(sql, recordId, nextDetectionId, ids);
  if (!isKnown) return ids;
  for (const [identity, id] of readDetectionIds(sql, recordId)) ids.set(identity, id);
  return ids;
}

/** The ids of the detections that a record has now, by their identity. */
export function readDetectionIds(sql: Sql, recordId: string): FormerIds {
  const rows = sql.all(
    `SELECT fid, geom, chip_identifier, position FROM detections WHERE ${ofRecord}
     UNION ALL
     SELECT fid, geom, chip_identifier, position FROM detection_areas WHERE ${ofRecord}
     ORDER BY position`,
    recordId,
  );
  return new Map(identify(rows));
}

/** Identity and `fid` of each row of a record, which are to be in the order of the record's list. */
function identify(rows: readonly SqlRow[]): readonly (readonly [string, number])[] {
  const identities = createDetectionIdentities();
  return rows.map((row) => [
    identities.next(textOrNull(row, 'chip_identifier'), numberCell(row, 'position'), bytesCell(row, 'geom')),
    numberCell(row, 'fid'),
  ]);
}

const ofRecord = 'record_key = (SELECT id FROM records WHERE record_id = ?1)';

/** A review whose id another detection has meanwhile, as in a workspace put together of two, gets one of its own. */
function readReviewedIds(
  sql: Sql,
  recordId: string,
  nextDetectionId: () => number,
  ids: Map<string, number>,
): void {
  const reviews = sql.all('SELECT detection_id, identity FROM reviews WHERE record_id = ?', recordId);
  for (const review of reviews) {
    const identity = textCell(review, 'identity');
    const id = numberCell(review, 'detection_id');
    const taken = sql.get(
      `SELECT record_id FROM detections WHERE fid = ?1 UNION ALL
       SELECT record_id FROM detection_areas WHERE fid = ?1`,
      id,
    );
    if (!taken || textCell(taken, 'record_id') === recordId) {
      ids.set(identity, id);
      continue;
    }
    const own = nextDetectionId();
    sql.run('UPDATE reviews SET detection_id = ? WHERE detection_id = ?', own, id);
    raiseReviewsMoved(sql);
    ids.set(identity, own);
  }
}

/**
 * Finds the former id of each feature of a record in the page's image. What other programs have changed may make two
 * identities of one detection; an id is therefore given once.
 */
export function createFormerIdFinder(
  sql: Sql,
  ids: FormerIds,
  { firstFeature, featureCount }: Pick<PreparedReading, 'firstFeature' | 'featureCount'>,
): (feature: number) => number | undefined {
  if (ids.size === 0) return () => undefined;
  const rows = sql.all(
    `SELECT fid, geom, chip_identifier, position FROM arrived.detections WHERE fid BETWEEN ?1 AND ?2
     UNION ALL
     SELECT fid, geom, chip_identifier, position FROM arrived.detection_areas WHERE fid BETWEEN ?1 AND ?2
     ORDER BY fid`,
    firstFeature + 1,
    firstFeature + featureCount,
  );
  const found = new Map<number, number>();
  const used = new Set<number>();
  for (const [identity, place] of identify(rows)) {
    const id = ids.get(identity);
    if (id === undefined || used.has(id)) continue;
    used.add(id);
    found.set(place, id);
  }
  return (feature) => found.get(feature + 1);
}
