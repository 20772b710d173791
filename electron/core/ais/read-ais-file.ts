import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { AisFilePreview } from '../../../shared/ais/ais-file.ts';
import type { AisPosition } from '../../../shared/ais/contact.ts';
import { packReports } from '../../../shared/ais/pack-reports.ts';
import { type AisMapping, recognizeColumns, timeTextOf } from '../../../shared/ais/read/ais-columns.ts';
import { createReach, type PassReach } from '../../../shared/ais/read/ais-reach.ts';
import { type AisReadSummary, createAisReader } from '../../../shared/ais/read/create-ais-reader.ts';
import { createTimeSurvey, isCertainTime, type TimeReading } from '../../../shared/ais/read/report-times.ts';
import { newFaultCounts, toTracks } from '../../../shared/ais/track.ts';
import { cutText } from '../../../shared/cut-text.ts';
import { formatCount, formatQuantity } from '../../../shared/format.ts';
import { CsvRowTooLong, createCsvRows, readCsvStart } from '../../../shared/parse-csv.ts';
import { toSingleLine } from '../../../shared/printable-text.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { ToolContext } from '../base/tool-context.ts';

/** A file to be read; its contacts within reach of the passes become a database at `to`. */
export type AisFileTask = {
  readonly path: string;
  readonly name: string;
  readonly mapping: AisMapping;
  readonly passes: readonly PassReach[];
  readonly to: string;
};

/** Counts of the written file: `contacts` rows of the table `contacts`. */
export type ReadAisFile = AisReadSummary & {
  readonly contacts: number;
  readonly heading: readonly string[];
  /** SHA-256 of the bytes of the file. */
  readonly digest: string;
};

const chunkBytes = 1 << 18;
const maxRowLength = 1 << 20;
const sampleRows = 20;

/** The heading and first rows of a file, and what its columns seem to mean. Fails with `invalid-input`. */
export function previewAisFile(
  path: string,
  name: string,
): Result<
  Pick<AisFilePreview, 'publisher' | 'heading' | 'samples' | 'mapping'> & { readonly isTimeCertain: boolean }
> {
  const descriptor = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(256 * 1024);
    const length = readSync(descriptor, bytes, 0, bytes.length, 0);
    const text = createDecoder(bytes).decode(bytes.subarray(0, length), { stream: true });
    const { separator, start } = readCsvStart(text);
    const rows = createCsvRows(separator, Number.POSITIVE_INFINITY);
    const complete = rows.push(text.slice(start));
    const all = length < bytes.length ? [...complete, ...rows.end()] : complete;
    const [heading, ...samples] = all.slice(0, sampleRows + 1);
    if (!heading || heading.length < 2)
      return fail('invalid-input', `${name} is no table in text: its first line has no columns.`);
    const recognized = recognizeColumns(heading, samples);
    const times = samples.map((row) => timeTextOf(recognized.mapping.columns, row)).filter(Boolean);
    return succeed({
      ...recognized,
      heading,
      samples: samples.slice(0, 5),
      isTimeCertain: times.every(isCertainTime),
    });
  } finally {
    closeSync(descriptor);
  }
}

/** UTF-16 by its byte order mark, else UTF-8. */
function createDecoder(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  return new TextDecoder();
}

/** The columns of a file that have its times. */
export type AisTimesTask = {
  readonly path: string;
  readonly name: string;
  readonly columns: AisMapping['columns'];
};

/** The ways in which the times of all rows can be read. Fails with `invalid-input` for a file that cannot be read. */
export function readAisTimes(
  { path, name, columns }: AisTimesTask,
  context: ToolContext,
): Result<readonly TimeReading[]> {
  const survey = createTimeSurvey();
  let isHeading = true;
  return withReadableRows(name, () => {
    forEachRow(path, context, (row) => {
      if (!isHeading) survey.add(timeTextOf(columns, row));
      isHeading = false;
    });
    return succeed(survey.readings());
  });
}

/** Fails with `invalid-input` where a row does not end. */
function withReadableRows<Value>(name: string, read: () => Result<Value>): Result<Value> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CsvRowTooLong)) throw error;
    return fail(
      'invalid-input',
      `${name} has a line of more than a million characters: a quotation mark in it is not closed.`,
    );
  }
}

/** Reads a file of reports row by row. Fails with `invalid-input` for one that cannot be read; `to` is deleted then. */
export function readAisFile(task: AisFileTask, context: ToolContext): Result<ReadAisFile> {
  const database = new DatabaseSync(task.to);
  let isRead = false;
  try {
    database.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768;
       CREATE TABLE raw (identifier TEXT NOT NULL, time_ms REAL, longitude REAL, latitude REAL, speed REAL, course REAL, heading REAL);
       CREATE TABLE contacts (id INTEGER PRIMARY KEY, identifier TEXT NOT NULL, facts TEXT NOT NULL,
         from_ms REAL NOT NULL, to_ms REAL NOT NULL, reports BLOB NOT NULL); BEGIN`,
    );
    const read = withReadableRows(task.name, () => {
      const { heading, reader, digest } = readReports(task, database, context);
      const summary = reader.summary();
      const refusal = describeUnreadable(summary, heading, task);
      if (refusal !== null) return fail('invalid-input', refusal);
      const written = writeContacts(database, reader.staticOf, summary.faults, context);
      database.exec('DROP TABLE raw; COMMIT');
      return succeed({ ...summary, ...written, heading, digest });
    });
    isRead = read.ok;
    return read;
  } finally {
    database.close();
    if (!isRead) rmSync(task.to, { force: true });
  }
}

function readReports({ path, mapping, passes }: AisFileTask, database: DatabaseSync, context: ToolContext) {
  const insert = database.prepare('INSERT INTO raw VALUES (?, ?, ?, ?, ?, ?, ?)');
  const readerOf = (separator: string) => createAisReader(mapping, createReach(passes), separator === ';');
  let heading: readonly string[] | undefined;
  let reader = readerOf('');
  const digest = forEachRow(path, context, (row, separator) => {
    if (heading) return insertReport(insert, reader.read(row));
    heading = row;
    reader = readerOf(separator);
  });
  return { heading: heading ?? [], reader, digest };
}

/** Visits the rows of a file one by one, the heading first; returns the SHA-256 of its bytes. Throws `CsvRowTooLong`. */
function forEachRow(
  path: string,
  context: ToolContext,
  visit: (row: readonly string[], separator: string) => void,
): string {
  const descriptor = openSync(path, 'r');
  const hash = createHash('sha256');
  try {
    const total = fstatSync(descriptor).size;
    const bytes = Buffer.alloc(chunkBytes);
    let decoder: InstanceType<typeof TextDecoder> | undefined;
    let table: { readonly separator: string; readonly rows: ReturnType<typeof createCsvRows> } | undefined;
    for (let done = 0; ; ) {
      context.throwIfStopped();
      const length = readSync(descriptor, bytes, 0, bytes.length, done);
      hash.update(bytes.subarray(0, length));
      decoder ??= createDecoder(bytes);
      let text = decoder.decode(bytes.subarray(0, length), { stream: length > 0 });
      if (!table) {
        const { separator, start } = readCsvStart(text);
        table = { separator, rows: createCsvRows(separator, maxRowLength) };
        text = text.slice(start);
      }
      const { separator, rows } = table;
      for (const row of rows.push(text)) visit(row, separator);
      done += length;
      context.progress({ done, total, unit: 'bytes' });
      if (length > 0) continue;
      for (const row of rows.end()) visit(row, separator);
      return hash.digest('hex');
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Reason why a file of which more than a tenth cannot be read is not imported; null for any other. */
function describeUnreadable(
  { rows, unreadable }: AisReadSummary,
  heading: readonly string[],
  { name, mapping: { columns } }: AisFileTask,
): string | null {
  const count = unreadable.reduce((sum, each) => sum + each.rows, 0);
  if (count * 10 <= rows) return null;
  const parts = unreadable
    .toSorted((one, other) => other.rows - one.rows)
    .map(({ field, rows: ofField, first }) => {
      const indexes = field === 'time' ? [columns.date, columns.time] : [columns[field]];
      const names = indexes.flatMap((index) => (index === undefined ? [] : `“${heading[index] ?? ''}”`));
      const cells = first.map(({ row, text }) => `row ${row} has “${cutText(toSingleLine(text), 40)}”`);
      return `${formatCount(ofField)} in the column ${names.join(' and ')} (${field}): ${cells.join(', ')}`;
    });
  return `${formatCount(count)} of ${formatQuantity(rows, 'row')} of ${name} cannot be read, so nothing was imported. ${parts.join('; ')}. Choose other columns, or how times are written.`;
}

function insertReport(insert: ReturnType<DatabaseSync['prepare']>, report: AisPosition | undefined): void {
  if (!report) return;
  const { identifier, timeMs, longitude, latitude, speedKnots, courseDegrees, headingDegrees } = report;
  insert.run(identifier, timeMs, longitude, latitude, speedKnots, courseDegrees, headingDegrees);
}

/** Writes a row for each contact; duplicates and jumps are left out, and counted with the other faults, not as accepted. */
function writeContacts(
  database: DatabaseSync,
  staticOf: (identifier: string) => unknown,
  read: AisReadSummary['faults'],
  context: ToolContext,
) {
  const faults = { ...read };
  const insert = database.prepare(
    'INSERT INTO contacts (identifier, facts, from_ms, to_ms, reports) VALUES (?, ?, ?, ?, ?)',
  );
  let [contacts, accepted] = [0, 0];
  let same: AisPosition[] = [];
  const flush = () => {
    const [first] = same;
    if (!first) return;
    const counted = newFaultCounts();
    const reports = toTracks(same, counted)
      .flat()
      .toSorted((one, other) => one.timeMs - other.timeMs);
    accepted += reports.length;
    faults.duplicate += counted.duplicate;
    faults.jump += counted.jump;
    const facts = JSON.stringify(staticOf(first.identifier));
    const [from, to] = [reports[0]?.timeMs ?? 0, reports.at(-1)?.timeMs ?? 0];
    insert.run(first.identifier, facts, from, to, packReports(reports));
    contacts += 1;
    same = [];
    if (contacts % 100 === 0) context.throwIfStopped();
  };
  for (const row of database.prepare('SELECT * FROM raw ORDER BY identifier, time_ms').iterate()) {
    const identifier = String(row.identifier);
    if (same[0]?.identifier !== identifier) flush();
    same.push({
      identifier,
      timeMs: Number(row.time_ms),
      longitude: Number(row.longitude),
      latitude: Number(row.latitude),
      speedKnots: numberOrNull(row.speed),
      courseDegrees: numberOrNull(row.course),
      headingDegrees: numberOrNull(row.heading),
    });
  }
  flush();
  return { contacts, accepted, faults };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
