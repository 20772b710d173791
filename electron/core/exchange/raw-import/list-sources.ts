import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import { formatCount } from '../../../../shared/format.ts';
import { BadZip } from '../../../../shared/zip/bad-zip.ts';
import { zip as zipFormat } from '../../../../shared/zip/zip-format.ts';
import type { ToolContext } from '../../base/tool-context.ts';
import { openZip } from '../files/zip-file.ts';

/** A file or a folder that the user has chosen. `name` is for display. */
export type RawFile = { readonly path: string; readonly name: string };

/** A JSON text in a file or an archive, or the reason why it is not read. */
export type RawSource =
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
export async function listFiles(
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
export async function* listSources(
  file: RawFile & { readonly size: number },
): AsyncGenerator<RawSource, void> {
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
