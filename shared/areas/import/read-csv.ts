import { unwrapWkt } from '../../geo/unwrap-wkt.ts';
import { parseCsv } from '../../parse-csv.ts';
import type { ImportLog } from './import-log.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import { readWktGeometry } from './read-wkt.ts';
import type { SourcePolygon } from './source-polygon.ts';

const geometryNames =
  /^(?:wkt|geometry|geom|the_geom|wkb_geometry|shape|footprint|area|polygon|.*_wkt|wkt_.*)$/i;
const nameNames = ['name', 'title', 'label', 'id'];
const longitudeNames = /^(?:x|lon|lng|long|longitude|.*[_ ]longitude)$/i;
const latitudeNames = /^(?:y|lat|latitude|.*[_ ]latitude)$/i;
const wktStart = /^\s*(?:SRID\s*=|(?:MULTI)?(?:POINT|LINESTRING|POLYGON)|GEOMETRYCOLLECTION)/i;

/** Whether the text is a table whose first row of values, or whose heading, has positions. */
export function isCsvOfPositions(text: string): boolean {
  // The second line may be cut; two thousand characters of it show what it begins with.
  const [heading, row] = parseCsv(text.slice(0, 20_000)).rows;
  if (!heading || heading.length < 1) return false;
  return geometryColumn(heading, row ?? []) >= 0 || pointColumns(heading) !== undefined;
}

/**
 * Reads the polygons of a table (CSV) with a column of WKT. A table of longitudes and latitudes has points, which are
 * noted. Names are those of the first column called name, title, label or id.
 */
export function readCsv(text: string, fileName: string, log: ImportLog): Outcome<SourcePolygon[]> {
  const [heading = [], ...rows] = parseCsv(text).rows;
  const column = geometryColumn(heading, rows[0] ?? []);
  if (column < 0) {
    if (rows.length > 0) {
      const place = `${fileName}, columns ${pointColumns(heading)?.join(' and ') ?? ''}`;
      log.skip('not-a-polygon', place, 'Only polygons become areas; points and lines were left.');
    }
    return accept([]);
  }
  const nameColumn = nameNames
    .map((name) => heading.findIndex((title) => title.trim().toLowerCase() === name))
    .find((index) => index >= 0);
  const polygons: SourcePolygon[] = [];
  for (const [index, row] of rows.entries()) {
    const name = nameColumn === undefined ? undefined : row[nameColumn]?.trim() || undefined;
    const place = `Row ${index + 2}${name === undefined ? '' : ` “${name.slice(0, 60)}”`}`;
    const cell = row[column] ?? '';
    if (cell.trim() === '') {
      log.skip('empty-geometry', place, 'Rows without a geometry were left.');
      continue;
    }
    const read = readWktGeometry(cell, place, log);
    if (read.ok) for (const polygon of read.value) polygons.push({ ...polygon, name });
    else
      log.refuse(
        refuse(read.refusal.code, `${place}, ${heading[column] ?? ''}`, read.refusal.message).refusal,
      );
  }
  return accept(polygons);
}

/** By its values first: a column called area can have numbers. */
function geometryColumn(heading: readonly string[], row: readonly string[]): number {
  const byValue = row.findIndex((cell) => wktStart.test(unwrapWkt(cell)));
  if (byValue >= 0) return byValue;
  return heading.findIndex(
    (title, index) => geometryNames.test(title.trim()) && (row[index] ?? '').trim() === '',
  );
}

function pointColumns(heading: readonly string[]): readonly [string, string] | undefined {
  const longitude = heading.find((title) => longitudeNames.test(title.trim()));
  const latitude = heading.find((title) => latitudeNames.test(title.trim()));
  return longitude === undefined || latitude === undefined ? undefined : [longitude, latitude];
}
