import type { Position } from 'geojson';
import { textStart } from '../cut-text.ts';
import { errorText } from '../error-text.ts';
import { splitAtAntimeridian } from '../geo/antimeridian.ts';
import { formatDecimalDegrees } from '../geo/coordinates.ts';
import type { PolygonGeometry } from '../geo/geometry.ts';
import { signedRingArea } from '../geo/rings.ts';
import { type SelfCrossing, searchSelfCrossings } from '../geo/self-crossing.ts';
import { toSavedText } from '../printable-text.ts';
import { ComparisonBudget } from './import/comparison-budget.ts';
import { nestRings } from './import/group-rings.ts';
import { formatMegabytes, importLimits } from './import/import-limits.ts';
import { ImportLog } from './import/import-log.ts';
import type { ImportedArea, ImportRefusal, ImportResult } from './import/import-result.ts';
import { accept, type Outcome, refuse } from './import/outcome.ts';
import { type PreparedRing, prepareRing } from './import/prepare-ring.ts';
import { readShapes } from './import/read-shapes.ts';
import { type ImportFile, isPolygon, type SourcePolygon } from './import/source-shape.ts';
import { maxAreaNameLength, uniqueNames } from './unique-names.ts';

export type { ImportNote, ImportRefusal, ImportResult } from './import/import-result.ts';
export type { ImportFile } from './import/source-shape.ts';

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
 * in shared/areas/README.md.
 */
export function importAreas(file: ImportFile): ImportResult {
  const log = new ImportLog();
  try {
    const areas = readAreas(file, log);
    const result = areas.ok ? toResult(areas.value, file.name, log) : toRejection(areas.refusal, log);
    return log.table ? { ...result, table: log.table } : result;
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

/** Longer than the name of an area, so that it is shortened with a note. */
const maxReadNameLength = 2 * maxAreaNameLength;

/**
 * Gives each area a unique name: the name in the file, with ` (2)`, ` (3)` … where it repeats, as for the parts of a
 * MultiPolygon. Areas without a name are named after the file, `harbours 1`, `harbours 2`.
 */
function nameAreas(named: readonly NamedPieces[], fileName: string, log: ImportLog): ImportedArea[] {
  const areas = named.flatMap(({ name, place, layer, pieces }) =>
    pieces.map((geometry) => ({
      ownName: toSavedText(name ?? '', maxReadNameLength),
      place,
      layer,
      geometry,
    })),
  );
  const stem =
    toSavedText(fileName.replace(/^.*[\\/]/, '').replace(/\.[a-z]+$/i, ''), maxReadNameLength) || 'Area';
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

/**
 * Applies every rule to a polygon of a file. Returns the resulting polygons, several when it crosses the
 * antimeridian; corrections are noted in the log.
 */
function preparePolygon(
  drawn: SourcePolygon,
  log: ImportLog,
  effort: ComparisonBudget,
): Outcome<PolygonGeometry[]> {
  const { place } = drawn;
  if (drawn.rings.length === 0) return refuse('too-few-positions', place, 'The polygon has no outline.');
  const rings: PreparedRing[] = [];
  for (const [index, ring] of drawn.rings.entries()) {
    const prepared = prepareRing(ring, drawn.projector, `${place}, ring ${index + 1}`);
    if (!prepared.ok) return prepared;
    rings.push(prepared.value);
  }
  const coordinates = besideOutline(rings.map(({ positions }) => positions));
  const shape = checkShape(coordinates, rings, place, effort);
  if (!shape.ok) return shape;
  const pieces = splitAtAntimeridian({ type: 'Polygon', coordinates });
  const split = checkPieces(pieces, coordinates, place, effort);
  if (!split.ok) return split;
  logFixes(drawn, rings, coordinates, pieces, log);
  return accept(pieces);
}

/** Shifts holes by full turns to the outline. */
function besideOutline(rings: readonly Position[][]): Position[][] {
  const middle = middleLongitude(rings[0] ?? []);
  return rings.map((ring) => {
    const turns = Math.round((middle - middleLongitude(ring)) / 360);
    return turns === 0 ? ring : ring.map(([x = Number.NaN, y = Number.NaN]) => [x + 360 * turns, y]);
  });
}

function middleLongitude(ring: readonly Position[]): number {
  let west = Number.POSITIVE_INFINITY;
  let east = Number.NEGATIVE_INFINITY;
  for (const [longitude = Number.NaN] of ring) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  return (west + east) / 2;
}

function checkShape(
  coordinates: Position[][],
  rings: readonly PreparedRing[],
  place: string,
  effort: ComparisonBudget,
): Outcome<undefined> {
  const search = searchSelfCrossings({ type: 'Polygon', coordinates }, 1, effort.remaining);
  if (!search.isComplete) return refuseComplex(place);
  effort.spend(search.comparisons);
  const [crossing] = search.crossings;
  if (crossing) return refuseCrossing(crossing, rings, place);
  if (coordinates.length === 1) return accept(undefined);
  const parents = nestRings(coordinates, effort);
  if (!parents) return refuseComplex(place);
  for (let index = 1; index < coordinates.length; index += 1) {
    const at = `${place}, ring ${index + 1}`;
    if (parents[index] === undefined)
      return refuse('hole-outside', at, 'The hole is not inside the outline.');
    if (parents[index] !== 0)
      return refuse('hole-in-hole', at, 'The hole lies within another hole. Make it a polygon of its own.');
  }
  return parents[0] === undefined
    ? accept(undefined)
    : refuse('hole-outside', place, 'The outline lies within its hole.');
}

function refuseComplex(place: string) {
  return refuse(
    'too-complex',
    place,
    'Its edges lie so close beside one another that checking them for crossings would take too long. Simplify it, or split the file.',
  );
}

function refuseCrossing({ at, edges }: SelfCrossing, rings: readonly PreparedRing[], place: string) {
  const [one, other] = edges.map(({ ring, index }) => {
    const prepared = rings[ring];
    const [from = 0, to = 0] = [prepared?.sources[index], prepared?.sources[index + 1]];
    return `ring ${ring + 1} between positions ${from + 1} and ${to + 1}`;
  });
  return refuse(
    'self-crossing',
    place,
    `The polygon crosses or touches itself at ${formatDecimalDegrees(at)}: ${one}, and ${other}. Move or remove a corner there.`,
  );
}

/**
 * Checks the pieces of a split: where a hole touches the outline and the antimeridian cuts both, they become one ring
 * that touches itself.
 */
function checkPieces(
  pieces: readonly PolygonGeometry[],
  coordinates: readonly Position[][],
  place: string,
  effort: ComparisonBudget,
): Outcome<undefined> {
  if (pieces.length === 0) return refuse('zero-area', place, 'The polygon encloses nothing.');
  if (pieces.length === 1 || coordinates.length === 1) return accept(undefined);
  for (const piece of pieces) {
    const search = searchSelfCrossings(piece, 1, effort.remaining);
    if (!search.isComplete) return refuseComplex(place);
    effort.spend(search.comparisons);
    if (search.crossings.length > 0) {
      return refuse(
        'self-crossing',
        place,
        'Split at the antimeridian, the polygon would touch itself. Move its hole off its outline.',
      );
    }
  }
  return accept(undefined);
}

function logFixes(
  drawn: SourcePolygon,
  rings: readonly PreparedRing[],
  coordinates: readonly Position[][],
  pieces: readonly PolygonGeometry[],
  log: ImportLog,
): void {
  const { place } = drawn;
  if (drawn.hasZ) log.fix('z-dropped', place);
  if (drawn.hasM) log.fix('m-dropped', place);
  for (const [index, { fixes }] of rings.entries()) {
    for (const fix of fixes) if (fix !== 'longitude-wrapped') log.fix(fix, `${place}, ring ${index + 1}`);
    const isAnticlockwise = signedRingArea(coordinates[index] ?? []) > 0;
    const shouldBe = (drawn.winding === 'anticlockwise') === (index === 0);
    if (drawn.winding !== 'any' && isAnticlockwise !== shouldBe)
      log.fix('ring-reoriented', `${place}, ring ${index + 1}`);
  }
  // A step across the antimeridian that splits nothing ends on it: 180 was written as −180, or vice versa.
  const isTouching = pieces.length === 1 && rings.some(({ stepsOver }) => stepsOver);
  if (isTouching || rings.some(({ fixes }) => fixes.has('longitude-wrapped')))
    log.fix('longitude-wrapped', place);
  if (pieces.length > 1) log.fix('antimeridian-split', place);
}
