import { z } from 'zod';

/** The export formats of results. */
export const exportFormatSchema = z.enum([
  'geojson',
  'geojsonl',
  'csv',
  'kml',
  'gpkg',
  'fgb',
  'shp',
  'kmz',
  'cot',
  'parquet',
  'labels',
  'coco',
  'accuracy',
  'passes',
  'report-html',
  'report-docx',
  'raw-json',
  'raw-ndjson',
]);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** Purposes for which results are handed on. */
export const exportPurposes = ['reader', 'tool', 'training'] as const;
export type ExportPurpose = (typeof exportPurposes)[number];

/**
 * An export format: its row in the dialog and on the command line, and the options that it can have. Its writer is a case
 * of `writeFiles` (`electron/core/exchange/run-export.ts`). For instance:
 *
 *     { format: 'gpx', title: 'GPX', extension: 'gpx', remarks: ['Points alone.'],
 *       content: 'features', purpose: 'tool', use: 'receivers' },
 */
export type ExportFormatInfo = {
  readonly format: ExportFormat;
  readonly title: string;
  /** File extension without the leading dot. GDAL opens a zip of shapefiles directly when it is named `.shp.zip`. */
  readonly extension: string;
  /** Remarks for the analyst on what the format contains and omits. */
  readonly remarks: readonly string[];
  /** Columns, reviews and footprints can be chosen for features only; a product has a fixed content. */
  readonly content: 'features' | 'records' | 'product';
  /** Its purpose: a person who reads it, another program, or the training of an analytic. */
  readonly purpose: ExportPurpose;
  /** Its use in a few words, next to its title. */
  readonly use: string;
  /** Whether it is behind “more”. */
  readonly isRare?: boolean;
  /** Whether footprints are written as a layer of the same file. */
  readonly includesFootprints?: boolean;
  /** True for a document with a title. */
  readonly isReport?: boolean;
  /** Whether the file carries the marking of the workspace. */
  readonly isMarked?: boolean;
  /** File of chips; absent: into a zip of their own. */
  readonly chips?: 'in the file' | 'always in the file' | 'never';
};

const cut = 'Lines and areas across the antimeridian are split there; exterior rings run counterclockwise.';
const asRecorded =
  'Coordinates are as the record has them; an area across the antimeridian may run past 180°.';
const table = 'Each property becomes a column with one type; values that do not fit it make it text.';

const reportContent =
  'By pass, of a site, with AIS, of the watch, or a card for each detection: the answer and what is not covered, then the evidence, the method and the records; at most 5,000 detections.';

/** All formats in display order. */
export const exportFormats: readonly ExportFormatInfo[] = [
  {
    format: 'geojson',
    title: 'GeoJSON',
    extension: 'geojson',
    remarks: ['RFC 7946, one feature per line; properties as received.', cut],
    content: 'features',
    purpose: 'tool',
    use: 'web maps',
    isMarked: true,
  },
  {
    format: 'geojsonl',
    title: 'GeoJSON, newline-delimited',
    extension: 'geojsonl',
    remarks: ['One feature per line, without the record separators of RFC 8142.', cut],
    content: 'features',
    purpose: 'tool',
    use: 'streams',
    isRare: true,
  },
  {
    format: 'csv',
    title: 'CSV',
    extension: 'csv',
    remarks: [
      'UTF-8, geometry as WKT in the last column; separator and decimal sign can be chosen.',
      'Text that a spreadsheet would take for a formula gets an apostrophe in front; numbers stay as they are.',
      asRecorded,
    ],
    content: 'features',
    purpose: 'tool',
    use: 'tables',
  },
  {
    format: 'kml',
    title: 'KML',
    extension: 'kml',
    remarks: [
      'Named and colored by analytic, with times and properties, for Google Earth and other globes.',
      cut,
    ],
    content: 'features',
    purpose: 'reader',
    use: 'Google Earth, without chips',
    isRare: true,
    isMarked: true,
  },
  {
    format: 'gpkg',
    title: 'GeoPackage',
    extension: 'gpkg',
    remarks: [
      'For QGIS and ArcGIS; points and areas are two layers, each with a spatial index.',
      'With the layers of your own that the filter or the columns name.',
      'QGIS shows them with the symbols of this map, readable column names, and times for its temporal controller.',
      table,
      asRecorded,
    ],
    content: 'features',
    purpose: 'tool',
    use: 'all fields; QGIS project',
    includesFootprints: true,
    isMarked: true,
  },
  {
    format: 'fgb',
    title: 'FlatGeobuf',
    extension: 'fgb',
    remarks: ['With a packed spatial index; features are sorted by location.', table, asRecorded],
    content: 'features',
    purpose: 'tool',
    use: 'large web maps',
    isRare: true,
  },
  {
    format: 'shp',
    title: 'Shapefile (zip)',
    extension: 'shp.zip',
    remarks: [
      'Column names have 10 characters at most; a table in the zip lists the original names.',
      'Text is cut at 254 bytes, times are text, and at most 255 columns fit.',
      'One file for each kind of geometry, each up to 2 GB.',
      asRecorded,
    ],
    content: 'features',
    purpose: 'tool',
    use: 'older GIS',
    includesFootprints: true,
  },
  {
    format: 'kmz',
    title: 'KMZ with chips, for Google Earth and TAK',
    extension: 'kmz',
    remarks: [
      'Folders by analytic, and by verdict where reviews are included; image chips in the balloons.',
      'The scale of a chip is not known.',
      cut,
    ],
    content: 'features',
    purpose: 'reader',
    use: 'Google Earth, TAK',
    includesFootprints: true,
    chips: 'in the file',
    isMarked: true,
  },
  {
    format: 'cot',
    title: 'Cursor on Target (TAK data package)',
    extension: 'cot.zip',
    remarks: [
      'One marker per detection, of unknown affiliation, at its position when it was collected.',
      'Accuracy and height are stated as unknown. A marker starts when the image was collected, and is stale seven days after the export.',
      'Detections without a position or a collection time are left out and counted. Nothing is sent over a network.',
    ],
    content: 'product',
    purpose: 'tool',
    use: 'TAK markers',
    isRare: true,
    chips: 'never',
  },
  {
    format: 'parquet',
    title: 'GeoParquet',
    extension: 'parquet',
    remarks: [
      'Version 1.1, for DuckDB, GeoPandas and QGIS; geometry as WKB with a box for each row.',
      table,
      asRecorded,
    ],
    content: 'features',
    purpose: 'tool',
    use: 'data science',
    isRare: true,
    isMarked: true,
  },
  {
    format: 'labels',
    title: 'Labels for training, GeoJSON',
    extension: 'labels.geojson',
    remarks: ['Reviewed detections only: the analytic and class of each, and the verdict as its label.', cut],
    content: 'product',
    purpose: 'training',
    use: 'verdicts as labels',
    chips: 'never',
    isMarked: true,
  },
  {
    format: 'coco',
    title: 'Labels for training, COCO with chips',
    extension: 'coco.zip',
    remarks: [
      'Chips of confirmed and rejected detections; rejected ones are images without an annotation.',
      'Where the object lies in its chip is not known: each box and polygon is the whole chip.',
      'Detections without a cached chip are left out and counted.',
    ],
    content: 'product',
    purpose: 'training',
    use: 'chips and boxes',
    chips: 'always in the file',
    isMarked: true,
  },
  {
    format: 'accuracy',
    title: 'Accuracy table, CSV',
    extension: 'accuracy.csv',
    remarks: [
      'Precision of reviewed detections by analytic, processor version, sensor, incidence angle and length.',
      'It is the share of confirmed among confirmed and rejected, with Wilson intervals of 95 %. Objects that were not detected are not known.',
    ],
    content: 'product',
    purpose: 'training',
    use: 'precision by analytic',
    chips: 'never',
  },
  {
    format: 'passes',
    title: 'Passes, CSV',
    extension: 'passes.csv',
    remarks: [
      'The passes that the Passes tab lists under the filter, also those in which nothing was found.',
      'How much of the filter’s area each covers, its matching and reviewed detections, and its result.',
    ],
    content: 'product',
    purpose: 'tool',
    use: 'passes and their results',
    isRare: true,
    chips: 'never',
  },
  {
    format: 'report-html',
    title: 'Report, HTML',
    extension: 'html',
    remarks: ['One document without scripts, to read, print or save as PDF in any browser.', reportContent],
    content: 'product',
    purpose: 'reader',
    use: 'to read and print',
    chips: 'in the file',
    isReport: true,
    isMarked: true,
  },
  {
    format: 'report-docx',
    title: 'Report, Word (DOCX)',
    extension: 'docx',
    remarks: ['To edit in Word or LibreOffice.', reportContent],
    content: 'product',
    purpose: 'reader',
    use: 'to edit',
    chips: 'in the file',
    isReport: true,
    isMarked: true,
  },
  {
    format: 'raw-json',
    title: 'Raw records, JSON',
    extension: 'json',
    remarks: ['The records of these detections as the service sent them, byte for byte, in one list.'],
    content: 'records',
    purpose: 'tool',
    use: 'as the service sent them',
    isRare: true,
  },
  {
    format: 'raw-ndjson',
    title: 'Raw records, one per line',
    extension: 'ndjson',
    remarks: [
      'The records of these detections as the service sent them, one per line; line breaks between their members become spaces.',
    ],
    content: 'records',
    purpose: 'tool',
    use: 'as the service sent them',
    isRare: true,
  },
];

/** Returns the description of a format. */
export function exportFormatInfo(format: ExportFormat): ExportFormatInfo {
  const info = exportFormats.find((candidate) => candidate.format === format);
  if (!info) throw new Error(`The format ${format} is not described.`);
  return info;
}

/** The format whose extension a file name has; the longest counts, so that `a.labels.geojson` is not GeoJSON. */
export function exportFormatOf(fileName: string): ExportFormat | undefined {
  const name = fileName.toLowerCase();
  return exportFormats
    .filter(({ extension }) => name.endsWith(`.${extension}`))
    .toSorted((one, other) => other.extension.length - one.extension.length)[0]?.format;
}
