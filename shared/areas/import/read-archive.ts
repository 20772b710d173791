import { BadZip, type BadZipCode } from '../../zip/bad-zip.ts';
import { readZipDirectory, type ZipEntry } from '../../zip/read-zip-directory.ts';
import { gunzipParts } from '../../zip/unpack-stream.ts';
import { unzipEntry } from '../../zip/unzip-entry.ts';
import { createMemorySource, type ZipSource } from '../../zip/zip-source.ts';
import type { ComparisonBudget } from './comparison-budget.ts';
import { decodeText, startsWith } from './decode-text.ts';
import { formatMegabytes, type ImportLimits } from './import-limits.ts';
import type { ImportLog } from './import-log.ts';
import type { ImportRefusalCode } from './import-result.ts';
import { noteFormat } from './note-format.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import { readShapefile } from './read-shapefile.ts';
import { readXml } from './read-xml.ts';
import type { ImportFile, SourceLayer, SourceShape } from './source-shape.ts';

/** Extensions of the files that accompany a .shp. */
const shapefileEndings = /\.(?:dbf|prj|shx|cpg|qpj|sbn|sbx|qix|fix|idm|ind|shp\.xml|qmd)$/i;
/** Other files that macOS, Windows and KMZ writers add to archives. */
const companions = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)|\.(?:png|jpe?g|gif|bmp|dae)$/i;

/**
 * Reads a KMZ or a zipped shapefile: every .kml and every .shp in the archive is a layer. A nested archive is never opened.
 * Fails with `bad-zip`; with `zip-path` for an absolute name or one that leaves its folder; with `zip-encrypted`;
 * with `zip-bomb` for too many files, too much unpacked, too high a ratio, or files that overlap; with `zip-nested`;
 * or with `no-polygon` when it contains neither.
 */
export function readArchive(
  bytes: Uint8Array,
  archive: string,
  log: ImportLog,
  effort: ComparisonBudget,
  codePage?: string,
): Outcome<SourceLayer[]> {
  const zip = createMemorySource(bytes);
  const { limits } = log;
  const directory = readDirectory(zip, archive, limits);
  if (!directory.ok) return directory;
  const entries = directory.value.filter(({ name }) => !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name));
  const sources = entries.filter(({ name }) => /\.(?:kml|shp)$/i.test(name));
  if (sources.length === 0) return refuseContents(entries, archive);
  const hasKml = sources.some(({ name }) => /\.kml$/i.test(name));
  noteFormat(archive, hasKml ? 'KMZ' : 'a zipped shapefile', log);
  const size = sources.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
  if (size > limits.fileBytes) {
    const [is, limit] = [formatMegabytes(size), formatMegabytes(limits.fileBytes)];
    return refuse('file-too-large', archive, `Its files unpack to ${is}; the limit is ${limit}. Split it.`);
  }
  logSkippedEntries(entries, sources, archive, log);
  const layers: SourceLayer[] = [];
  for (const source of sources) {
    const read = /\.kml$/i.test(source.name)
      ? readKmlEntry(zip, source, archive, log, codePage)
      : readShapefile(
          openSiblings(zip, entries, source, archive),
          `${archive}, ${source.name}`,
          log,
          effort,
          codePage,
        );
    const { style } = log;
    log.style = undefined;
    if (sources.length === 1) return read.ok ? accept([{ shapes: read.value, style }]) : read;
    // One of several files: the others may be valid.
    if (!read.ok) log.refuse(read.refusal);
    else layers.push({ name: layerNameOf(source, sources), shapes: read.value, style });
  }
  return accept(layers);
}

/** Files that are read where an archive or gzip has one of them, and nothing that is a layer by itself. */
const onlyReadable = /\.(?:geojson|json|geojsonl|geojsons|ndjson|jsonl|gpx|wkt|ewkt|csv|tsv|fgb|gpkg)$/i;

/** A file that was packed, and the log or journal of a database next to it (sqlite.org/tempfiles.html). */
type UnpackedFile = ImportFile & { readonly logs: readonly DatabaseLog[] };
type DatabaseLog = { readonly suffix: (typeof logSuffixes)[number]; readonly bytes: Uint8Array };
const logSuffixes = ['-wal', '-journal'] as const;

/**
 * Unpacks gzip, or the only file of an archive that can be read and is no KML and no shapefile. Undefined for other files;
 * fails as `readArchive` does, and where there are several.
 */
export function unpackOnly(file: ImportFile, log: ImportLog): Outcome<UnpackedFile | undefined> {
  const { name, bytes, codePage, columns } = file;
  const isGzip = startsWith(bytes, [0x1f, 0x8b]);
  if (!isGzip && !startsWith(bytes, zipStart)) return accept(undefined);
  const unpacked = isGzip ? attempt(name, () => gunzip(bytes, log.limits)) : unzipOnly(bytes, name, log);
  if (!unpacked.ok) return unpacked;
  if (unpacked.value === undefined) return accept(undefined);
  const inner = 'entry' in unpacked.value ? unpacked.value.bytes : unpacked.value;
  if (startsWith(inner, zipStart) || startsWith(inner, [0x1f, 0x8b]))
    return refuse('zip-nested', name, 'It holds an archive within the archive. Unpack it, and import that.');
  const plain = 'entry' in unpacked.value ? `${name}, ${unpacked.value.entry}` : name.replace(/\.gz$/i, '');
  const logs = 'entry' in unpacked.value ? unpacked.value.logs : [];
  return accept({ name: plain, bytes: inner, codePage, columns, logs });
}

const zipStart = [0x50, 0x4b, 0x03, 0x04];

function gunzip(bytes: Uint8Array, { archiveRatio, fileBytes }: ImportLimits): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const part of gunzipParts(createMemorySource(bytes), archiveRatio)) {
    length += part.bytes.length;
    if (length > fileBytes)
      throw new BadZip('too-large', `It unpacks to more than ${formatMegabytes(fileBytes)}.`);
    parts.push(part.bytes);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

type OnlyEntry = {
  readonly entry: string;
  readonly bytes: Uint8Array;
  readonly logs: readonly DatabaseLog[];
};

function unzipOnly(bytes: Uint8Array, archive: string, log: ImportLog): Outcome<OnlyEntry | undefined> {
  const zip = createMemorySource(bytes);
  const directory = readDirectory(zip, archive, log.limits);
  if (!directory.ok) return directory;
  const entries = directory.value.filter(({ name }) => !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name));
  const [only, second] = entries.filter(({ name }) => onlyReadable.test(name));
  if (!only || entries.some(({ name }) => /\.(?:kml|shp)$/i.test(name))) return accept(undefined);
  if (second)
    return refuse(
      'no-polygon',
      archive,
      `It holds several files that can be read (${only.name.slice(0, 60)}, ${second.name.slice(0, 60)}, …). Unpack it and import them one by one.`,
    );
  const { fileBytes } = log.limits;
  const logEntries = logSuffixes.flatMap((suffix) => {
    const entry = entries.find(({ name }) => name === only.name + suffix);
    return entry ? [{ suffix, entry }] : [];
  });
  if ([only, ...logEntries.map(({ entry }) => entry)].some((each) => each.unpackedBytes > fileBytes))
    return refuse(
      'file-too-large',
      archive,
      `Its file unpacks to more than ${formatMegabytes(fileBytes)}, the limit. Split it.`,
    );
  for (const { name } of entries)
    if (
      name !== only.name &&
      !name.endsWith('/') &&
      !companions.test(name) &&
      !logEntries.some(({ entry }) => entry.name === name)
    )
      log.noteUnread(
        'entry-left',
        `${archive}, ${name.slice(0, 100)}`,
        'One file of the archive was read; others were left.',
      );
  const unpacked = unzip(zip, only, archive);
  if (!unpacked.ok) return unpacked;
  const logs: DatabaseLog[] = [];
  for (const { suffix, entry } of logEntries) {
    const read = unzip(zip, entry, archive);
    if (!read.ok) return read;
    logs.push({ suffix, bytes: read.value });
  }
  return accept({ entry: only.name, bytes: unpacked.value, logs });
}

/** The shortest name of a file that no other has: without folder and extension, without extension, or whole. */
function layerNameOf(source: ZipEntry, sources: readonly ZipEntry[]): string {
  const others = sources.filter((other) => other !== source).map(layerNames);
  // A longer name of another file counts as well: `a.kml.shp` cannot have the name of `a.kml`.
  const isOnly = (name: string, length: number) =>
    others.every((names) => !names.slice(length).includes(name));
  return layerNames(source).find(isOnly) ?? source.name;
}

function layerNames({ name }: ZipEntry): readonly string[] {
  const path = name.replace(/\.(?:kml|shp)$/i, '');
  return [path.replace(/^.*\//, ''), path, name];
}

function readDirectory(zip: ZipSource, archive: string, limits: ImportLimits): Outcome<readonly ZipEntry[]> {
  const entries = attempt(archive, () => readZipDirectory(zip, limits.archiveEntries));
  return entries.ok ? checkSizes(entries.value, archive, limits) : entries;
}

function unzip(zip: ZipSource, entry: ZipEntry, archive: string): Outcome<Uint8Array> {
  return attempt(archive, () => unzipEntry(zip, entry));
}

function attempt<T>(archive: string, read: () => T): Outcome<T> {
  try {
    return accept(read());
  } catch (error) {
    if (!(error instanceof BadZip)) throw error;
    const place = error.entry === undefined ? archive : `${archive}, ${error.entry.slice(0, 100)}`;
    const [code, remedy] = refusals[error.code];
    return refuse(code, place, `${error.message} ${remedy}`);
  }
}

const refusals: Readonly<Record<BadZipCode, readonly [code: ImportRefusalCode, remedy: string]>> = {
  damaged: ['bad-zip', 'Ask for the archive again.'],
  'unknown-method': ['bad-zip', 'Pack it again as plain zip.'],
  duplicate: ['bad-zip', 'Ask for the archive again.'],
  'unsafe-name': ['zip-path', 'No program names a file like this by itself. Do not trust the archive.'],
  encrypted: ['zip-encrypted', 'Unpack it, and pack it without a password.'],
  'too-large': ['zip-bomb', 'Split it.'],
  overlapping: ['zip-bomb', 'Few bytes would unpack to many. Do not trust the archive.'],
};

function checkSizes(
  entries: readonly ZipEntry[],
  archive: string,
  limits: ImportLimits,
): Outcome<readonly ZipEntry[]> {
  const bomb = (message: string) => refuse('zip-bomb', archive, message);
  const dense = entries.find(
    ({ packedBytes, unpackedBytes }) =>
      unpackedBytes > 1_000_000 && unpackedBytes > packedBytes * limits.archiveRatio,
  );
  if (dense) {
    return bomb(
      `${dense.name.slice(0, 100)} would unpack to more than ${limits.archiveRatio} times its size.`,
    );
  }
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  if (unpacked > limits.archiveBytes) {
    return bomb(
      `The archive would unpack to ${formatMegabytes(unpacked)}; the limit is ${formatMegabytes(limits.archiveBytes)}.`,
    );
  }
  return accept(entries);
}

function refuseContents(entries: readonly ZipEntry[], archive: string): Outcome<never> {
  const names = entries.slice(0, 5).map(({ name }) => name.slice(0, 60));
  const nested = entries.some(({ name }) => /\.(?:zip|kmz)$/i.test(name));
  if (nested) {
    return refuse(
      'zip-nested',
      archive,
      `It holds archives within the archive (${names.join(', ')}), which are not opened. Unpack it and import them one by one.`,
    );
  }
  const held =
    names.length === 0 ? 'It is empty.' : `It holds ${names.join(', ')}${entries.length > 5 ? ', …' : ''}.`;
  return refuse('no-polygon', archive, `The archive has no .kml and no .shp. ${held}`);
}

function logSkippedEntries(
  entries: readonly ZipEntry[],
  sources: readonly ZipEntry[],
  archive: string,
  log: ImportLog,
): void {
  const hasShapefile = sources.some(({ name }) => /\.shp$/i.test(name));
  for (const { name } of entries) {
    const isKnown =
      /\.(?:kml|shp)$/i.test(name) || companions.test(name) || (hasShapefile && shapefileEndings.test(name));
    if (isKnown) continue;
    log.noteUnread(
      'entry-left',
      `${archive}, ${name.slice(0, 100)}`,
      'Only .kml and .shp files of an archive are read; others were left.',
    );
  }
}

function readKmlEntry(
  zip: ZipSource,
  entry: ZipEntry,
  archive: string,
  log: ImportLog,
  codePage: string | undefined,
): Outcome<SourceShape[]> {
  const unpacked = unzip(zip, entry, archive);
  if (!unpacked.ok) return unpacked;
  const place = `${archive}, ${entry.name}`;
  const text = decodeText(unpacked.value, place, log, codePage);
  return text.ok ? readXml(text.value, place, log) : text;
}

/** Returns a function that opens the file with the name of a .shp and another extension; undefined if there is none. */
function openSiblings(zip: ZipSource, entries: readonly ZipEntry[], source: ZipEntry, archive: string) {
  const stem = source.name.replace(/\.shp$/i, '').toLowerCase();
  return (ending: 'shp' | 'dbf' | 'prj' | 'cpg'): Outcome<Uint8Array | undefined> => {
    const entry =
      ending === 'shp' ? source : entries.find(({ name }) => name.toLowerCase() === `${stem}.${ending}`);
    return entry ? unzip(zip, entry, archive) : accept(undefined);
  };
}
