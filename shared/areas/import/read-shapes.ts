import type { ComparisonBudget } from './comparison-budget.ts';
import { decodeText } from './decode-text.ts';
import { describeDatabase } from './describe-database.ts';
import { detectBinaryFormat, detectTextFormat } from './detect-format.ts';
import type { ImportLog } from './import-log.ts';
import { noteFormat } from './note-format.ts';
import { type Outcome, refuse } from './outcome.ts';
import { readArchive } from './read-archive.ts';
import { readCsv } from './read-csv.ts';
import { readFlatGeobuf } from './read-flatgeobuf.ts';
import { readGeoJson } from './read-geojson.ts';
import { readWkt } from './read-wkt.ts';
import { readXml } from './read-xml.ts';
import type { SourceShape } from './source-shape.ts';

/**
 * A file or pasted text: its content, and its name for messages and for areas without a name. `codePage` is the one that
 * the user chose (`codePages`), for a file whose encoding is not certain; it replaces what the file states or permits.
 */
export type ImportFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly codePage?: string | undefined;
};

/**
 * Reads the shapes of a file by the format of its content. For a log of areas, those that cannot become areas are noted
 * in it; a long text is read while the shapes are requested.
 */
export function readShapes(
  { name, bytes, codePage }: ImportFile,
  log: ImportLog,
  effort: ComparisonBudget,
): Outcome<Iterable<SourceShape>> {
  const binary = detectBinaryFormat(bytes);
  if (binary?.kind === 'zip') return readArchive(bytes, name, log, effort, codePage);
  if (binary?.kind === 'flatgeobuf') {
    noteFormat(name, 'FlatGeobuf', log);
    return readFlatGeobuf(bytes, name, log);
  }
  if (binary) return refuse('unsupported-format', name, `This is ${binary.what}.`);
  const database = describeDatabase(bytes);
  if (database !== undefined) return refuse('unsupported-format', name, database);
  const text = decodeText(bytes, name, log, codePage);
  if (!text.ok) return text;
  if (text.value.trim() === '') return refuse('empty-file', name, 'The file holds nothing but white space.');
  switch (detectTextFormat(text.value, name)) {
    case 'geojson':
      noteFormat(name, 'GeoJSON', log);
      return readGeoJson(text.value, name, log);
    case 'xml':
      return readXml(text.value, name, log);
    case 'wkt':
      noteFormat(name, 'WKT', log);
      return readWkt(text.value, name, log);
    case 'csv':
      noteFormat(name, 'CSV', log);
      return readCsv(text.value, name, log);
    default:
      return refuse(
        'unknown-format',
        name,
        'This is not GeoJSON, WKT, KML, KMZ, GPX, FlatGeobuf, CSV with a column of WKT, or a zipped shapefile.',
      );
  }
}
