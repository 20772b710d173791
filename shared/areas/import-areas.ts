import { textStart } from '../cut-text.ts';
import { errorText } from '../error-text.ts';
import type { PolygonGeometry } from '../geo/geometry.ts';
import { toSingleLine } from '../printable-text.ts';
import { ComparisonBudget } from './import/comparison-budget.ts';
import { formatMegabytes, importLimits } from './import/import-limits.ts';
import { ImportLog } from './import/import-log.ts';
import type { ImportedArea, ImportRefusal, ImportResult } from './import/import-result.ts';
import { type Outcome, refuse } from './import/outcome.ts';
import { preparePolygon } from './import/prepare-polygon.ts';
import { type ImportFile, readShapes } from './import/read-shapes.ts';
import { isPolygon } from './import/source-shape.ts';
import { maxAreaNameLength, uniqueNames } from './unique-names.ts';

export type { ImportNote, ImportRefusal, ImportResult } from './import/import-result.ts';
export type { ImportFile } from './import/read-shapes.ts';

/**
 * Reads areas of interest from a file: GeoJSON, WKT, CSV with a column of WKT, KML, KMZ, GPX (closed tracks), FlatGeobuf
 * or a zipped shapefile, detected by its content. Content of another format than the file's name indicates is noted. Every
 * polygon becomes an area, MultiPolygons are split, collections flattened, and names preserved.
 *
 * What can be corrected without guessing is corrected, with a note. Other faulty polygons are refused, with their
 * location, and the remaining ones are still accepted. The whole file is rejected only when no polygon is left, or when
 * it cannot be trusted. Areas are `[longitude, latitude]` in degrees on WGS 84, within −180…180, closed, outlines
 * anticlockwise.
 *
 * Pure, never throws on any bytes, and bounded by `importLimits`. The codes are in `import/import-result.ts`, the rules
 * in docs/decisions/0010-area-import-readers.md.
 */
export function importAreas(file: ImportFile): ImportResult {
  const log = new ImportLog();
  try {
    const areas = readAreas(file, log);
    return areas.ok ? toResult(areas.value, file.name, log) : toRejection(areas.refusal, log);
  } catch (cause) {
    const reason = errorText(cause);
    const message = `Sightline failed on this file (${reason}). It may be sound: please report it.`;
    return toRejection(refuse('internal', file.name, message).refusal, log);
  }
}

function readAreas(file: ImportFile, log: ImportLog): Outcome<ImportedArea[]> {
  const { name, bytes } = file;
  if (bytes.length === 0) return refuse('empty-file', name, 'The file is empty.');
  if (bytes.length > importLimits.fileBytes) {
    const [is, limit] = [formatMegabytes(bytes.length), formatMegabytes(importLimits.fileBytes)];
    return refuse('file-too-large', name, `The file has ${is}; the limit is ${limit}. Split or simplify it.`);
  }
  const effort = new ComparisonBudget(importLimits.comparisons);
  const layers = readShapes(file, log, effort);
  if (!layers.ok) return layers;
  const polygons = layers.value.flatMap(({ name: layer, shapes }) =>
    Array.from(shapes)
      .filter(isPolygon)
      .map((polygon) => ({ polygon, layer })),
  );
  const positions = polygons.reduce(
    (sum, { polygon }) => sum + polygon.rings.reduce((all, ring) => all + ring.length, 0),
    0,
  );
  if (positions > importLimits.positions) {
    const limit = importLimits.positions.toLocaleString('en-US');
    return refuse(
      'too-many-positions',
      name,
      `The polygons have ${positions.toLocaleString('en-US')} positions; the limit is ${limit}. Split or simplify them.`,
    );
  }
  const named = polygons.flatMap(({ polygon, layer }): NamedPieces[] => {
    const prepared = preparePolygon(polygon, log, effort);
    if (!prepared.ok) log.refuse(prepared.refusal);
    return prepared.ok ? [{ name: polygon.name, place: polygon.place, layer, pieces: prepared.value }] : [];
  });
  return { ok: true, value: nameAreas(named, name, log) };
}

function toResult(areas: readonly ImportedArea[], fileName: string, log: ImportLog): ImportResult {
  if (areas.length > 0) {
    return { verdict: log.hasChanges ? 'accept-with-fix' : 'accept', areas, notes: log.notes() };
  }
  const none = refuse('no-polygon', fileName, 'There is no polygon in it, so there is no area.');
  return toRejection(log.firstRefusal ?? none.refusal, log);
}

function toRejection(error: ImportRefusal, log: ImportLog): ImportResult {
  // The refusal of a part that is also the error of the file needs no second note.
  const notes = log.notes().filter(({ message }) => message !== error.message);
  return { verdict: 'reject', areas: [], notes, error };
}

/** The polygons made from one polygon of the file, with its name in the file. */
type NamedPieces = {
  readonly name: string | undefined;
  readonly place: string;
  readonly layer: string | undefined;
  readonly pieces: readonly PolygonGeometry[];
};

/**
 * Gives each area a unique name: the name in the file, with ` (2)`, ` (3)` … where it repeats, as for the parts of a
 * MultiPolygon. Areas without a name are named after the file, `harbours 1`, `harbours 2`.
 */
function nameAreas(named: readonly NamedPieces[], fileName: string, log: ImportLog): ImportedArea[] {
  const areas = named.flatMap(({ name, place, layer, pieces }) =>
    pieces.map((geometry) => ({ ownName: toSingleLine(name ?? ''), place, layer, geometry })),
  );
  const stem = toSingleLine(fileName.replace(/^.*[\\/]/, '').replace(/\.[a-z]+$/i, '')) || 'Area';
  const isOne = areas.filter(({ ownName }) => ownName === '').length === 1;
  let unnamed = 0;
  const requested = areas.map(({ ownName, place }) => {
    if (ownName.length > maxAreaNameLength) log.fix('name-shortened', place);
    if (ownName !== '') return shortenName(ownName);
    unnamed += 1;
    return isOne ? shortenName(stem) : shortenName(stem, ` ${unnamed}`);
  });
  const names = uniqueNames(requested, []);
  return areas.map(({ geometry, layer }, index) => ({
    name: names[index] ?? '',
    geometry,
    ...(layer === undefined ? {} : { layer }),
  }));
}

function shortenName(name: string, suffix = ''): string {
  const room = maxAreaNameLength - suffix.length;
  return (name.length <= room ? name : `${textStart(name, room - 1).trimEnd()}…`) + suffix;
}
