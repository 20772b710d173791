import { formatCount, formatQuantity } from '../../../../shared/format.ts';
import { analyticDisplayName } from '../../../../shared/results/analytics.ts';
import { type BuiltinField, definitionOf } from '../../../../shared/results/builtin-fields.ts';
import { zip as zipFormat } from '../../../../shared/zip/zip-format.ts';
import type { ChipReader } from '../../chips/chip-cache.ts';
import { asText } from '../../workspace/file/cells.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import { type ExportNotes, ExportRefused, type Progress } from '../export-progress.ts';
import { type OutputFile, readPieces } from '../files/output-file.ts';
import type { ZipWriter } from '../files/zip-writer.ts';
import { describeColumn } from '../rows/detection-columns.ts';
import type { CellValue, Layer, LayerRow } from '../rows/layer.ts';
import { describeMissingChips, findChip } from './chips.ts';
import { escapeXml } from './escape-xml.ts';
import { createKmlElements, kmlEnd, kmlStart } from './kml.ts';

/**
 * Limits of a zip file without Zip64, as libkml reads it: bytes of KML less the tags of folders, and chips, which leave
 * a GiB to the packed KML.
 */
const limits = { kmlBytes: 2 ** 32 - 2 ** 20, chips: zipFormat.max16 - 2, chipBytes: 3 * 2 ** 30 };

/**
 * Writes layers as KMZ: one document with a folder for each analytic and, where reviews are written, each verdict, and
 * a folder of footprints. Balloons are a table without scripts, with the image chip where one is cached. Chips and tables
 * beyond the limits are left out and noted; for more KML it throws `ExportRefused`.
 */
export async function writeKmz(
  zip: ZipWriter,
  newSpool: () => OutputFile,
  { sql, detections, footprints, cachedChips, marking }: KmzContent,
  notes: ExportNotes,
  progress: Progress,
  { kmlBytes, chips, chipBytes } = limits,
): Promise<void> {
  const [head, placemarks] = [newSpool(), newSpool()];
  const folders = createFolders(placemarks);
  head.text(kmlStart('detections', marking));
  const elements = createKmlElements(detections, notes);
  head.text(elements.schema);
  const cellOf = createCellReader(detections);
  const hasVerdicts = columnOf(detections, 'verdict') >= 0;
  const rowTitles = balloonTitles(detections);
  let [missing, written, writtenBytes] = [0, 0, 0];
  // First, so that what is left for tables is known.
  if (footprints) writeFootprints(head, folders, footprints, notes, progress);
  const size = () => head.size() + folders.size();
  const space = createSpace(kmlBytes, detections.count ?? 0, size);
  for (const batch of detections.rows()) {
    for (const row of batch) {
      const chipIdentifier = cellOf(row, 'chip');
      const isDue = cachedChips !== undefined && typeof chipIdentifier === 'string';
      const png = isDue
        ? findChip(sql, asText(cellOf(row, 'region')), chipIdentifier, cachedChips).png
        : undefined;
      const image = `files/${row.uid}.png`;
      const fits = png !== undefined && written < chips && writtenBytes + png.length <= chipBytes;
      if (fits) {
        zip.addWhole(image, png);
        written += 1;
        writtenBytes += png.length;
      } else if (png) notes.count(describeLeftOut);
      else if (isDue) missing += 1;
      const chip = fits ? image : png ? 'left out' : isDue ? 'missing' : 'none';
      const table = escapeXml(balloonTable(rowTitles, row));
      const hasTable = space.fits(table);
      if (!hasTable) notes.count(describeWithoutTable);
      const balloon = escapeXml(balloonPicture(chip)) + (hasTable ? table : '');
      const { style, placemark } = elements.of(row, balloon === '' ? undefined : balloon);
      head.text(style);
      const verdict = hasVerdicts ? (asText(cellOf(row, 'verdict')) ?? 'unreviewed') : '';
      folders.add(analyticDisplayName(row.kind ?? ''), verdict, placemark);
    }
    progress.written(batch.length);
    if (space.isExceeded()) throw new ExportRefused(tooLarge, 'too-large');
    await placemarks.whenWritable();
  }
  if (missing > 0) notes.count(describeMissingChips, missing);
  await head.settled();
  await zip.add('doc.kml', documentPieces(head, await folders.finish(), placemarks));
}

type KmzContent = {
  readonly sql: Sql;
  readonly detections: Layer;
  readonly footprints?: Layer;
  /** `''` for none. */
  readonly marking: string;
  /** Absent: balloons have no chips. */
  readonly cachedChips?: Pick<ChipReader, 'read'> | undefined;
};

/**
 * Divides the bytes of the KML between the data of `count` placemarks, which all have theirs, and the tables of their
 * balloons. `size` returns the bytes so far.
 */
function createSpace(limit: number, count: number, size: () => number) {
  const start = size();
  let [done, ofTables] = [0, 0];
  const left = () => Math.max(0, count - done);
  const expected = () => {
    const mean = done === 0 ? 0 : (size() - start - ofTables) / done;
    return size() + left() * longerThanBefore * mean;
  };
  return {
    /** Whether the next placemark gets its table. */
    fits(table: string): boolean {
      const bytes = Buffer.byteLength(table);
      const doesFit = bytes + expected() <= tablesEnd * limit;
      done += 1;
      if (doesFit) ofTables += bytes;
      return doesFit;
    },
    /** Whether the placemarks cannot fit, even if those that follow are empty. */
    isExceeded: () => size() + left() * '<Placemark></Placemark>'.length > limit,
  };
}

/** The share of the limit where tables end, since the placemarks that follow may be longer yet. */
const tablesEnd = 0.95;

/** Expected length of the placemarks that follow, by the mean of those before them. */
const longerThanBefore = 1.1;

function writeFootprints(
  head: OutputFile,
  folders: Folders,
  footprints: Layer,
  notes: ExportNotes,
  progress: Progress,
): void {
  const elements = createKmlElements(footprints, notes);
  head.text(elements.schema);
  for (const batch of footprints.rows()) {
    progress.throwIfStopped();
    for (const row of batch) {
      const { style, placemark } = elements.of(row);
      head.text(style);
      folders.add('Footprints', '', placemark);
    }
  }
}

type Folders = ReturnType<typeof createFolders>;

/** Characters that are collected before they are written to the file. */
const maxCollected = 4 * 1024 * 1024;

type Folder = { texts: string[]; readonly parts: { readonly at: number; readonly length: number }[] };

/** Placemarks by analytic and verdict, in parts of one file. */
function createFolders(file: OutputFile) {
  const byAnalytic = new Map<string, Map<string, Folder>>();
  let collected = 0;
  const flush = () => {
    for (const folder of [...byAnalytic.values()].flatMap((folders) => [...folders.values()])) {
      const at = file.size();
      for (const text of folder.texts) file.text(text);
      if (file.size() > at) folder.parts.push({ at, length: file.size() - at });
      folder.texts = [];
    }
    collected = 0;
  };
  return {
    add(analytic: string, verdict: string, text: string) {
      const byVerdict = byAnalytic.get(analytic) ?? new Map<string, Folder>();
      byAnalytic.set(analytic, byVerdict);
      const folder = byVerdict.get(verdict) ?? { texts: [], parts: [] };
      byVerdict.set(verdict, folder);
      folder.texts.push(text);
      collected += text.length;
      if (collected > maxCollected) flush();
    },
    /** Characters that are collected, and bytes that are in the file. */
    size: () => file.size() + collected,
    /** All folders with their parts. Nothing may be added later. */
    async finish() {
      flush();
      await file.settled();
      return [...byAnalytic].sort(byName).map(([analytic, byVerdict]) => ({
        analytic,
        verdicts: [...byVerdict].sort(byName).map(([verdict, { parts }]) => ({ verdict, parts })),
      }));
    },
  };
}

type FinishedFolders = Awaited<ReturnType<Folders['finish']>>;

function* documentPieces(
  head: OutputFile,
  folders: FinishedFolders,
  placemarks: OutputFile,
): Generator<Uint8Array> {
  yield* readPieces(head);
  for (const { analytic, verdicts } of folders) {
    yield folderStart(analytic);
    for (const { verdict, parts } of verdicts) {
      if (verdict !== '') yield folderStart(verdict.charAt(0).toUpperCase() + verdict.slice(1));
      for (const { at, length } of parts) {
        const piece = new Uint8Array(length);
        placemarks.read(at, piece);
        yield piece;
      }
      if (verdict !== '') yield folderEnd;
    }
    yield folderEnd;
  }
  yield Buffer.from(kmlEnd);
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function folderStart(name: string): Uint8Array {
  return Buffer.from(`<Folder><name>${escapeXml(name)}</name>\n`);
}

const folderEnd = Buffer.from('</Folder>\n');

const tooLarge =
  'A KMZ has at most 4 GiB of KML, since libkml, with which many programs open it, reads no more. Export fewer detections or properties, or choose GeoPackage.';

/** Fields that only the data of a placemark has. A balloon is read on a globe, and each row of it costs 100 bytes. */
const notInBalloons: readonly BuiltinField[] = [
  'region',
  'chip',
  'image_product',
  'processor',
  'parameters',
  'generated',
  'fetched',
  'not_fetched',
  'generation_latency',
  'upload_latency',
  'fetch_latency',
];

/** For each column the heading of its row in a balloon; null: it has none. */
function balloonTitles({ columns }: Layer): readonly (string | null)[] {
  const leftOut = new Set(notInBalloons.map((field) => describeColumn(field).name));
  return columns.map(({ name, title }) =>
    title !== undefined && leftOut.has(name) ? null : escapeXml(title ?? name),
  );
}

/** Above the table of a balloon, in HTML. `chip`: the path of its image, or why there is none. */
function balloonPicture(chip: string | 'missing' | 'left out' | 'none'): string {
  return (
    {
      none: '',
      missing: '<p>The image chip is not in the cache.</p>',
      'left out': '<p>The image chip did not fit in the file.</p>',
    }[chip] ?? `<p><img src="${chip}" alt="Image chip"/><br/>Scale unknown</p>`
  );
}

function balloonTable(titles: readonly (string | null)[], { values }: LayerRow): string {
  // HTML needs neither quotes nor end tags here (HTML, 13.1.2.4), and each is escaped in the KML.
  const rows = titles.map((title, index) => {
    const value = values[index] ?? null;
    return title === null || value === null
      ? ''
      : `<tr><th align=left>${title}<td>${escapeXml(String(value))}`;
  });
  return `<table>${rows.join('')}</table>`;
}

function createCellReader(layer: Layer): (row: LayerRow, field: KmzField) => CellValue {
  const columns = {
    chip: columnOf(layer, 'chip'),
    region: columnOf(layer, 'region'),
    verdict: columnOf(layer, 'verdict'),
  };
  return ({ values }, field) => values[columns[field]] ?? null;
}

type KmzField = 'chip' | 'region' | 'verdict';

/** The index of the column of a field; -1 without one. Columns of properties have no title. */
function columnOf({ columns }: Layer, field: KmzField): number {
  const { exportColumn } = definitionOf(field);
  return columns.findIndex(({ name, title }) => title !== undefined && name === exportColumn);
}

function describeWithoutTable(count: number): string {
  return `${formatQuantity(count, 'balloon')} ${count === 1 ? 'has' : 'have'} no table, since a KMZ that libkml reads has at most 4 GiB of KML. ${count === 1 ? 'Its placemark has' : 'Their placemarks have'} all data.`;
}

function describeLeftOut(count: number): string {
  return `${formatQuantity(count, 'chip')} ${count === 1 ? 'is' : 'are'} left out: a KMZ that libkml reads has at most ${formatCount(limits.chips)} chips of 3 GiB.`;
}
