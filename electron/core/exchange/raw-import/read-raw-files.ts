import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import { formatCount } from '../../../../shared/format.ts';
import { fail, type Result, succeed } from '../../../../shared/result.ts';
import { BadZip } from '../../../../shared/zip/bad-zip.ts';
import { zip as zipFormat } from '../../../../shared/zip/zip-format.ts';
import { isMissingFile } from '../../base/missing-file.ts';
import type { ToolContext } from '../../base/tool-context.ts';
import { openZip } from '../files/zip-file.ts';
import { type RecognizedRecord, recognizeRecords } from './recognize-record.ts';
import { splitJson } from './split-json.ts';

/** Files and folders to read. `brand` is the operator's name where records do not show another one. */
export type RawFilesTask = { readonly files: readonly RawFile[]; readonly brand: string };

/** A recognized record with the SHA-256 of its bytes in hexadecimal digits. */
export type RawFileRecord = Pick<RecognizedRecord, 'recordId' | 'bytes' | 'uploadedAt'> & {
  readonly sha256: string;
};

/** A part of what was read. Its size is limited, so that receiving it does not block the main process. */
export type RawFilesBatch =
  /** Records of one file and kind; `offset` is the index of the first one among those of the file. */
  | ({
      readonly kind: 'records';
      readonly fileName: string;
      readonly offset: number;
      readonly records: readonly RawFileRecord[];
    } & Pick<RecognizedRecord, 'brand' | 'fields'>)
  /** Skipped parts as `file, position: reason`. `listed` has the first ones only. */
  | { readonly kind: 'skipped'; readonly count: number; readonly listed: readonly string[] };

type Run = ToolContext<RawFilesBatch>;

const maxBatchRecords = 500;
const maxBatchBytes = 8_000_000;
/** Maximum number of skipped parts that are listed of one file. */
const maxListedOfFile = 20;

/**
 * Reads the raw records in files and folders and sends them. Only records are taken; everything else is sent as skipped.
 * Fails with `not-found` or `invalid-input` when a chosen file is gone, or when there are too many.
 */
export async function readRawFiles(
  { files: chosen, brand }: RawFilesTask,
  run: Run,
): Promise<Result<undefined>> {
  try {
    const files = await listFiles(chosen, run);
    const total = files.reduce((sum, { size }) => sum + size, 0);
    let done = 0;
    const report = (bytes: number) =>
      run.progress({ done: bytes, total: Math.max(total, bytes), unit: 'bytes' });
    for (const file of files) {
      let ofFile = 0;
      for await (const source of listSources(file)) {
        await readSource(source, brand, run, (bytes) => report(done + Math.min(file.size, ofFile + bytes)));
        ofFile += 'size' in source ? source.size : 0;
      }
      done += file.size;
      report(done);
    }
    return succeed(undefined);
  } catch (error) {
    if (error instanceof BadZip) return fail('invalid-input', error.message);
    if (isMissingFile(error))
      return fail('not-found', `${error.path ?? 'A chosen file or folder'} is not there.`);
    throw error;
  }
}

async function readSource(
  source: RawSource,
  brand: string,
  run: Run,
  report: (bytes: number) => void,
): Promise<void> {
  const skipped = createSkippedList(source.name);
  if ('problem' in source) skipped.add(undefined, source.problem);
  else {
    const batch = createRecordBatch(source.name, run);
    let bytes = 0;
    try {
      for await (const piece of splitJson(
        counted(source.chunks, (length) => (bytes += length)),
        source.form,
      )) {
        run.throwIfStopped();
        if ('problem' in piece) skipped.add(piece.position, piece.problem);
        else {
          for (const [index, found] of recognizeRecords(piece.bytes, brand).entries()) {
            if ('problem' in found) skipped.add(nameElement(piece.position, index), found.problem);
            else await batch.add(found);
          }
        }
        report(Math.min(bytes, source.size));
      }
    } catch (error) {
      // The archive's entry is damaged; what was read before is sound, each record by itself.
      if (!(error instanceof BadZip)) throw error;
      skipped.add(undefined, error.message);
    }
    await batch.end();
  }
  if (skipped.count() > 0) {
    await run.send({ kind: 'skipped', count: skipped.count(), listed: skipped.listed() });
  }
}

function nameElement(position: string, index: number): string {
  return index === 0 ? position : `${position}, record ${index + 1}`;
}

async function* counted(chunks: AsyncIterable<Uint8Array>, count: (length: number) => void) {
  for await (const chunk of chunks) {
    count(chunk.length);
    yield chunk;
  }
}

function createSkippedList(name: string) {
  const listed: string[] = [];
  let count = 0;
  return {
    count: () => count,
    listed: () => listed,
    add(position: string | undefined, problem: string) {
      count += 1;
      if (count > maxListedOfFile) return;
      listed.push(position === undefined ? `${name}: ${problem}` : `${name}, ${position}: ${problem}`);
    },
  };
}

/** Sends records in batches of one kind. */
function createRecordBatch(fileName: string, run: Run) {
  let records: RawFileRecord[] = [];
  let kind: Pick<RecognizedRecord, 'brand' | 'fields'> | undefined;
  let bytes = 0;
  let offset = 0;
  const end = async () => {
    if (!kind || records.length === 0) return;
    const full = records;
    records = [];
    bytes = 0;
    await run.send(
      { kind: 'records', fileName, offset, ...kind, records: full },
      full.map((record) => record.bytes.buffer),
    );
    offset += full.length;
  };
  return {
    end,
    async add({ recordId, bytes: recordBytes, uploadedAt, brand, fields }: RecognizedRecord) {
      const isOther = kind && (kind.brand !== brand || kind.fields !== fields);
      if (isOther || records.length >= maxBatchRecords || bytes + recordBytes.length > maxBatchBytes)
        await end();
      kind = { brand, fields };
      records.push({ recordId, bytes: recordBytes, uploadedAt, sha256: hash('sha256', recordBytes, 'hex') });
      bytes += recordBytes.length;
    },
  };
}

/** A file or a folder that the user has chosen. `name` is for display. */
type RawFile = { readonly path: string; readonly name: string };

/** A JSON text in a file or an archive, or the reason why it is not read. */
type RawSource =
  | {
      readonly name: string;
      readonly form: 'any' | 'lines';
      /** Bytes on the disk, for the progress. */
      readonly size: number;
      readonly chunks: AsyncIterable<Uint8Array>;
    }
  | { readonly name: string; readonly problem: string };

/** More files of a folder are not read. */
const maxFolderFiles = 1_000_000;
const maxFolderDepth = 32;

/** The files among those chosen, and in folders among them, by name. Links and hidden files are left out. */
async function listFiles(
  chosen: readonly RawFile[],
  run: Pick<ToolContext, 'throwIfStopped'>,
): Promise<readonly (RawFile & { readonly size: number })[]> {
  const files: (RawFile & { size: number })[] = [];
  const visit = async (file: RawFile, depth: number): Promise<void> => {
    run.throwIfStopped();
    const found = await stat(file.path);
    if (found.isFile()) files.push({ ...file, size: found.size });
    if (!found.isDirectory()) return;
    if (depth > maxFolderDepth) throw new BadZip('too-large', `The folder ${file.name} is nested too deep.`);
    const names: string[] = [];
    for await (const entry of await opendir(file.path)) {
      if (entry.name.startsWith('.') || !(entry.isFile() || entry.isDirectory())) continue;
      names.push(entry.name);
      if (files.length + names.length > maxFolderFiles) {
        throw new BadZip('too-large', `There are more than ${formatCount(maxFolderFiles)} files.`);
      }
    }
    for (const name of names.toSorted()) {
      await visit({ path: path.join(file.path, name), name: `${file.name}/${name}` }, depth + 1);
    }
  };
  for (const file of chosen) await visit(file, 0);
  return files;
}

/** The JSON texts of a file, each to be read before the next. Archives within archives are not opened. */
async function* listSources(file: RawFile & { readonly size: number }): AsyncGenerator<RawSource, void> {
  if (extensionOf(file.path, file.name) !== 'zip') {
    yield describeSource(file, () => createReadStream(file.path, { highWaterMark: 256 * 1024 }));
    return;
  }
  try {
    const archive = openZip(file.path);
    try {
      for (const entry of archive.entries.values()) {
        const name = `${file.name}/${entry.name}`;
        const isReadable = entry.method === zipFormat.stored || entry.method === zipFormat.deflated;
        if (!isReadable) yield { name, problem: 'is packed by a method that cannot be read' };
        else
          yield describeSource({ path: entry.name, name, size: entry.packedBytes }, () =>
            archive.read(entry),
          );
      }
    } finally {
      archive.close();
    }
  } catch (error) {
    if (!(error instanceof BadZip)) throw error;
    yield { name: file.name, problem: error.message };
  }
}

function describeSource(
  { path: filePath, name, size }: RawFile & { readonly size: number },
  open: () => AsyncIterable<Uint8Array>,
): RawSource {
  switch (extensionOf(filePath, name)) {
    case 'json':
      return { name, size, form: 'any', chunks: open() };
    case 'ndjson':
    case 'jsonl':
      return { name, size, form: 'lines', chunks: open() };
    default:
      return { name, problem: 'is no .json, .ndjson or .zip file' };
  }
}

/** An uploaded file has its extension in its name only. */
function extensionOf(filePath: string, name: string): string {
  return (path.extname(name) || path.extname(filePath)).slice(1).toLowerCase();
}
