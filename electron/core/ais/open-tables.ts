import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { missingFields } from '../../../shared/ais/read/ais-columns.ts';
import {
  addMessageCounts,
  createMessageRows,
  hasSentences,
  type MessageCounts,
} from '../../../shared/ais/read/message-rows.ts';
import { recognizeColumns } from '../../../shared/ais/read/recognize-columns.ts';
import { layerImportLimits } from '../../../shared/areas/import/import-limits.ts';
import { describedBytes, describeFile } from '../../../shared/describe-file.ts';
import { formatCount } from '../../../shared/format.ts';
import { CsvLineTooLong, createCsvRows, parseCsv, readCsvStart } from '../../../shared/parse-csv.ts';
import { quoteOutsideText, toSavedText } from '../../../shared/printable-text.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { BadZip } from '../../../shared/zip/bad-zip.ts';
import { readZipDirectory } from '../../../shared/zip/read-zip-directory.ts';
import { gunzipParts, type UnpackedPart, unzipParts } from '../../../shared/zip/unpack-stream.ts';
import type { ZipSource } from '../../../shared/zip/zip-source.ts';
import type { ToolContext } from '../base/tool-context.ts';

/** A table in text, whose bytes are read part by part; `packed` of a part is what was read of the file. */
type TableText = { readonly name: string; readonly parts: () => Iterable<UnpackedPart> };

/** The tables of a file: itself, or those in an archive or folder. */
export type OpenedTables = {
  readonly tables: readonly [TableText, ...(readonly TableText[])];
  /** Names of other files in it. */
  readonly left: readonly string[];
  /** Bytes of the file. */
  readonly total: number;
};

const chunkBytes = 1 << 18;
const maxLineLength = 1 << 20;
const previewedBytes = 1 << 20;
/** Names of files of an archive that are read: `nm4` and the others of its row are raw messages. */
const tableNames = /\.(?:csv|tsv|txt|nmea|nm4|ais|aivdm|log)$/i;
const archiveNames = /\.(?:zip|gz)$/i;
/** Files that systems add. */
const junk = /(?:^|[/\\])(?:__MACOSX(?:[/\\]|$)|\.)/;
const { archiveEntries, archiveRatio } = layerImportLimits;

/**
 * Opens a file of tables, which may be packed as zip or gzip, or a folder of such files, and calls `use` with it. Fails with
 * `invalid-input` for a file that is none, and for an archive that is damaged or unpacks to far more than its size.
 */
export function withTables<Value>(
  file: string,
  name: string,
  use: (opened: OpenedTables) => Result<Value>,
): Result<Value> {
  try {
    const opened = statSync(file).isDirectory()
      ? openFolder(file, name)
      : openTables(createFileSource(file), name);
    return opened.ok ? use(withReportsFirst(opened.value)) : opened;
  } catch (error) {
    if (!(error instanceof BadZip)) throw error;
    return fail('invalid-input', `${name} cannot be unpacked: ${error.message}`);
  }
}

/** A file in a folder or its folders, and what changes with its content: its name, size and time. */
export type FolderFile = { readonly name: string; readonly path: string; readonly state: string };

/** The files of a folder in the order of their names, without those that systems add. */
function listFolder(folder: string): readonly FolderFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return namesOfFiles(names).flatMap((name) => {
    const file = path.join(folder, name);
    // A link may lead nowhere.
    return toFolderFile(name, file, statSync(file, { throwIfNoEntry: false }));
  });
}

/** The files of a folder whose names are those of reports, read without blocking: it may be on a slow network. */
export async function listReports(folder: string): Promise<readonly FolderFile[]> {
  const files: FolderFile[] = [];
  for (const name of namesOfFiles(await readdir(folder, { recursive: true })).filter(isOfReports)) {
    const file = path.join(folder, name);
    files.push(...toFolderFile(name, file, await stat(file).catch(() => undefined)));
  }
  return files;
}

function namesOfFiles(names: readonly string[]): readonly string[] {
  return names.filter((name) => !junk.test(name)).toSorted();
}

function toFolderFile(name: string, file: string, found: Stats | undefined): readonly FolderFile[] {
  return found?.isFile() ? [{ name, path: file, state: `${name} ${found.size} ${found.mtimeMs}` }] : [];
}

function isOfReports(name: string): boolean {
  return archiveNames.test(name) || tableNames.test(name);
}

/** The tables of all files in a folder and its folders, in the order of their names; what has none is left. */
function openFolder(folder: string, name: string): Result<OpenedTables> {
  const tables: TableText[] = [];
  const left: string[] = [];
  let total = 0;
  for (const { name: each, path: file } of listFolder(folder)) {
    const opened = isOfReports(each) ? tryOpen(file, each) : undefined;
    if (!opened?.ok) {
      left.push(each);
      continue;
    }
    total += opened.value.total;
    tables.push(...opened.value.tables);
    left.push(...opened.value.left.map((one) => `${each}/${one}`));
  }
  const [first, ...others] = tables;
  if (first) return succeed({ tables: [first, ...others], left, total });
  const held = left.length === 0 ? 'It is empty.' : `It has ${listNames(left)}.`;
  return fail(
    'invalid-input',
    `${name} is a folder without a file of reports. ${held} Choose another folder.`,
  );
}

/** Undefined for an archive that cannot be unpacked. */
function tryOpen(file: string, name: string): Result<OpenedTables> | undefined {
  try {
    return openTables(createFileSource(file), name);
  } catch (error) {
    if (error instanceof BadZip) return undefined;
    throw error;
  }
}

/** The heading of the first table is that of all, so notes that a publisher adds come after one of reports. */
function withReportsFirst(opened: OpenedTables): OpenedTables {
  const [first, ...others] = opened.tables;
  const reports = others.length === 0 ? first : (opened.tables.find(hasReports) ?? first);
  return { ...opened, tables: [reports, ...opened.tables.filter((table) => table !== reports)] };
}

function hasReports(table: TableText): boolean {
  const { text } = readTextStart(table, describedBytes);
  if (hasSentences(text)) return true;
  const [heading = [], ...rows] = parseCsv(text).rows;
  return missingFields(recognizeColumns(heading, rows.slice(0, 20)).mapping).length === 0;
}

function listNames(names: readonly string[]): string {
  return `${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`;
}

/** A file on disk; it is opened for each part, so that a folder may have any number of files. */
function createFileSource(file: string): ZipSource {
  return {
    size: statSync(file).size,
    read(at, length) {
      const descriptor = openSync(file, 'r');
      try {
        const bytes = Buffer.alloc(length);
        return bytes.subarray(0, readSync(descriptor, bytes, 0, length, at));
      } finally {
        closeSync(descriptor);
      }
    },
  };
}

function openTables(source: ZipSource, name: string): Result<OpenedTables> {
  const { size: total } = source;
  const start = source.read(0, Math.min(describedBytes, total));
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  const isOfMessages = hasSentences(Buffer.from(start).toString('latin1'));
  const described = isGzip || isOfMessages ? undefined : describeFile(start);
  if (described !== undefined) return fail('invalid-input', `${name} is no table of reports. ${described}`);
  if (isGzip) {
    const parts = () => gunzipParts(source, archiveRatio);
    return succeed({ tables: [{ name, parts }], left: [], total });
  }
  const isZip = start[0] === 0x50 && start[1] === 0x4b && (start[2] === 3 || start[2] === 5);
  if (!isZip) return succeed({ tables: [{ name, parts: () => readParts(source) }], left: [], total });
  const entries = readZipDirectory(source, archiveEntries).filter((entry) => !junk.test(entry.name));
  const read = entries.filter((entry) => tableNames.test(entry.name));
  const dense = read.find(
    ({ packedBytes, unpackedBytes }) =>
      unpackedBytes > 1_000_000 && unpackedBytes > packedBytes * archiveRatio,
  );
  if (dense)
    throw new BadZip(
      'overlapping',
      `${quoteOutsideText(dense.name)} would unpack to more than ${archiveRatio} times its size.`,
    );
  const [first, ...others] = read
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map((entry): TableText => ({ name: entry.name, parts: () => unzipParts(source, entry) }));
  const left = entries.filter((entry) => !read.includes(entry)).map((entry) => quoteOutsideText(entry.name));
  if (first) return succeed({ tables: [first, ...others], left, total });
  const held = left.length === 0 ? 'It is empty.' : `It has ${listNames(left)}.`;
  return fail(
    'invalid-input',
    `${name} is an archive without a CSV file. ${held} Unpack it, and choose the file of reports.`,
  );
}

function* readParts(source: ZipSource): Generator<UnpackedPart> {
  for (let at = 0; at < source.size; at += chunkBytes) {
    const bytes = source.read(at, Math.min(chunkBytes, source.size - at));
    yield { bytes, packed: at + bytes.length };
  }
}

/** Fails with `invalid-input` where a file cannot be opened, and where a line of it does not end. */
export function withReadableRows<Value>(
  file: string,
  name: string,
  read: (tables: OpenedTables) => Result<Value>,
): Result<Value> {
  try {
    return withTables(file, name, read);
  } catch (error) {
    if (!(error instanceof CsvLineTooLong)) throw error;
    return fail(
      'invalid-input',
      `Line ${formatCount(error.line)} of ${name} has more than a million characters, so it is no row of a table. Check how lines of the file end.`,
    );
  }
}

/** The text at the start of a table, and whether that is all of it. */
export function readTextStart(
  { parts }: TableText,
  most = previewedBytes,
): { readonly text: string; readonly isWhole: boolean } {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let [text, length] = ['', 0];
  for (const { bytes } of parts()) {
    decoder ??= createDecoder(bytes);
    text += decoder.decode(bytes, { stream: true });
    length += bytes.length;
    if (length >= most) return { text, isWhole: false };
  }
  return { text, isWhole: true };
}

/** UTF-16 by its byte order mark, else UTF-8. */
function createDecoder(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  return new TextDecoder();
}

type ReadTables = {
  readonly heading: readonly string[];
  readonly digest: string;
  readonly left: readonly string[];
  /** Null for tables. */
  readonly messages: MessageCounts | null;
};

/**
 * Visits the rows of tables one by one, without the headings; returns the SHA-256 of the bytes, and the names of files that
 * were left, such as tables with another heading than the first one. Throws `CsvLineTooLong`.
 */
export function forEachRow(
  { tables, left, total }: OpenedTables,
  context: ToolContext,
  visit: (row: readonly string[]) => void,
  begin: (heading: readonly string[], separator: string) => void = () => undefined,
): ReadTables {
  const hash = createHash('sha256');
  const others: string[] = [];
  let heading: readonly string[] | undefined;
  let before = 0;
  let messages: MessageCounts | null = null;
  for (const { name, parts } of tables) {
    let packedBytes = 0;
    let isHeading = true;
    const { isRead, counts } = readRows(
      parts,
      (part) => {
        context.throwIfStopped();
        hash.update(part.bytes);
        packedBytes = part.packed;
        context.progress({ done: Math.min(total, before + part.packed), total, unit: 'bytes' });
      },
      (row, separator) => {
        if (!isHeading) {
          visit(row);
          return true;
        }
        isHeading = false;
        if (!heading) begin(row, separator);
        heading ??= row;
        return JSON.stringify(heading) === JSON.stringify(row);
      },
    );
    if (!isRead) others.push(name);
    else if (counts) messages = messages ? addMessageCounts(messages, counts) : counts;
    before += packedBytes;
  }
  return {
    heading: (heading ?? []).map(toShownCell),
    digest: hash.digest('hex'),
    left: [...left, ...others],
    messages,
  };
}

/** A name of a column, or a cell of a sample, as it is shown and saved. */
export function toShownCell(text: string): string {
  return toSavedText(text, 200);
}

/** Visits the rows of a text until `visit` returns false; `isRead` is false then. */
function readRows(
  parts: TableText['parts'],
  onPart: (part: UnpackedPart) => void,
  visit: (row: readonly string[], separator: string) => boolean,
): { readonly isRead: boolean; readonly counts: MessageCounts | undefined } {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let table: ReturnType<typeof createRows> | undefined;
  const read = (text: string): readonly string[][] => {
    if (table) return table.rows.push(text);
    table = createRows(text);
    return table.rows.push(text.slice(table.start));
  };
  for (const part of parts()) {
    onPart(part);
    decoder ??= createDecoder(part.bytes);
    for (const row of read(decoder.decode(part.bytes, { stream: true })))
      if (!visit(row, table?.separator ?? ',')) return { isRead: false, counts: undefined };
  }
  const rest = [...read(decoder?.decode() ?? ''), ...(table?.rows.end() ?? [])];
  const isRead = rest.every((row) => visit(row, table?.separator ?? ','));
  return { isRead, counts: table?.counts?.() };
}

/** A reader of the rows of a text that begins like this; `counts` where it decodes messages. */
function createRows(text: string) {
  if (!hasSentences(text)) {
    const { separator, start } = readCsvStart(text);
    return { separator, start, rows: createCsvRows(separator, maxLineLength), counts: undefined };
  }
  const rows = createMessageRows(maxLineLength);
  return { separator: ',', start: 0, rows, counts: rows.counts };
}
