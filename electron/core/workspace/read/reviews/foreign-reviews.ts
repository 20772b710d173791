import type { DatabaseSync } from 'node:sqlite';
import { type DecisionEntry, withLimitedTime } from '../../../../../shared/ais/decision-entry.ts';
import { formatCount } from '../../../../../shared/format.ts';
import { type CarriedList, listsOnWay } from '../../../../../shared/items/item-kinds.ts';
import { type LayerHistory, layerHistorySchema } from '../../../../../shared/layers/vector-layer.ts';
import { quoteOutsideText } from '../../../../../shared/printable-text.ts';
import type { HistoricalReview } from '../../../../../shared/review/merge-order.ts';
import type { ReviewOfDetection } from '../../../../../shared/review/merge-reviews.ts';
import { limitTime } from '../../../../../shared/time.ts';
import { parseBoundedJson } from '../../../base/bounded-json.ts';
import { type ForeignLists, readForeignLists } from '../../carried/journals.ts';
import { numberCell } from '../../file/cells.ts';
import {
  closeDatabase,
  countRows,
  createSql,
  isContentError,
  type Sql,
  type SqlRow,
  type SqlValue,
  sqliteCode,
  sqliteCodes,
} from '../../file/sql.ts';
import { describeForeignDatabase } from '../../safety/describe-foreign-database.ts';
import { type ForeignDatabase, openForeign } from '../../safety/open-foreign.ts';
import { type DecidedDetections, readDecidedDetections } from '../ais/locate-decisions.ts';
import { parseDecision } from '../ais/read-decisions.ts';
import { listItems } from '../items.ts';
import { parseReviewRow } from './read-review.ts';
import { unattached } from './unattached-reviews.ts';

/** All reviews and AIS decisions of some records in another workspace, with their history in the order of recording. */
export type ForeignReviews = {
  readonly reviews: readonly ReviewOfDetection[];
  readonly history: readonly HistoricalReview[];
  readonly decisions: readonly DecisionEntry[];
  /** The detections there that the decisions are about. */
  readonly decided: DecidedDetections;
  /** The number of rows that are no valid reviews or decisions. */
  readonly unreadable: number;
};

/** The result of reading another workspace; `refused` has the reason why it cannot be read. */
export type ForeignOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * The ids of layers, sites, rules and lists in another workspace, and the histories of the layers, undefined where
 * unreadable.
 */
export type ForeignItems = Readonly<Record<'sites' | 'rules', readonly string[]>> & {
  readonly layers: ReadonlyMap<string, LayerHistory | undefined>;
  readonly lists: ReadonlyMap<CarriedList, readonly string[]>;
};

/** A part ends with the record that has this many rows or more. */
const rowsAtOnce = 5000;

/** The other file cannot be read on; ends what `use` of `readForeignReviews` has begun. */
class UnreadableFile extends Error {}

/**
 * Passes the reviews and AIS decisions of another workspace file to `use`, in parts of whole records, and its lists;
 * the file is not changed. Times of reviews more than a day after `now` (UTC, ISO 8601) become `now`.
 */
export function readForeignReviews<T>(
  path: string,
  now: string,
  use: (parts: Iterable<ForeignReviews>, lists: ForeignLists, items: ForeignItems) => T,
): ForeignOutcome<T> {
  let database: DatabaseSync | undefined;
  try {
    const foreign = explained(() => openForeign(path, 2000));
    ({ database } = foreign);
    const problem = problemOf(foreign);
    if (problem !== undefined) return { kind: 'refused', reason: problem };
    const sql = createSql(database);
    const tooMany = explained(() => describeTooManyReviews(sql));
    if (tooMany !== undefined) return { kind: 'refused', reason: tooMany };
    const lists = explained(() => readForeignLists(sql));
    const items = explained(() => readItems(sql));
    return { kind: 'done', value: use(readParts(sql, now), lists, items) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'refused', reason: error.message };
    throw error;
  } finally {
    if (database) closeDatabase(database);
  }
}

/** Turns SQLite's errors about the other file into `UnreadableFile`, so that they are not taken for ones about this one. */
function explained<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const code = sqliteCode(error) ?? 0;
    const reason = isContentError(error) && code !== sqliteCodes.notADatabase ? damaged : reasons[code];
    if (reason === undefined) throw error;
    throw new UnreadableFile(reason, { cause: error });
  }
}

function problemOf({ database, schema }: ForeignDatabase): string | undefined {
  switch (schema.kind) {
    case 'workspace':
      return undefined;
    case 'refused':
      return `${schema.problem} Open it in the Sightline that it belongs to, rebuild it from its raw records there, then merge it.`;
    case 'empty':
    case 'other':
      return describeForeignDatabase(database);
  }
}

/** No workspace has as many by itself: they wait for detections, and all of one record are read at once. */
const [maxUnattached, maxOfRecord] = [100_000, 100_000];

/** Reason why the reviews of a file are too many to be merged; undefined where they are not. */
export function describeTooManyReviews(sql: Sql): string | undefined {
  const limit = `LIMIT ${maxUnattached + 1}`;
  if (countRows(sql, `(SELECT 1 FROM ${unattached} ${limit})`) > maxUnattached)
    return `It has more than ${formatCount(maxUnattached)} reviews of detections that it does not have, which no workspace has by itself. Ask for a case of its records with their reviews.`;
  const [record] = sql.arrays(
    `SELECT record_id, count(*) FROM (${everyReview}) GROUP BY record_id HAVING count(*) > ${maxOfRecord} LIMIT 1`,
  );
  if (!record) return undefined;
  return `It has ${formatCount(Number(record[1]))} reviews and AIS decisions of the record ${quoteOutsideText(String(record[0]))}, with their history; at most ${formatCount(maxOfRecord)} of one record can be merged. Ask for a case without this record.`;
}

const everyReview = `SELECT record_id FROM reviews UNION ALL SELECT record_id FROM review_history
  UNION ALL SELECT record_id FROM ais_decisions`;

/** Far more than an analyst makes. */
const maxItems = 100_000;

function readItems(sql: Sql): ForeignItems {
  const ids = (select: string) =>
    sql.arrays(`${select} LIMIT ${maxItems}`).map(([id]) => (typeof id === 'string' ? id : ''));
  return {
    layers: new Map(
      sql
        .arrays(`SELECT layer_id, body FROM layers LIMIT ${maxItems}`)
        .map(([id, body]) => [
          String(id),
          layerHistorySchema.safeParse(parseBoundedJson(typeof body === 'string' ? body : '')).data,
        ]),
    ),
    sites: ids('SELECT area_id FROM areas WHERE site_min_share NOT NULL'),
    rules: ids('SELECT rule_id FROM watch_rules WHERE deleted_at IS NULL'),
    lists: new Map(listsOnWay('merge').map((kind) => [kind, listItems(sql, kind).map(({ id }) => id)])),
  };
}

const damaged =
  'The file is damaged. Rebuild it from its raw records in the Sightline that it belongs to, then merge it.';

const reasons: Readonly<Record<number, string>> = {
  [sqliteCodes.notADatabase]: 'It is no workspace of Sightline.',
  [sqliteCodes.busy]: 'The file is locked by another program. Close it there and try again.',
  [sqliteCodes.ioError]:
    'The disk of the file failed. Check it, or copy the file to another disk and try again.',
  [sqliteCodes.cantOpen]: 'The file cannot be opened. Check that it is still there and may be read.',
  [sqliteCodes.readOnly]:
    'The file was not closed in order, and its folder may not be written. Copy it to another folder, together with the files beside it that have its name.',
};

function* readParts(sql: Sql, now: string): Generator<ForeignReviews, void> {
  for (const range of explained(() => recordRanges(sql))) yield explained(() => readPart(sql, range, now));
}

/** The first and the last record id of each part. Ids of any type are ordered as SQLite orders them. */
type RecordRange = readonly [first: SqlValue, last: SqlValue];

function recordRanges(sql: Sql): readonly RecordRange[] {
  const ranges: RecordRange[] = [];
  let first: SqlValue | undefined;
  let size = 0;
  const records = sql.all(
    `SELECT record_id, count(*) AS size FROM (${everyReview}) GROUP BY record_id ORDER BY record_id`,
  );
  for (const [index, row] of records.entries()) {
    const id = row.record_id as SqlValue;
    first ??= id;
    size += numberCell(row, 'size');
    if (size < rowsAtOnce && index < records.length - 1) continue;
    ranges.push([first, id]);
    first = undefined;
    size = 0;
  }
  return ranges;
}

function readPart(sql: Sql, range: RecordRange, now: string): ForeignReviews {
  const reviews = readRows(sql, 'SELECT * FROM reviews', 'record_id, detection_id', range, now);
  const history = readRows(sql, 'SELECT * FROM review_history', 'id', range, now);
  const decided = sql
    .all('SELECT * FROM ais_decisions WHERE record_id BETWEEN ? AND ? ORDER BY id', ...range)
    .map(parseDecision);
  const decisions = decided.flatMap((entry) => (entry ? [withLimitedTime(entry, now)] : []));
  return {
    reviews: reviews.rows.map(({ entry }) => entry),
    history: history.rows.map(({ entry, row }) => ({
      ...entry,
      isLocalChange: typeof row.batch === 'string',
    })),
    decisions,
    decided: readDecidedDetections(sql, decisions),
    unreadable: reviews.unreadable + history.unreadable + decided.filter((entry) => !entry).length,
  };
}

type Rows = {
  readonly rows: { readonly entry: ReviewOfDetection; readonly row: SqlRow }[];
  unreadable: number;
};

function readRows(sql: Sql, select: string, order: string, [first, last]: RecordRange, now: string): Rows {
  const read: Rows = { rows: [], unreadable: 0 };
  for (const row of sql.all(`${select} WHERE record_id BETWEEN ? AND ? ORDER BY ${order}`, first, last)) {
    const entry = parseReviewRow(row);
    if (!entry) read.unreadable += 1;
    else {
      const reviewedAt = limitTime(entry.review.reviewedAt, now);
      read.rows.push({ entry: { ...entry, review: { ...entry.review, reviewedAt } }, row });
    }
  }
  return read;
}
