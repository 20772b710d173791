import { z } from 'zod';

/** The formats that results can be written in. */
export const exportFormatSchema = z.enum([
  'geojson',
  'geojsonl',
  'csv',
  'kml',
  'gpkg',
  'fgb',
  'shp',
  'raw-json',
  'raw-ndjson',
]);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** What there is to know of a format before choosing it. */
export type ExportFormatInfo = {
  readonly format: ExportFormat;
  readonly title: string;
  /** Of the file, without a dot in front. GDAL opens a zip of shapefiles as it is when it is called `.shp.zip`. */
  readonly extension: string;
  /** What it holds of a result and what it does not, in words for the analyst. */
  readonly remarks: readonly string[];
  /** Raw records are no features: they have neither columns nor reviews, and no footprints go along. */
  readonly holds: 'features' | 'records';
  /** Whether footprints become a layer of the same file. */
  readonly holdsFootprints?: boolean;
};

const cut = 'Lines and areas over the antimeridian are cut there; outlines run anticlockwise.';
const asRecorded = 'Coordinates are as the record has them; an area over the antimeridian may run past 180°.';
const table = 'Each property becomes a column with one type; values that do not fit it make it text.';

/** All formats in the order in which they are offered. */
export const exportFormats: readonly ExportFormatInfo[] = [
  {
    format: 'geojson',
    title: 'GeoJSON',
    extension: 'geojson',
    remarks: ['RFC 7946, one feature a line; properties as they came.', cut],
    holds: 'features',
  },
  {
    format: 'geojsonl',
    title: 'GeoJSON, newline-delimited',
    extension: 'geojsonl',
    remarks: ['One feature a line, without the record separators of RFC 8142.', cut],
    holds: 'features',
  },
  {
    format: 'csv',
    title: 'CSV',
    extension: 'csv',
    remarks: [
      'UTF-8, commas, geometry as WKT in the last column.',
      'Text that a spreadsheet would take for a formula gets an apostrophe in front; numbers stay as they are.',
      asRecorded,
    ],
    holds: 'features',
  },
  {
    format: 'kml',
    title: 'KML',
    extension: 'kml',
    remarks: [
      'Named and coloured by analytic, with times and properties, for Google Earth and other globes.',
      cut,
    ],
    holds: 'features',
  },
  {
    format: 'gpkg',
    title: 'GeoPackage',
    extension: 'gpkg',
    remarks: [
      'For QGIS and ArcGIS; points and areas are two layers, each with a spatial index.',
      table,
      asRecorded,
    ],
    holds: 'features',
    holdsFootprints: true,
  },
  {
    format: 'fgb',
    title: 'FlatGeobuf',
    extension: 'fgb',
    remarks: ['With a packed spatial index; features are sorted by place.', table, asRecorded],
    holds: 'features',
  },
  {
    format: 'shp',
    title: 'Shapefile (zip)',
    extension: 'shp.zip',
    remarks: [
      'Column names have 10 characters at most; a table in the zip says which is which.',
      'Text is cut at 254 bytes, times are text, and at most 255 columns fit.',
      'One file for each kind of geometry, each up to 2 GB.',
      asRecorded,
    ],
    holds: 'features',
    holdsFootprints: true,
  },
  {
    format: 'raw-json',
    title: 'Raw records, JSON',
    extension: 'json',
    remarks: ['The records of these detections as the service sent them, byte for byte, in one list.'],
    holds: 'records',
  },
  {
    format: 'raw-ndjson',
    title: 'Raw records, one a line',
    extension: 'ndjson',
    remarks: [
      'The records of these detections as the service sent them, one a line; line breaks between their members become spaces.',
    ],
    holds: 'records',
  },
];

/** What there is to know of one format. */
export function exportFormatInfo(format: ExportFormat): ExportFormatInfo {
  const info = exportFormats.find((candidate) => candidate.format === format);
  if (!info) throw new Error(`The format ${format} is not described.`);
  return info;
}
