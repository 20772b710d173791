import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { AisFilePreview } from '../../../shared/ais/ais-file.ts';
import type { AisPosition } from '../../../shared/ais/contact.ts';
import { packReports } from '../../../shared/ais/pack-reports.ts';
import { type AisMapping, timeTextOf } from '../../../shared/ais/read/ais-columns.ts';
import { createReach, type PassReach } from '../../../shared/ais/read/ais-reach.ts';
import { type AisReadSummary, createAisReader } from '../../../shared/ais/read/create-ais-reader.ts';
import {
  createMessageRows,
  hasSentences,
  type MessageCounts,
  messageMapping,
} from '../../../shared/ais/read/message-rows.ts';
import { recognizeColumns } from '../../../shared/ais/read/recognize-columns.ts';
import { createTimeSurvey, isCertainTime, type TimeReading } from '../../../shared/ais/read/report-times.ts';
import { newFaultCounts, toTracks } from '../../../shared/ais/track.ts';
import { cutText } from '../../../shared/cut-text.ts';
import { formatCount, formatQuantity } from '../../../shared/format.ts';
import { createCsvRows, readCsvStart } from '../../../shared/parse-csv.ts';
import { toSingleLine } from '../../../shared/printable-text.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { ToolContext } from '../base/tool-context.ts';
import { createIndexWriter } from '../workspace/tables/ais-index.ts';
import {
  firstCells,
  firstRows,
  namesOfField,
  type ReadAisFile,
  withoutMessages,
  withoutTimes,
} from './describe-import.ts';
import {
  forEachRow,
  type OpenedTables,
  readTextStart,
  toShownCell,
  withReadableRows,
  withTables,
} from './open-tables.ts';

/** A file to be read; its contacts within reach of the passes become a database at `to`. */
export type AisFileTask = {
  readonly path: string;
  readonly name: string;
  readonly mapping: AisMapping;
  readonly passes: readonly PassReach[];
  readonly to: string;
};

const sampleRows = 20;

/** The heading and first rows of a file, and what its columns seem to mean. Fails with `invalid-input`. */
export function previewAisFile(
  path: string,
  name: string,
): Result<
  Pick<
    AisFilePreview,
    'publisher' | 'heading' | 'samples' | 'isDecimalComma' | 'mapping' | 'reasons' | 'isOfMessages'
  > & {
    readonly isTimeCertain: boolean;
  }
> {
  return withTables(path, name, ({ tables: [table] }) => {
    const { text, isWhole } = readTextStart(table);
    if (hasSentences(text)) return previewMessages(text, name);
    const { separator, start } = readCsvStart(text);
    const rows = createCsvRows(separator, Number.POSITIVE_INFINITY);
    // With its end the text has all rows, also after a mark that is not closed; the last one may be cut.
    const [heading, ...all] = [...rows.push(text.slice(start)), ...rows.end()];
    if (heading && heading.length > maxColumns)
      return fail('invalid-input', `${name} has more than 1,000 columns, the limit.`);
    const data = isWhole ? all : all.slice(0, -1);
    if (!heading || heading.length < 2)
      return fail('invalid-input', `${name} is no table in text: its first line has no columns.`);
    const samples = data.slice(0, sampleRows);
    const recognized = recognizeColumns(heading, samples, data);
    const times = samples.map((row) => timeTextOf(recognized.mapping.columns, row)).filter(Boolean);
    return succeed({
      ...recognized,
      heading: heading.map(toShownCell),
      samples: samples.slice(0, 5).map((row) => row.map(toShownCell)),
      isDecimalComma: separator !== ',',
      isTimeCertain: times.every(isCertainTime),
      isOfMessages: false,
    });
  });
}

/** The first messages of a file of sentences, whose columns are always the same. */
function previewMessages(text: string, name: string): ReturnType<typeof previewAisFile> {
  const messages = createMessageRows(Number.POSITIVE_INFINITY);
  const [heading = [], ...rows] = [...messages.push(text), ...messages.end()];
  if (rows.length === 0) return fail('invalid-input', withoutMessages(name, messages.counts()));
  const { columns } = messageMapping;
  const timed = rows.filter((row) => timeTextOf(columns, row) !== '');
  if (timed.length === 0) return fail('invalid-input', withoutTimes(name, rows.length, rows.length));
  const positions = timed.filter((row) => row[columns.longitude ?? -1] !== '');
  return succeed({
    ...{ publisher: null, heading, mapping: messageMapping, reasons: [], isDecimalComma: false },
    samples: (positions.length > 0 ? positions : timed).slice(0, 5),
    isTimeCertain: timed.every((row) => isCertainTime(timeTextOf(columns, row))),
    isOfMessages: true,
  });
}

/** Columns of a table: their meaning is looked for before anything can be cancelled. Files of reports have some ten. */
const maxColumns = 1_000;

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
  return withReadableRows(path, name, (tables) => {
    forEachRow(tables, context, (row) => survey.add(timeTextOf(columns, row)));
    return succeed(survey.readings());
  });
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
         from_ms REAL NOT NULL, to_ms REAL NOT NULL, reports BLOB NOT NULL);
       CREATE TABLE tiles (id INTEGER PRIMARY KEY, hour INTEGER NOT NULL, cell INTEGER NOT NULL,
         reports BLOB NOT NULL); BEGIN`,
    );
    const read = withReadableRows(task.path, task.name, (tables) => {
      const { reader, ...read } = readReports(tables, task, database, context);
      const { heading, messages } = read;
      const summary = reader.summary();
      const refusal = messages
        ? describeMessages(summary, messages, task)
        : describeUnreadable(summary, heading, task);
      if (refusal !== null) return fail('invalid-input', refusal);
      const written = writeContacts(database, reader.staticOf, summary.faults, context);
      if (!written.ok)
        return fail('invalid-input', `${task.name} was not imported. ${written.failure.message}`);
      database.exec('DROP TABLE raw; COMMIT');
      return succeed({ ...summary, ...written.value, ...read });
    });
    isRead = read.ok;
    return read;
  } finally {
    database.close();
    if (!isRead) rmSync(task.to, { force: true });
  }
}

function readReports(
  tables: OpenedTables,
  { mapping, passes }: AisFileTask,
  database: DatabaseSync,
  context: ToolContext,
) {
  const insertTile = database.prepare('INSERT INTO tiles (hour, cell, reports) VALUES (?, ?, ?)');
  let indexBytes = 0;
  const index = createIndexWriter(({ hour, cell, reports }) => {
    insertTile.run(hour, cell, reports);
    indexBytes += reports.length;
  });
  const insert = database.prepare('INSERT INTO raw VALUES (?, ?, ?, ?, ?, ?, ?)');
  const isInReach = createReach(passes);
  let reader = createAisReader(mapping, isInReach, false);
  const read = forEachRow(
    tables,
    context,
    (row) => insertReport(insert, reader.read(row)),
    (heading, separator) => {
      reader = createAisReader(mapping, isInReach, separator !== ',', heading, index.add);
    },
  );
  index.end(reader.staticOf);
  return { ...read, reader, indexBytes };
}

/** Reason why a file of messages is not imported: it has none, or more than a tenth have no time; else null. */
function describeMessages(
  { rows, unreadable }: AisReadSummary,
  messages: MessageCounts,
  { name }: AisFileTask,
): string | null {
  if (rows === 0) return withoutMessages(name, messages);
  const untimed = unreadable.find(({ field }) => field === 'time')?.rows ?? 0;
  return untimed * 10 > rows ? withoutTimes(name, untimed, rows) : null;
}

/** Reason why a file of which more than a tenth cannot be read is not imported; null for any other. */
function describeUnreadable(
  { rows, unreadable, rounded, long }: AisReadSummary,
  heading: readonly string[],
  { name, mapping }: AisFileTask,
): string | null {
  // No other column has the digits that a spreadsheet has lost, so the other rows are read while they are most.
  if (rounded.rows * 2 > rows)
    return `${formatCount(rounded.rows)} of ${formatQuantity(rows, 'row')} of ${name} have an identifier such as “${cutText(toSingleLine(rounded.first), 40)}”, which a spreadsheet made of a number: its last digits are lost. Export the file again without a spreadsheet, or with the column as text.`;
  if (long.rows * 2 > rows)
    return `${formatCount(long.rows)} of ${formatQuantity(rows, 'row')} of ${name} have more cells than the ${formatCount(heading.length)} names of its first row (${firstRows(long)}), so it is unknown which columns they are in. Name all columns, or put cells with separators into quotation marks.`;
  const count = unreadable.reduce((sum, each) => sum + each.rows, 0);
  if (count * 10 <= rows) return null;
  const parts = unreadable
    .toSorted((one, other) => other.rows - one.rows)
    .map(
      ({ field, rows: ofField, first }) =>
        `${formatCount(ofField)} in the column ${namesOfField(field, heading, mapping)} (${field}): ${firstCells(first)}`,
    );
  return `${formatCount(count)} of ${formatQuantity(rows, 'row')} of ${name} cannot be read, so nothing was imported. ${parts.join('; ')}. Choose other columns, or how times are written.`;
}

function insertReport(insert: ReturnType<DatabaseSync['prepare']>, report: AisPosition | undefined): void {
  if (!report) return;
  const { identifier, timeMs, longitude, latitude, speedKnots, courseDegrees, headingDegrees } = report;
  insert.run(identifier, timeMs, longitude, latitude, speedKnots, courseDegrees, headingDegrees);
}

/** A transponder sends one every two seconds at most; all of one contact are in memory at once. */
const maxReportsOfContact = 500_000;

/**
 * Writes a row for each contact; duplicates and jumps are left out, and counted with the other faults, not as accepted.
 * Fails with `invalid-input` where one has more reports than a transponder sends.
 */
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
    if (same.length === maxReportsOfContact)
      return fail(
        'invalid-input',
        `It has more than ${formatCount(maxReportsOfContact)} reports of the identifier ${identifier} within reach of passes, which no transponder sends. Choose another column of identifiers or, where several years are in the file, split it by time.`,
      );
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
  return succeed({ contacts, accepted, faults });
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
