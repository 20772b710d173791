import type { Position } from 'geojson';
import { decodeAs } from '../../decode-as.ts';
import type { ComparisonBudget } from './comparison-budget.ts';
import { crsFromPrj, findCrsContradiction, wgs84 } from './coordinate-system.ts';
import { groupRings } from './group-rings.ts';
import type { ImportLog } from './import-log.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import { readDbf } from './read-dbf.ts';
import {
  isPolygon,
  positionLists,
  type SourceFeature,
  type SourcePolygon,
  type SourceShape,
} from './source-shape.ts';

/** Opens one of the files of a shapefile; undefined if it does not exist. */
export type OpenSibling = (ending: 'shp' | 'dbf' | 'prj' | 'cpg') => Outcome<Uint8Array | undefined>;

/**
 * Reads a shapefile: shapes from the .shp, names and attributes from the .dbf, the coordinate system from the .prj. Without a .prj
 * the coordinates are read as WGS 84 degrees, with a note. Fails with `bad-zip`, `bad-shapefile` or `crs-unknown`.
 */
export function readShapefile(
  open: OpenSibling,
  place: string,
  log: ImportLog,
  effort: ComparisonBudget,
  codePage?: string,
): Outcome<SourceShape[]> {
  const shp = open('shp');
  if (!shp.ok) return shp;
  const system = readSystem(open, place, log);
  if (!system.ok) return system;
  const records = readShp(shp.value ?? new Uint8Array(), place, log, effort);
  if (!records.ok) return records;
  const rings = records.value
    .filter((shape) => log.isOfLayer || isPolygon(shape))
    .map((shape) => ({ rings: positionLists(shape) }));
  const contradiction = findCrsContradiction(system.value, rings, place.replace(/\.shp$/i, '.prj'));
  if (contradiction) return contradiction;
  if (system.value.projector) log.fix('reprojected', place);
  const names = readNames(open, place, log, codePage);
  const features = new Map<number, SourceFeature>();
  return accept(
    records.value.flatMap(({ record, ...shape }): SourceShape[] => {
      const name = names?.nameOf(record);
      const named = name === undefined ? '' : ` “${name.slice(0, 60)}”`;
      const placeOfRecord = `${place}, record ${record}${named}`;
      if (names?.isDeleted(record)) {
        if (log.isOfLayer || isPolygon(shape))
          log.skip('deleted-record', placeOfRecord, 'Records that the .dbf marks as deleted were left.');
        return [];
      }
      const noteMisfit = (field: string, reason: string) => {
        if (log.isOfLayer) log.noteUnread('value-left', `${placeOfRecord}, ${field}`, reason);
      };
      const feature = features.get(record) ?? { attributes: names?.attributesOf(record, noteMisfit) ?? {} };
      features.set(record, feature);
      const { projector } = system.value;
      return [{ ...shape, name, place: `${placeOfRecord}${shape.place}`, feature, projector }];
    }),
  );
}

function readSystem(open: OpenSibling, place: string, log: ImportLog) {
  const prj = open('prj');
  if (!prj.ok) return prj;
  const text = prj.value && (decodeAs('utf-8', prj.value) ?? decodeAs('windows-1252', prj.value));
  if (text === undefined || text.trim() === '') {
    log.fix('crs-assumed', place);
    return accept(wgs84);
  }
  return crsFromPrj(text, place.replace(/\.shp$/i, '.prj'));
}

function readNames(open: OpenSibling, place: string, log: ImportLog, chosen: string | undefined) {
  const [dbf, cpg] = [open('dbf'), open('cpg')];
  const stated = cpg.ok && cpg.value ? decodeAs('windows-1252', cpg.value) : undefined;
  const names = dbf.ok && dbf.value ? readDbf(dbf.value, chosen ?? stated) : undefined;
  if (names === undefined) {
    log.noteUnread(
      'names-unreadable',
      place,
      'The .dbf with the names of the records is missing or cannot be read.',
    );
  }
  if (names?.doubt !== undefined) {
    const remedy = `Choose another code page, or add a ${place.replace(/\.shp$/i, '.cpg')} with the name of the encoding, such as GBK.`;
    log.noteUnread(
      'names-uncertain',
      place,
      `The letters of the names are uncertain.${names.doubt} ${remedy}`,
    );
  }
  return names;
}

/** A shape of a shapefile with its record number, from 1; `place` is appended to the location of the record. */
type ShpShape = { readonly place: string; readonly record: number } & RecordGeometry;

type RecordGeometry =
  | Pick<SourcePolygon, 'rings' | 'hasZ' | 'hasM' | 'winding'>
  | ({ readonly line: Position[] } & Pick<SourceShape, 'hasZ' | 'hasM'>)
  | ({ readonly point: Position } & Pick<SourceShape, 'hasZ' | 'hasM'>)
  | { readonly isEmpty: true };

const fileCode = 9994;
const headerLength = 100;
const nullShape = 0;
const shapeNames: ReadonlyMap<number, string> = new Map([
  [1, 'Point'],
  [3, 'PolyLine'],
  [5, 'Polygon'],
  [8, 'MultiPoint'],
  [11, 'PointZ'],
  [13, 'PolyLineZ'],
  [15, 'PolygonZ'],
  [18, 'MultiPointZ'],
  [21, 'PointM'],
  [23, 'PolyLineM'],
  [25, 'PolygonM'],
  [28, 'MultiPointM'],
  [31, 'MultiPatch'],
]);
/** ESRI Shapefile Technical Description, page 2: smaller values mean "no data". */
const noData = -1e38;

/**
 * The shapes of a .shp (ESRI Shapefile Technical Description, July 1998). A record's rings are grouped by
 * containment, not by their winding, which many writers get wrong. Records other than polygons are noted in the log; a
 * damaged one is refused by its number. Fails with `bad-shapefile` when the file is not a .shp or is truncated.
 */
function readShp(
  bytes: Uint8Array,
  place: string,
  log: ImportLog,
  effort: ComparisonBudget,
): Outcome<ShpShape[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headerLength || view.getInt32(0) !== fileCode) {
    return refuse('bad-shapefile', place, 'This is no shapefile. Export it again.');
  }
  const end = 2 * view.getInt32(24);
  if (end > bytes.length) return refuse('bad-shapefile', place, 'The shapefile is cut off. Export it again.');
  const shapes: ShpShape[] = [];
  let at = headerLength;
  for (let record = 1; at + 12 <= end; record += 1) {
    const contentEnd = at + 8 + 2 * view.getInt32(at + 4);
    if (contentEnd < at + 12 || contentEnd > end) {
      return refuse(
        'bad-shapefile',
        `${place}, record ${record}`,
        'The record is cut off. Export the shapefile again.',
      );
    }
    const read = readRecord(view, { at: at + 8, end: contentEnd }, `${place}, record ${record}`, log, effort);
    if (!read.ok) log.refuse(read.refusal);
    for (const shape of read.ok ? read.value : [gap]) shapes.push({ ...shape, record });
    at = contentEnd;
  }
  return accept(shapes);
}

type RecordShape = { readonly place: string } & RecordGeometry;

const gap = { place: '', isEmpty: true } as const;

function readRecord(
  view: DataView,
  { at, end }: { at: number; end: number },
  place: string,
  log: ImportLog,
  effort: ComparisonBudget,
): Outcome<RecordShape[]> {
  const type = view.getInt32(at, true);
  const kind = shapeNames.get(type);
  if (type === nullShape) {
    log.skip('empty-geometry', place, 'Empty geometries were left.');
    return accept([gap]);
  }
  if (kind === undefined) return refuse('bad-shapefile', place, `The shape type ${type} is unknown.`);
  if (!kind.startsWith('Polygon')) {
    log.skip('not-a-polygon', `${place}, ${kind}`, 'Only polygons become areas; points and lines were left.');
    return readPointsOrLines(view, { at, end }, kind, place);
  }
  const hasZ = type === 15;
  const rings = readParts(view, at, end, hasZ);
  if (!rings) return refuseCounts(place);
  if (rings.length === 0) {
    log.skip('empty-geometry', place, 'Empty geometries were left.');
    return accept([gap]);
  }
  const groups = groupRings(rings, effort);
  if (!groups) return refuse('too-complex', place, 'It has too many rings around one another. Split it.');
  if (groups.length > 1) log.fix('multipolygon-split', place);
  const hasM = type === 25 || (hasZ && hasMeasures(view, at, end));
  return accept(
    groups.map((group, index) => ({
      place: groups.length > 1 ? `, polygon ${index + 1}` : '',
      rings: group,
      hasZ,
      hasM,
      winding: 'clockwise',
    })),
  );
}

function refuseCounts(place: string) {
  return refuse(
    'bad-shapefile',
    place,
    'The record’s counts do not fit its length. Export the shapefile again.',
  );
}

function readPointsOrLines(
  view: DataView,
  { at, end }: { at: number; end: number },
  kind: string,
  place: string,
): Outcome<RecordShape[]> {
  const pointAt = (offset: number, heightAt?: number): Position => {
    const position = [view.getFloat64(offset, true), view.getFloat64(offset + 8, true)];
    return heightAt === undefined ? position : [...position, view.getFloat64(heightAt, true)];
  };
  const hasZ = kind.endsWith('Z');
  const hasM = kind.endsWith('M') || (kind === 'PolyLineZ' && hasMeasures(view, at, end));
  const located = { place: '', hasZ, hasM };
  if (kind.startsWith('PolyLine')) {
    const lines = readParts(view, at, end, hasZ);
    return lines ? accept(lines.map((line) => ({ ...located, line }))) : refuseCounts(place);
  }
  if (kind.startsWith('MultiPoint')) {
    const count = at + 40 <= end ? view.getInt32(at + 36, true) : -1;
    if (count < 0 || at + 40 + 16 * count > end) return refuseCounts(place);
    // The heights follow the points and their range.
    const heightsAt = at + 40 + 16 * count + 16;
    const areHeightsWhole = hasZ && heightsAt + 8 * count <= end;
    return accept(
      Array.from({ length: count }, (_, index) => ({
        ...located,
        point: pointAt(at + 40 + 16 * index, areHeightsWhole ? heightsAt + 8 * index : undefined),
      })),
    );
  }
  if (kind === 'MultiPatch')
    return refuse(
      'unsupported-format',
      place,
      'Surfaces in space (MultiPatch) are not read. Export their outlines.',
    );
  if (at + 20 > end) return refuseCounts(place);
  const isMeasured = hasZ && at + 36 <= end && view.getFloat64(at + 28, true) > noData;
  return accept([
    {
      ...located,
      hasM: hasM || (isMeasured && view.getFloat64(at + 28, true) !== 0),
      point: pointAt(at + 4, hasZ && at + 28 <= end ? at + 20 : undefined),
    },
  ]);
}

const ringsOffset = 44;

/** The rings of a polygon, or the lines of a polyline. */
function readParts(view: DataView, at: number, end: number, hasZ: boolean): Position[][] | undefined {
  if (at + ringsOffset > end) return undefined;
  const parts = view.getInt32(at + 36, true);
  const points = view.getInt32(at + 40, true);
  const pointsAt = at + ringsOffset + 4 * parts;
  if (parts < 0 || points < 0 || pointsAt + 16 * points > end) return undefined;
  // The heights follow the points and their range.
  const heightsAt = pointsAt + 16 * points + 16;
  const areHeightsWhole = hasZ && heightsAt + 8 * points <= end;
  const rings: Position[][] = [];
  for (let part = 0; part < parts; part += 1) {
    const first = view.getInt32(at + ringsOffset + 4 * part, true);
    const next = part + 1 < parts ? view.getInt32(at + ringsOffset + 4 * (part + 1), true) : points;
    if (first < 0 || next < first || next > points) return undefined;
    const ring: Position[] = [];
    for (let point = first; point < next; point += 1) {
      const pointAt = pointsAt + 16 * point;
      const position = [view.getFloat64(pointAt, true), view.getFloat64(pointAt + 8, true)];
      if (areHeightsWhole) position.push(view.getFloat64(heightsAt + 8 * point, true));
      ring.push(position);
    }
    if (ring.length > 0) rings.push(ring);
  }
  return rings;
}

/** Whether a PolygonZ has measures: their block is optional, and may contain only "no data". */
function hasMeasures(view: DataView, at: number, end: number): boolean {
  const parts = view.getInt32(at + 36, true);
  const points = view.getInt32(at + 40, true);
  const measuresAt = at + ringsOffset + 4 * parts + 16 * points + 16 + 8 * points + 16;
  if (measuresAt + 8 * points > end) return false;
  for (let point = 0; point < points; point += 1) {
    if (view.getFloat64(measuresAt + 8 * point, true) > noData) return true;
  }
  return false;
}
