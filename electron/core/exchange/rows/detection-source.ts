import type { SQLOutputValue } from 'node:sqlite';
import type { Review } from '../../../../shared/review/review.ts';
import { asText } from '../../workspace/file/cells.ts';
import { detectionTables, selectFromBoth } from '../../workspace/file/detection-tables.ts';
import { noProperties, parseProperties } from '../../workspace/file/parse-properties.ts';
import { type Sql, sqliteCode, sqliteCodes } from '../../workspace/file/sql.ts';
import type { DamagedRows } from '../../workspace/safety/damaged-rows.ts';
import type { KeyRange } from '../../workspace/safety/rows-on-pages.ts';
import type { PlannedScope } from '../export-plan.ts';
import { createNameReader, type DetectionName, type NamedDetection } from './detection-name.ts';
import { createRecordFacts, type RecordFacts } from './record-facts.ts';

/** The review of a detection, with any verdict that is stored. */
type RowReview = Omit<Review, 'verdict'> & { readonly verdict: string | null };

/** One detection as an export reads it. Rows of the same record and sensor share one `facts` object. */
export type DetectionSourceRow = {
  /** The number in this workspace, which names nothing outside it. */
  readonly id: number;
  readonly name: DetectionName;
  /** GeoPackageBinary, as stored in the workspace. */
  readonly geometry: Uint8Array | null;
  readonly facts: RecordFacts;
  readonly chipIdentifier: string | null;
  readonly confidence: number | null;
  readonly properties: Readonly<Record<string, unknown>>;
  /** The properties as the text of a JSON object. */
  readonly propertiesText: string;
  readonly review: RowReview | null;
};

/** The number of rows per batch: enough to be fast, few enough to limit memory. */
const batchSize = 250;

/** Ids from `from` inclusive to `to` exclusive. */
export type IdRange = {
  readonly from: number;
  readonly to: number;
  /** Whether the rows that follow lie on damaged pages. */
  readonly isBeforeDamage?: boolean;
};

const everyId: IdRange = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** Creates the temporary table of the scope's ids. Must be called once, before `readDetections`. */
export function prepareScope(sql: Sql, scope: PlannedScope): void {
  if (scope.kind === 'all') return;
  sql.database.exec('CREATE TEMP TABLE chosen (id INTEGER PRIMARY KEY)');
  for (let at = 0; at < scope.ids.length; at += 10_000) {
    const ids = JSON.stringify(Array.from(scope.ids.subarray(at, at + 10_000)));
    sql.run`INSERT OR IGNORE INTO chosen SELECT value FROM json_each(${ids})`;
  }
}

/** The number of detections in scope with an image, each once, though it may be in several. */
export function countImaged(sql: Sql, scope: PlannedScope): number {
  const inScope = scope.kind === 'all' ? 'TRUE' : 'fid IN (SELECT id FROM chosen)';
  // The indexes by record_key have all that is read, so that damaged pages of the tables stop nothing.
  const [[count] = []] = sql.arrays(
    `SELECT count(*) FROM (${selectFromBoth((table) => `SELECT fid, record_key FROM ${table}`)})
     WHERE ${inScope} AND record_key IN
       (SELECT records.id FROM records JOIN sensors ON sensors.record_id = records.record_id)`,
  );
  return Number(count);
}

/** Readers of facts that several rows share. Ranges of one transaction can share it. */
export function createRowReaders(sql: Sql, damaged?: DamagedRows) {
  return { factsOf: createRecordFacts(sql, damaged), names: createNameReader(sql, damaged) };
}

type RowReaders = ReturnType<typeof createRowReaders>;

/** The detections in scope by ascending id, in batches. */
export function* readDetections(
  sql: Sql,
  scope: PlannedScope,
  withReviews: boolean,
  range: IdRange = everyId,
  readers = createRowReaders(sql, scope.damage?.rows),
): Generator<readonly DetectionSourceRow[]> {
  const reviewOf = withReviews ? createReviews(sql, scope, range) : () => null;
  for (const batch of readCells(sql, scope, rowColumns, range)) yield readRows(batch, readers, reviewOf);
}

/** Reads the facts that determine the columns of a layer of the detections in scope: properties, and geometries that may have heights. */
export function* readContents(
  sql: Sql,
  scope: PlannedScope,
): Generator<readonly Pick<DetectionSourceRow, 'geometry' | 'properties'>[]> {
  for (const batch of readCells(sql, scope, contentColumns, everyId))
    yield batch.map(([, geometry, text]) => ({
      geometry: geometryOf(geometry),
      properties: parseProperties(text),
    }));
}

/** Rows of both tables by ascending id, in batches. */
function* readCells(
  sql: Sql,
  scope: PlannedScope,
  columns: string,
  range: IdRange,
): Generator<readonly Cells[]> {
  const [points, areas] = detectionTables.map((table) =>
    createCursor(
      sql,
      selectDetections(table, scope, columns),
      intactRanges(range, scope.damage?.rows?.[table]),
    ),
  ) as [Cursor, Cursor];
  for (;;) {
    const batch: Cells[] = [];
    for (;;) {
      const point = points.peek();
      const area = areas.peek();
      const cursor = point === undefined || (area !== undefined && key(area) < key(point)) ? areas : points;
      const next = cursor.peek();
      // Rows of one record stay in one batch, unless they are very many.
      const isOfLast = recordOf(next) !== undefined && recordOf(next) === recordOf(batch.at(-1));
      if (!next || batch.length >= (isOfLast ? 2 * batchSize : batchSize)) break;
      batch.push(next);
      cursor.take();
    }
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
  }
}

type Cells = readonly SQLOutputValue[];

/** The key of a row's record; undefined where it is not read. */
function recordOf(cells: Cells | undefined): SQLOutputValue | undefined {
  return cells?.[recordKeyColumn];
}

function key(cells: Cells): number {
  return cells[0] as number;
}

/** The number of bytes of a point as the workspace writes it. */
const pointLength = 29;

/** The text of a point is its bytes in hexadecimal: an array of bytes for each row takes more time. */
const rowColumns = `d.fid, CASE WHEN typeof(d.geom) <> 'blob' THEN NULL
    WHEN length(d.geom) = ${pointLength} THEN hex(d.geom) ELSE d.geom END,
  d.record_id, d.sensor_id, d.analytic, d.region, d.collected_at, d.uploaded_at, d.chip_identifier, d.confidence,
  d.properties, d.position, d.record_key`;

/** The index of the key of the record among `rowColumns`. */
const recordKeyColumn = 12;

/** A point of that length has no height. */
const contentColumns = `d.fid,
  CASE WHEN typeof(d.geom) = 'blob' AND length(d.geom) <> ${pointLength} THEN d.geom END, d.properties`;

function selectDetections(table: string, scope: PlannedScope, columns: string): string {
  return scope.kind === 'all'
    ? `SELECT ${columns} FROM ${table} AS d WHERE d.fid >= ? AND d.fid < ? ORDER BY d.fid`
    : `SELECT ${columns} FROM chosen CROSS JOIN ${table} AS d ON d.fid = chosen.id
       WHERE chosen.id >= ? AND chosen.id < ? ORDER BY chosen.id`;
}

function readRows(
  batch: readonly Cells[],
  { factsOf, names }: RowReaders,
  reviewOf: (id: number) => RowReview | null,
): readonly DetectionSourceRow[] {
  const read = batch.map((cells) => {
    const [, , , , , , , , , , text, position, recordKey] = cells;
    const facts = factsOf(cells);
    const named = {
      id: key(cells),
      recordId: facts.recordId,
      recordKey: typeof recordKey === 'number' ? recordKey : null,
      position: Number(position),
      properties: parseProperties(text),
    };
    return { cells, facts, named };
  });
  names.see(read.map(({ named }) => named));
  return read.map((row) => toSourceRow(row, names.nameOf(row.named), reviewOf));
}

function toSourceRow(
  {
    cells,
    facts,
    named: { id, properties },
  }: { readonly cells: Cells; readonly facts: RecordFacts; readonly named: NamedDetection },
  name: DetectionName,
  reviewOf: (id: number) => RowReview | null,
): DetectionSourceRow {
  const [, geometry, , , , , , , chipIdentifier, confidence, text] = cells;
  return {
    id,
    name,
    geometry: geometryOf(geometry),
    facts,
    chipIdentifier: asText(chipIdentifier),
    confidence: Number.isFinite(confidence) ? (confidence as number) : null,
    properties,
    propertiesText: typeof text === 'string' && properties !== noProperties ? text : '{}',
    review: reviewOf(id),
  };
}

function geometryOf(cell: SQLOutputValue | undefined): Uint8Array | null {
  if (typeof cell === 'string') return Buffer.from(cell, 'hex');
  return cell instanceof Uint8Array ? cell : null;
}

/**
 * Iterates rows of these ranges by ascending key in batches; no statement stays open between batches. `text` is given
 * the first key and the end.
 */
function createCursor(sql: Sql, text: string, ranges: readonly IdRange[]) {
  const left = ranges.values();
  let range = left.next().value;
  let from = range?.from ?? 0;
  let rows: readonly Cells[] = [];
  let at = 0;
  const fill = () => {
    while (at >= rows.length && range) {
      rows = fetchRows(sql, text, { ...range, from });
      at = 0;
      const last = rows.at(-1);
      if (!last) range = left.next().value;
      from = last ? key(last) + 1 : (range?.from ?? 0);
    }
  };
  return {
    peek(): Cells | undefined {
      fill();
      return rows[at];
    },
    take(): Cells | undefined {
      fill();
      const row = rows[at];
      at += 1;
      return row;
    },
  };
}

type Cursor = ReturnType<typeof createCursor>;

/** The first rows of a range. Where damaged pages follow it, SQLite refuses to go beyond the last intact row. */
function fetchRows(sql: Sql, text: string, range: IdRange): readonly Cells[] {
  for (let count = batchSize; ; count = Math.floor(count / 2)) {
    try {
      // SQLite prepares a statement again whenever a parameter of its LIMIT is bound.
      return sql.arrays(`${text} LIMIT ${count}`, range.from, range.to);
    } catch (error) {
      if (!range.isBeforeDamage || sqliteCode(error) !== sqliteCodes.corrupt) throw error;
      if (count <= 1) return [];
    }
  }
}

/** The parts of a range without these rows. */
function intactRanges(range: IdRange, damaged: readonly KeyRange[] = []): readonly IdRange[] {
  const intact: IdRange[] = [];
  let from = range.from;
  for (const gap of damaged.toSorted((one, other) => one.from - other.from)) {
    if (gap.from > from && from < range.to)
      intact.push({ from, to: Math.min(gap.from, range.to), isBeforeDamage: true });
    from = Math.max(from, gap.to + 1);
  }
  if (from < range.to) intact.push({ from, to: range.to });
  return intact;
}

/** The review of each detection; must be called with ascending ids. */
function createReviews(sql: Sql, scope: PlannedScope, range: IdRange): (id: number) => RowReview | null {
  const columns = 'detection_id, verdict, flagged, note, reviewer, reviewed_at';
  const cursor = createCursor(
    sql,
    scope.kind === 'all'
      ? `SELECT ${columns} FROM reviews WHERE detection_id >= ? AND detection_id < ? ORDER BY detection_id`
      : `SELECT ${columns} FROM chosen CROSS JOIN reviews ON detection_id = chosen.id
         WHERE chosen.id >= ? AND chosen.id < ? ORDER BY chosen.id`,
    intactRanges(range, scope.damage?.rows?.reviews),
  );
  return (id) => {
    let cells = cursor.peek();
    while (cells !== undefined && key(cells) < id) {
      cursor.take();
      cells = cursor.peek();
    }
    if (cells === undefined || key(cells) !== id) return null;
    const [, verdict, flagged, note, reviewer, reviewedAt] = cells;
    // A review that was cleared is stored only for merging with other workspaces.
    if (verdict === null && flagged === 0 && note === '') return null;
    return {
      verdict: asText(verdict),
      flagged: flagged === 1,
      note: asText(note) ?? '',
      reviewer: asText(reviewer) ?? '',
      reviewedAt: asText(reviewedAt) ?? '',
    };
  };
}
