import { createHash } from 'node:crypto';
import {
  casePackageFormat,
  casePackageVersion,
  type PackageManifest,
  packageManifestSchema,
} from '../../../../shared/workspace/case-package.ts';
import { packageEntries } from './package-entries.ts';
import { BadZip, openZip, type ZipEntry, type ZipReader } from './zip-reader.ts';

/** A case package whose every file has been found to be what its manifest says. */
export type CasePackage = {
  readonly manifest: PackageManifest;
  /** The contents of one of its files. */
  read(name: string): AsyncGenerator<Uint8Array, void>;
  /** A file's lines, without the line feeds; a line longer than a hundred million bytes is refused. */
  lines(name: string): AsyncGenerator<string, void>;
  /** A file that is small enough to be read whole. */
  whole(name: string): Promise<Buffer>;
  close(): Promise<void>;
};

const maxManifestBytes = 256 * 1024 * 1024;
const maxWholeBytes = 512 * 1024 * 1024;
const maxLineBytes = 100_000_000;

/**
 * Opens a case package and checks it from end to end before anything is made of it: names, sizes, checksums, and the
 * hash of every file. Rejects with `BadZip` and words for the reader. `onProgress` is told bytes.
 */
export async function openPackage(
  path: string,
  {
    signal,
    onProgress,
  }: { readonly signal?: AbortSignal; onProgress?(done: number, total: number): void } = {},
): Promise<CasePackage> {
  const zip = await openZip(path);
  try {
    const manifest = await readManifest(zip);
    await checkEntries(zip, manifest, signal, onProgress);
    return casePackage(zip, manifest);
  } catch (error) {
    await zip.close();
    throw error;
  }
}

function casePackage(zip: ZipReader, manifest: PackageManifest): CasePackage {
  const read = (name: string) => zip.read(entryOf(zip, name));
  return {
    manifest,
    read,
    lines: (name) => linesOf(read(name)),
    whole: (name) => wholeOf(zip, entryOf(zip, name), maxWholeBytes),
    close: () => zip.close(),
  };
}

function entryOf(zip: ZipReader, name: string): ZipEntry {
  const entry = zip.entries.get(name);
  if (!entry) throw new BadZip(`It lacks its file ${name}.`);
  return entry;
}

async function readManifest(zip: ZipReader): Promise<PackageManifest> {
  const entry = zip.entries.get(packageEntries.manifest);
  if (!entry) throw new BadZip('It is a zip file, but no case package: it has no manifest.json.');
  const value = parseJson((await wholeOf(zip, entry, maxManifestBytes)).toString('utf8'));
  const head = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  if (head.format !== casePackageFormat) throw new BadZip('Its manifest.json is not that of a case package.');
  if (typeof head.version === 'number' && head.version > casePackageVersion) {
    throw new BadZip(
      `It was written by a newer Sightline (format ${head.version}, this one knows ${casePackageVersion}). Update Sightline to open it.`,
    );
  }
  const manifest = packageManifestSchema.safeParse(value);
  if (!manifest.success) {
    const [issue] = manifest.error.issues;
    throw new BadZip(`Its manifest.json is damaged: ${issue?.path.join('.')} ${issue?.message}.`);
  }
  return manifest.data;
}

async function checkEntries(
  zip: ZipReader,
  manifest: PackageManifest,
  signal: AbortSignal | undefined,
  onProgress: ((done: number, total: number) => void) | undefined,
): Promise<void> {
  const named = new Map(manifest.entries.map((entry) => [entry.name, entry]));
  for (const { name } of zip.entries.values()) {
    if (name !== packageEntries.manifest && !named.has(name)) {
      throw new BadZip(`It has a file that its manifest does not know: ${name}.`);
    }
  }
  const total = manifest.entries.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const { name, bytes, sha256 } of named.values()) {
    const entry = entryOf(zip, name);
    if (entry.bytes !== bytes) throw new BadZip(`${name} does not have the size that its manifest says.`);
    const hash = createHash('sha256');
    for await (const chunk of zip.read(entry)) {
      signal?.throwIfAborted();
      hash.update(chunk);
      done += chunk.length;
      onProgress?.(done, total);
    }
    if (hash.digest('hex') !== sha256) throw new BadZip(`${name} was changed after the package was made.`);
  }
}

async function wholeOf(zip: ZipReader, entry: ZipEntry, limit: number): Promise<Buffer> {
  if (entry.bytes > limit) throw new BadZip(`${entry.name} is larger than can be read.`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip.read(entry)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let text = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    for (let end = text.indexOf(0x0a); end >= 0; end = text.indexOf(0x0a)) {
      yield text.toString('utf8', 0, end);
      text = text.subarray(end + 1);
    }
    if (text.length > maxLineBytes) throw new BadZip('It has a line that is longer than can be read.');
    rest = Buffer.from(text);
  }
  if (rest.length > 0) yield rest.toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
