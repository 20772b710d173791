import { createHash } from 'node:crypto';
import {
  casePackageFormat,
  casePackageVersion,
  type PackageManifest,
  packageManifestSchema,
} from '../../../../shared/workspace/case-package.ts';
import { BadZip } from '../../../../shared/zip/bad-zip.ts';
import type { ZipEntry } from '../../../../shared/zip/read-zip-directory.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import type { ToolContext } from '../../base/tool-context.ts';
import { openZip, type ZipFile } from '../files/zip-file.ts';
import { maxManifestBytes, packageEntries, packageJson } from './package-entries.ts';

/** A case package whose files have all been verified against its manifest. */
export type CasePackage = {
  readonly manifest: PackageManifest;
  /** Whether it has a file, which packages of former versions may lack. */
  has(name: string): boolean;
  /** The contents of one of its files. */
  read(name: string): AsyncGenerator<Uint8Array, void>;
  /** A file of at most `maxBytes`. */
  whole(name: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>>;
  close(): void;
};

/** Bytes between two messages about the progress. */
const progressStep = 4 * 1024 * 1024;

/**
 * Opens a case package and verifies it completely: names, sizes, checksums, and the hash of every file. Rejects with
 * `BadZip` and a message for the user.
 */
export async function openPackage(path: string, run: ToolContext): Promise<CasePackage> {
  const zip = openZip(path);
  try {
    const manifest = await readManifest(zip, run);
    await checkEntries(zip, manifest, run);
    return {
      manifest,
      has: (name) => zip.entries.has(name),
      read: (name) => zip.read(entryOf(zip, name)),
      whole: (name, maxBytes) => readWhole(zip, entryOf(zip, name), maxBytes, run),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function entryOf(zip: ZipFile, name: string): ZipEntry {
  const entry = zip.entries.get(name);
  if (!entry) throw new BadZip('damaged', `It lacks its file ${name}.`);
  return entry;
}

async function readManifest(zip: ZipFile, run: ToolContext): Promise<PackageManifest> {
  const entry = zip.entries.get(packageEntries.manifest);
  if (!entry) {
    throw new BadZip('damaged', 'It is a zip file, but no case package: it has no manifest.json.');
  }
  const limit = maxManifestBytes(zip.entries.size);
  const value = parseBoundedJson(
    Buffer.from(await readWhole(zip, entry, limit, run)).toString('utf8'),
    packageJson,
  );
  const head = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  if (head.format !== casePackageFormat) {
    throw new BadZip('damaged', 'Its manifest.json is not that of a case package.');
  }
  if (typeof head.version === 'number' && head.version > casePackageVersion) {
    throw new BadZip(
      'damaged',
      `It was written by a newer Sightline (format ${head.version}, this one knows ${casePackageVersion}). Update Sightline to open it.`,
    );
  }
  const manifest = packageManifestSchema.safeParse(value);
  if (!manifest.success) {
    const [issue] = manifest.error.issues;
    throw new BadZip('damaged', `Its manifest.json is damaged: ${issue?.path.join('.')} ${issue?.message}.`);
  }
  return manifest.data;
}

async function checkEntries(zip: ZipFile, { entries }: PackageManifest, run: ToolContext): Promise<void> {
  const named = new Map(entries.map((entry) => [entry.name, entry]));
  for (const { name } of zip.entries.values()) {
    if (name !== packageEntries.manifest && !named.has(name)) {
      throw new BadZip('damaged', `It has a file that its manifest does not know: ${name}.`);
    }
  }
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  let reported = 0;
  for (const { name, bytes, sha256 } of named.values()) {
    const entry = entryOf(zip, name);
    if (entry.unpackedBytes !== bytes) {
      throw new BadZip('damaged', `${name} does not have the size that its manifest states.`);
    }
    const hash = createHash('sha256');
    for await (const chunk of zip.read(entry)) {
      run.throwIfStopped();
      hash.update(chunk);
      done += chunk.length;
      if (done - reported < progressStep) continue;
      reported = done;
      run.progress({ done, total, unit: 'bytes' });
    }
    if (hash.digest('hex') !== sha256) {
      throw new BadZip('damaged', `${name} was changed after the package was made.`);
    }
  }
}

async function readWhole(
  zip: ZipFile,
  entry: ZipEntry,
  maxBytes: number,
  run: ToolContext,
): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.unpackedBytes > maxBytes) {
    throw new BadZip('too-large', `${entry.name} is larger than can be read.`);
  }
  const bytes = new Uint8Array(entry.unpackedBytes);
  let at = 0;
  for await (const chunk of zip.read(entry)) {
    run.throwIfStopped();
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
