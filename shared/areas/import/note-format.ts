import type { ImportLog } from './import-log.ts';

/** The detected format of a file's content. */
export type ContentFormat =
  | 'GeoJSON'
  | 'WKT'
  | 'CSV'
  | 'KML'
  | 'GPX'
  | 'KMZ'
  | 'a zipped shapefile'
  | 'FlatGeobuf';

/** The formats that file extensions indicate; any other extension, such as .txt, indicates none. */
export const announcedFormats: ReadonlyMap<string, readonly ContentFormat[]> = new Map([
  ['geojson', ['GeoJSON']],
  ['json', ['GeoJSON']],
  ['wkt', ['WKT']],
  ['ewkt', ['WKT']],
  ['kml', ['KML']],
  ['gpx', ['GPX']],
  ['xml', ['KML', 'GPX']],
  ['kmz', ['KMZ']],
  ['zip', ['KMZ', 'a zipped shapefile']],
  // Formats that cannot be read, so any content that was read has another format.
  ['shp', []],
  ['gpkg', []],
  ['gml', []],
  ['csv', ['CSV']],
  ['fgb', ['FlatGeobuf']],
]);

/** Adds a note when the content has another format than the file's extension indicates. */
export function noteFormat(fileName: string, format: ContentFormat, log: ImportLog): void {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  const formats = announcedFormats.get(ending ?? '');
  if (formats && !formats.includes(format)) log.fix('other-format', `${fileName} is ${format}`);
}
