import { decodeText } from './decode-text.ts';
import type { DrawnPolygon } from './drawn-polygon.ts';
import type { Effort } from './effort.ts';
import { formatMegabytes, importLimits } from './import-limits.ts';
import type { ImportLog } from './import-log.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import { readShapefile } from './read-shapefile.ts';
import { readXml } from './read-xml.ts';
import { unzipEntry } from './unzip-entry.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';

/** Files that belong to a shapefile, besides the .shp itself. */
const shapefileEndings = /\.(?:dbf|prj|shx|cpg|qpj|sbn|sbx|qix|fix|idm|ind|shp\.xml|qmd)$/i;
/** What macOS, Windows and KMZ put beside the data. */
const companions = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)|\.(?:png|jpe?g|gif|bmp|dae)$/i;

/**
 * Reads a KMZ or a zipped shapefile: every .kml and every .shp in the archive. An archive within it is never opened.
 * Fails as the directory does, with `zip-nested`, or with `no-polygon` when neither is there.
 */
export function readArchive(
  bytes: Uint8Array,
  archive: string,
  log: ImportLog,
  effort: Effort,
): Outcome<DrawnPolygon[]> {
  const directory = readZipDirectory(bytes, archive);
  if (!directory.ok) return directory;
  const entries = directory.value.filter(({ name }) => !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name));
  const sources = entries.filter(({ name }) => /\.(?:kml|shp)$/i.test(name));
  if (sources.length === 0) return refuseContents(entries, archive);
  const size = sources.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
  if (size > importLimits.fileBytes) {
    const [is, most] = [formatMegabytes(size), formatMegabytes(importLimits.fileBytes)];
    return refuse(
      'file-too-large',
      archive,
      `Its files unpack to ${is}; ${most} is the most that is read. Split it.`,
    );
  }
  nameOthers(entries, sources, archive, log);
  const polygons: DrawnPolygon[] = [];
  for (const source of sources) {
    const read = /\.kml$/i.test(source.name)
      ? readKmlEntry(bytes, source, archive, log)
      : readShapefile(
          openSiblings(bytes, entries, source, archive),
          `${archive}, ${source.name}`,
          log,
          effort,
        );
    // One file of several: the others may be good.
    if (!read.ok && sources.length === 1) return read;
    if (!read.ok) log.refuse(read.refusal);
    else for (const polygon of read.value) polygons.push(polygon);
  }
  return accept(polygons);
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

function nameOthers(
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
    log.leave(
      'entry-left',
      `${archive}, ${name.slice(0, 100)}`,
      'Only .kml and .shp files of an archive are read; others were left.',
    );
  }
}

function readKmlEntry(
  bytes: Uint8Array,
  entry: ZipEntry,
  archive: string,
  log: ImportLog,
): Outcome<DrawnPolygon[]> {
  const unpacked = unzipEntry(bytes, entry, archive);
  if (!unpacked.ok) return unpacked;
  const place = `${archive}, ${entry.name}`;
  const text = decodeText(unpacked.value, place, log);
  return text.ok ? readXml(text.value, place, log) : text;
}

/** Opens the files that have the name of a .shp and another ending; undefined if there is none. */
function openSiblings(bytes: Uint8Array, entries: readonly ZipEntry[], source: ZipEntry, archive: string) {
  const stem = source.name.replace(/\.shp$/i, '').toLowerCase();
  return (ending: 'shp' | 'dbf' | 'prj' | 'cpg'): Outcome<Uint8Array | undefined> => {
    const entry =
      ending === 'shp' ? source : entries.find(({ name }) => name.toLowerCase() === `${stem}.${ending}`);
    return entry ? unzipEntry(bytes, entry, archive) : accept(undefined);
  };
}
