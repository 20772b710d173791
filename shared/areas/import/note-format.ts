import type { ImportLog } from './import-log.ts';

/** What content of a file turned out to be. */
export type ContentFormat = 'GeoJSON' | 'WKT' | 'KML' | 'GPX' | 'KMZ' | 'a zipped shapefile';

/** What the endings of names announce; any other ending, such as .txt, announces nothing. */
const announced: ReadonlyMap<string, readonly ContentFormat[]> = new Map([
  ['geojson', ['GeoJSON']],
  ['json', ['GeoJSON']],
  ['wkt', ['WKT']],
  ['ewkt', ['WKT']],
  ['kml', ['KML']],
  ['gpx', ['GPX']],
  ['xml', ['KML', 'GPX']],
  ['kmz', ['KMZ']],
  ['zip', ['KMZ', 'a zipped shapefile']],
  // Formats that are not read: whatever could be read is another one.
  ['shp', []],
  ['gpkg', []],
  ['gml', []],
  ['fgb', []],
  ['csv', []],
]);

/** Notes that content has another format than the name of its file announces. */
export function noteFormat(fileName: string, format: ContentFormat, log: ImportLog): void {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  const formats = announced.get(ending ?? '');
  if (formats && !formats.includes(format)) log.fix('other-format', `${fileName} is ${format}`);
}
