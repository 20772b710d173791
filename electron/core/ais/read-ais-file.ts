import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { AisFilePreview } from '../../../shared/ais/ais-file.ts';
import type { AisPosition } from '../../../shared/ais/contact.ts';
import { packReports } from '../../../shared/ais/pack-reports.ts';
import { type AisMapping, recognizeColumns } from '../../../shared/ais/read/ais-columns.ts';
import { createReach, type PassReach } from '../../../shared/ais/read/ais-reach.ts';
import { type AisReadSummary, createAisReader } from '../../../shared/ais/read/create-ais-reader.ts';
import { newFaultCounts, toTracks } from '../../../shared/ais/track.ts';
import { CsvRowTooLong, createCsvRows, readCsvStart } from '../../../shared/parse-csv.ts';
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

/** What was written: `contacts` rows of the table `contacts`. */
export type ReadAisFile = AisReadSummary & { readonly contacts: number; readonly heading: readonly string[] };

const chunkBytes = 1 << 18;
const maxRowLength = 1 << 20;
const sampleRows = 20;

/** The heading and first rows of a file, and what its columns seem to mean. Fails with `invalid-input`. */
export function previewAisFile(
  path: string,
  name: string,
): Result<Pick<AisFilePreview, 'publisher' | 'heading' | 'samples' | 'mapping'>> {
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
    return succeed({ ...recognizeColumns(heading, samples), heading, samples: samples.slice(0, 5) });
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

/** Reads a file of reports row by row. Fails with `invalid-input` for one that cannot be read; `to` is deleted then. */
export function readAisFile(task: AisFileTask, context: ToolContext): Result<ReadAisFile> {
  const descriptor = openSync(task.path, 'r');
  const database = new DatabaseSync(task.to);
  try {
    database.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768;
       CREATE TABLE raw (identifier TEXT NOT NULL, time_ms REAL, longitude REAL, latitude REAL, speed REAL, course REAL, heading REAL);
       CREATE TABLE contacts (id INTEGER PRIMARY KEY, identifier TEXT NOT NULL, facts TEXT NOT NULL,
         from_ms REAL NOT NULL, to_ms REAL NOT NULL, reports BLOB NOT NULL); BEGIN`,
    );
    const read = readRows(task, descriptor, database, context);
    const contacts = writeContacts(database, read.staticOf, read.summary.faults, context);
    database.exec('DROP TABLE raw; COMMIT');
    database.close();
    return succeed({
      ...read.summary,
      faults: contacts.faults,
      contacts: contacts.count,
      heading: read.heading,
    });
  } catch (error) {
    database.close();
    rmSync(task.to, { force: true });
    if (!(error instanceof CsvRowTooLong)) throw error;
    return fail(
      'invalid-input',
      `${task.name} has a line of more than a million characters: a quotation mark in it is not closed.`,
    );
  } finally {
    closeSync(descriptor);
  }
}

function readRows(
  { mapping, passes }: AisFileTask,
  descriptor: number,
  database: DatabaseSync,
  context: ToolContext,
) {
  const insert = database.prepare('INSERT INTO raw VALUES (?, ?, ?, ?, ?, ?, ?)');
  const total = fstatSync(descriptor).size;
  const bytes = Buffer.alloc(chunkBytes);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let rows: ReturnType<typeof createCsvRows> | undefined;
  let reader: ReturnType<typeof createAisReader> | undefined;
  let heading: readonly string[] | undefined;
  const accept = (parsed: readonly (readonly string[])[]) => {
    for (const row of parsed) {
      if (!heading) heading = row;
      else insertReport(insert, reader?.read(row));
    }
  };
  for (let done = 0; ; ) {
    context.throwIfStopped();
    const length = readSync(descriptor, bytes, 0, bytes.length, done);
    decoder ??= createDecoder(bytes);
    let text = decoder.decode(bytes.subarray(0, length), { stream: length > 0 });
    if (!rows) {
      const { separator, start } = readCsvStart(text);
      rows = createCsvRows(separator, maxRowLength);
      reader = createAisReader(mapping, createReach(passes), separator === ';');
      text = text.slice(start);
    }
    accept(rows.push(text));
    done += length;
    context.progress({ done, total, unit: 'bytes' });
    if (length > 0) continue;
    accept(rows.end());
    return {
      heading: heading ?? [],
      summary: reader?.summary() ?? emptySummary(),
      staticOf: (identifier: string) => reader?.staticOf(identifier) ?? null,
    };
  }
}

function emptySummary(): AisReadSummary {
  return {
    rows: 0,
    accepted: 0,
    outOfReach: 0,
    staticOnly: 0,
    faults: newFaultCounts(),
    fromMs: null,
    toMs: null,
  };
}

function insertReport(insert: ReturnType<DatabaseSync['prepare']>, report: AisPosition | undefined): void {
  if (!report) return;
  const { identifier, timeMs, longitude, latitude, speedKnots, courseDegrees, headingDegrees } = report;
  insert.run(identifier, timeMs, longitude, latitude, speedKnots, courseDegrees, headingDegrees);
}

/** Writes a row for each contact; duplicates and jumps are left out, and counted with the other faults. */
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
  let count = 0;
  let same: AisPosition[] = [];
  const flush = () => {
    const [first] = same;
    if (!first) return;
    const counted = newFaultCounts();
    const reports = toTracks(same, counted)
      .flat()
      .toSorted((one, other) => one.timeMs - other.timeMs);
    faults.duplicate += counted.duplicate;
    faults.jump += counted.jump;
    const facts = JSON.stringify(staticOf(first.identifier));
    const [from, to] = [reports[0]?.timeMs ?? 0, reports.at(-1)?.timeMs ?? 0];
    insert.run(first.identifier, facts, from, to, packReports(reports));
    count += 1;
    same = [];
    if (count % 100 === 0) context.throwIfStopped();
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
  return { count, faults };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
