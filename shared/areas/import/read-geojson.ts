import type { Position } from 'geojson';
import { cutText } from '../../cut-text.ts';
import { describeServiceError } from '../../describe-file.ts';
import { type BoundingBox, compareWithBoxes, readBoundingBox } from './bounding-box.ts';
import {
  type CoordinateSystem,
  crsFromGeoJsonMember,
  findCrsContradiction,
  wgs84,
} from './coordinate-system.ts';
import { importLimits } from './import-limits.ts';
import type { ImportLog } from './import-log.ts';
import { type FeatureTexts, parseJsonFile, splitFeatures, splitJsonValues } from './json-texts.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import {
  isPolygon,
  positionLists,
  type SourceFeature,
  type SourcePolygon,
  type SourceShape,
} from './source-shape.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** A GeoJSON object to be read, with properties inherited from its parents. */
type PendingObject = {
  readonly value: unknown;
  readonly place: string;
  readonly name?: string | undefined;
  readonly feature?: SourceFeature | undefined;
  readonly system: CoordinateSystem;
  /** The boxes of the objects around it. */
  readonly boxes: readonly BoundingBox[];
  readonly depth: number;
};

/**
 * Reads GeoJSON: RFC 7946, texts that follow one another (RFC 8142, or one in each line), and the `crs` member of
 * GeoJSON 2008. Returns every geometry, and every member of a geometry of several, at any depth of collections. Those
 * that cannot become areas are noted in the log. Fails with `bad-json`, `not-finite`, `bad-geojson`, `unsupported-format` or `crs-unknown` when
 * nothing can be read at all.
 */
export function readGeoJson(text: string, fileName: string, log: ImportLog): Outcome<Iterable<SourceShape>> {
  if (log.isOfLayer && text.length > longText) {
    const features = splitFeatures(text);
    if (features) return accept(readFeatureTexts(features, fileName, log));
  }
  const parsed = parseJsonFile(text, fileName);
  if (parsed.ok) return readGeoJsonObject(parsed.value, '', fileName, log);
  const texts = splitJsonValues(text);
  if (texts.length === 0) return parsed;
  const shapes: SourceShape[] = [];
  for (const { text: each, line } of texts) {
    const place = `Line ${line}`;
    const value = parseJsonFile(each, place);
    const read = value.ok ? readGeoJsonObject(value.value, place, fileName, log) : value;
    if (read.ok) for (const shape of read.value) shapes.push(shape);
    else log.refuse(read.refusal);
  }
  return accept(shapes);
}

/** Characters above which the features of a layer are parsed one by one, since all of them would fill the memory. */
const longText = 20_000_000;

function* readFeatureTexts(
  { header, texts }: FeatureTexts,
  fileName: string,
  log: ImportLog,
): Generator<SourceShape, void> {
  const parsed = parseJsonFile(header, fileName);
  if (!parsed.ok) log.refuse(parsed.refusal);
  const root = parsed.ok && isObject(parsed.value) ? parsed.value : {};
  const system = readCrsMember(root, wgs84, fileName, log);
  if (!system.ok) {
    log.refuse(system.refusal);
    return;
  }
  if (system.value.projector) log.fix('reprojected', fileName);
  const boxes = addBox([], root, fileName, log);
  let number = 0;
  for (const text of texts) {
    number += 1;
    const place = `Feature ${number}`;
    const value = parseJsonFile(text, place);
    const name = value.ok && isObject(value.value) ? nameOf(value.value.properties) : undefined;
    const object: PendingObject = {
      value: value.ok ? value.value : undefined,
      place: name === undefined ? place : `${place} “${name.slice(0, 60)}”`,
      name,
      system: system.value,
      boxes,
      depth: 1,
    };
    const read = value.ok ? readObjects(object, fileName, log, false) : value;
    if (read.ok) yield* read.value;
    else log.refuse(read.refusal);
  }
}

/** Reads one GeoJSON object; `place` is empty for that of the file, whose errors name the file. */
export function readGeoJsonObject(
  value: unknown,
  place: string,
  fileName: string,
  log: ImportLog,
  system: CoordinateSystem = wgs84,
): Outcome<SourceShape[]> {
  const fault = faultOfRoot(value);
  if (fault) return refuse(fault.code, place === '' ? fileName : place, fault.message);
  return readObjects(
    { value, place, feature: { attributes: {} }, system, boxes: [], depth: 0 },
    fileName,
    log,
  );
}

const geometryTypes: ReadonlySet<unknown> = new Set([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
]);

function faultOfRoot(
  root: unknown,
): { code: 'bad-geojson' | 'unsupported-format'; message: string } | undefined {
  if (!isObject(root)) {
    return { code: 'bad-geojson', message: 'GeoJSON is one object with a “type”; this is something else.' };
  }
  const { type } = root;
  if (type === 'Feature' || type === 'FeatureCollection' || geometryTypes.has(type)) return undefined;
  if (type === 'Topology') {
    return { code: 'unsupported-format', message: 'This is TopoJSON. Export the layer as GeoJSON.' };
  }
  if ('rings' in root || 'geometryType' in root) {
    return { code: 'unsupported-format', message: 'This is Esri JSON. Export the layer as GeoJSON.' };
  }
  const error = errorOf(root);
  if (error !== undefined) return { code: 'unsupported-format', message: describeServiceError(error) };
  return {
    code: 'bad-geojson',
    message: `The “type” is ${describeJsonValue(type)}, not a type of GeoJSON such as Polygon.`,
  };
}

/** The message of an error as services return it: ArcGIS, OGC API and problem details (RFC 9457); undefined for other objects. */
function errorOf(root: JsonObject): string | undefined {
  if ('features' in root || 'coordinates' in root) return undefined;
  const { error, exceptions } = root;
  const [first] = Array.isArray(exceptions) ? exceptions : [error];
  const found = isObject(first) ? first : root;
  const texts = [
    typeof first === 'string' ? first : undefined,
    found.message,
    found.detail,
    found.description,
  ];
  const text = [...texts, found.text, found.title].find((each) => typeof each === 'string' && each !== '');
  const isError = first !== undefined || 'status' in root || 'code' in root || 'message' in root;
  return isError && typeof text === 'string' ? text : undefined;
}

/** Uses an explicit stack, so that nesting cannot overflow the call stack. */
function readObjects(
  root: PendingObject,
  fileName: string,
  log: ImportLog,
  isWhole = true,
): Outcome<SourceShape[]> {
  const drawn: { readonly shape: SourceShape; readonly system: CoordinateSystem }[] = [];
  const placeOfSystem = new Map<CoordinateSystem, string>();
  const waiting = [root];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const place = next.place === '' ? fileName : next.place;
    if (!isObject(next.value)) {
      skipOrRefuse(next.value, place, log);
      if (next.value === null) drawn.push({ shape: gapOf(next, place), system: next.system });
      continue;
    }
    const system = readCrsMember(next.value, next.system, place, log);
    if (!system.ok) {
      if (next === root) return system;
      log.refuse(system.refusal);
      continue;
    }
    const boxes = addBox(next.boxes, next.value, place, log);
    const read = readObject(next.value, { ...next, system: system.value, boxes }, place, log);
    // An object with a system is read before its children, so the first location is that of the system's name.
    if (!placeOfSystem.has(system.value)) placeOfSystem.set(system.value, place);
    for (const shape of read.shapes) {
      compareWithBoxes(shape, boxes, log);
      drawn.push({ shape, system: system.value });
    }
    for (const member of read.members.toReversed()) waiting.push(member);
  }
  if (!isWhole) return accept(drawn.map(({ shape }) => shape));
  const refused = new Set<CoordinateSystem>();
  for (const [system, members] of Map.groupBy(drawn, (one) => one.system)) {
    const place = placeOfSystem.get(system) ?? fileName;
    const used = members.map(({ shape }) => shape).filter((shape) => log.isOfLayer || isPolygon(shape));
    if (used.length === 0) continue;
    const contradiction = findCrsContradiction(
      system,
      used.map((shape) => ({ rings: positionLists(shape) })),
      place,
    );
    if (contradiction) {
      refused.add(system);
      log.refuse(contradiction.refusal);
    } else if (system.projector) log.fix('reprojected', place);
  }
  return accept(drawn.filter(({ system }) => !refused.has(system)).map(({ shape }) => shape));
}

function addBox(
  boxes: readonly BoundingBox[],
  { bbox }: JsonObject,
  place: string,
  log: ImportLog,
): readonly BoundingBox[] {
  const box = readBoundingBox(bbox, place, log);
  return box ? [...boxes, box] : boxes;
}

type Read = { readonly shapes: readonly SourceShape[]; readonly members: readonly PendingObject[] };
const nothing: Read = { shapes: [], members: [] };

function gapOf({ name, feature }: PendingObject, place: string): SourceShape {
  return { name, place, feature, isEmpty: true };
}

function readObject(object: JsonObject, context: PendingObject, place: string, log: ImportLog): Read {
  switch (object.type) {
    case 'FeatureCollection':
      return context.depth === 0
        ? { ...nothing, members: readFeatures(object.features, context, place, log) }
        : refuseObject(log, place, 'A FeatureCollection cannot stand within another object.');
    case 'Feature':
      return { ...nothing, members: [readFeature(object, context)] };
    case 'GeometryCollection':
      return { ...nothing, members: readCollection(object.geometries, context, place, log) };
    case 'Polygon':
    case 'MultiPolygon':
      return { ...nothing, shapes: readPolygons(object, context, place, log) };
    default:
      if (!geometryTypes.has(object.type)) {
        return refuseObject(
          log,
          place,
          `The type ${describeJsonValue(object.type)} is not one of GeoJSON; letter case counts.`,
        );
      }
      log.skip(
        'not-a-polygon',
        `${place}, ${object.type}`,
        'Only polygons become areas; points and lines were left.',
      );
      return { ...nothing, shapes: readPointsOrLines(object, context, place) };
  }
}

/** Positions that are none have ordinates of NaN, since they only matter where points and lines do. */
function readPointsOrLines(
  { type, coordinates }: JsonObject,
  context: PendingObject,
  place: string,
): SourceShape[] {
  const { name, feature, system } = context;
  const sizes = sizesOf(coordinates);
  const located = { name, place, feature, projector: system.projector, hasZ: sizes > 2, hasM: sizes > 3 };
  const members: readonly unknown[] = Array.isArray(coordinates) ? coordinates : [];
  const toLine = (line: unknown) => ({ ...located, line: Array.isArray(line) ? line.map(toPosition) : [] });
  if (members.length === 0) return [gapOf(context, place)];
  switch (type) {
    case 'Point':
      return [{ ...located, point: toPosition(members) }];
    case 'MultiPoint':
      return members.map((point) => ({ ...located, point: toPosition(point) }));
    case 'LineString':
      return [toLine(members)];
    default:
      return members.map(toLine);
  }
}

/** The most numbers that a position has. */
function sizesOf(value: unknown, depth = 0): number {
  if (!Array.isArray(value) || depth > 3) return 0;
  const [first] = value as unknown[];
  if (typeof first === 'number') return value.length;
  return (value as unknown[]).reduce<number>((most, member) => Math.max(most, sizesOf(member, depth + 1)), 0);
}

function toPosition(value: unknown): Position {
  const [x, y, height]: readonly unknown[] = Array.isArray(value) ? value : [];
  const position = [typeof x === 'number' ? x : Number.NaN, typeof y === 'number' ? y : Number.NaN];
  return typeof height === 'number' ? [...position, height] : position;
}

function refuseObject(log: ImportLog, place: string, message: string): Read {
  log.refuse(refuse('bad-geojson', place, message).refusal);
  return nothing;
}

function skipOrRefuse(value: unknown, place: string, log: ImportLog): void {
  if (value === null) log.skip('empty-geometry', place, 'Features without a geometry were left.');
  else refuseObject(log, place, `${describeJsonValue(value)} stands where a GeoJSON object should.`);
}

function readCrsMember(
  object: JsonObject,
  inherited: CoordinateSystem,
  place: string,
  log: ImportLog,
): Outcome<CoordinateSystem> {
  if (!('crs' in object)) return accept(inherited);
  if (object.crs === null) {
    log.fix('crs-assumed', place);
    return accept(wgs84);
  }
  const system = crsFromGeoJsonMember(object.crs, place);
  if (system.ok && !system.value.projector) log.fix('crs-removed', place);
  return system;
}

function readFeatures(
  features: unknown,
  context: PendingObject,
  place: string,
  log: ImportLog,
): PendingObject[] {
  if (!Array.isArray(features)) {
    refuseObject(log, place, 'The “features” of a FeatureCollection must be a list.');
    return [];
  }
  return features.map((value: unknown, index) => {
    const name = isObject(value) ? nameOf(value.properties) : undefined;
    const named = name === undefined ? '' : ` “${name.slice(0, 60)}”`;
    const { system, boxes } = context;
    return { value, name, place: `Feature ${index + 1}${named}`, system, boxes, depth: 1 };
  });
}

function readFeature(feature: JsonObject, { place, system, boxes, depth }: PendingObject): PendingObject {
  // A Feature without the member is equivalent to one with null: it is noted, and there is nothing to import.
  return {
    value: feature.geometry ?? null,
    place,
    name: nameOf(feature.properties),
    feature: { attributes: attributesOf(feature) },
    system,
    boxes,
    depth: depth + 1,
  };
}

/** The properties, and the id where no property has its name. */
function attributesOf({ properties, id }: JsonObject): Readonly<Record<string, unknown>> {
  const attributes = isObject(properties) ? properties : {};
  const hasId = typeof id === 'string' || typeof id === 'number';
  return hasId && !('id' in attributes) ? { id, ...attributes } : attributes;
}

/** Maximum length of a location; nested collections could make it as long as the file. */
const longestPlace = 120;

function readCollection(
  geometries: unknown,
  context: PendingObject,
  place: string,
  log: ImportLog,
): PendingObject[] {
  if (!Array.isArray(geometries)) {
    refuseObject(log, place, 'The “geometries” of a GeometryCollection must be a list.');
    return [];
  }
  if (context.depth > importLimits.collectionDepth) {
    refuseObject(log, place, `Geometry collections are nested deeper than ${importLimits.collectionDepth}.`);
    return [];
  }
  if (geometries.length === 0) {
    log.skip('empty-geometry', place, 'Empty geometries were left.');
    return [];
  }
  log.fix('collection-opened', place);
  const around = cutText(context.place, longestPlace + 1);
  const prefix = around === '' ? 'Geometry' : `${around}, geometry`;
  return geometries.map((value: unknown, index) => ({
    value,
    place: `${prefix} ${index + 1}`,
    name: context.name,
    feature: context.feature,
    system: context.system,
    boxes: context.boxes,
    depth: context.depth + 1,
  }));
}

function readPolygons(
  geometry: JsonObject,
  context: PendingObject,
  place: string,
  log: ImportLog,
): SourceShape[] {
  const { coordinates } = geometry;
  const isMulti = geometry.type === 'MultiPolygon';
  if (!Array.isArray(coordinates)) {
    refuseObject(log, place, `The “coordinates” of a ${geometry.type} must be a list.`);
    return [];
  }
  if (isMulti && coordinates.length === 0) {
    log.skip('empty-geometry', place, 'Empty geometries were left.');
    return [gapOf(context, place)];
  }
  const isSplit = isMulti && coordinates.length > 1;
  if (isSplit) log.fix('multipolygon-split', place);
  const members: readonly unknown[] = isMulti ? coordinates : [coordinates];
  return members.flatMap((rings, index) => {
    const at = isSplit ? `${place}, polygon ${index + 1}` : place;
    const read = readRings(rings, at);
    if (!read.ok) log.refuse(read.refusal);
    const { name, feature, system } = context;
    const located = { name, place: at, feature, projector: system.projector };
    return read.ok
      ? [{ ...located, winding: 'anticlockwise' as const, ...read.value }]
      : [gapOf(context, at)];
  });
}

type Rings = Pick<SourcePolygon, 'rings' | 'hasZ' | 'hasM'>;

function readRings(rings: unknown, place: string): Outcome<Rings> {
  if (!Array.isArray(rings)) return refuse('bad-geojson', place, 'A polygon must be a list of rings.');
  const read: Position[][] = [];
  let max = 2;
  for (const [index, ring] of rings.entries()) {
    const at = `${place}, ring ${index + 1}`;
    if (!Array.isArray(ring)) return refuse('bad-geojson', at, 'A ring must be a list of positions.');
    const positions: Position[] = [];
    for (const [number, value] of ring.entries()) {
      const fault = faultOfPosition(value);
      if (fault) return refuse(fault.code, `${at}, position ${number + 1}`, fault.message);
      positions.push(typeof value[2] === 'number' ? [value[0], value[1], value[2]] : [value[0], value[1]]);
      max = Math.max(max, value.length);
    }
    read.push(positions);
  }
  return accept({ rings: read, hasZ: max > 2, hasM: max > 3 });
}

function faultOfPosition(
  value: unknown,
): { code: 'bad-coordinate' | 'not-finite'; message: string } | undefined {
  if (!Array.isArray(value) || value.length < 2) {
    return {
      code: 'bad-coordinate',
      message: `${describeJsonValue(value)} is not a position. Write [longitude, latitude].`,
    };
  }
  for (const axis of [0, 1]) {
    const ordinate: unknown = value[axis];
    const what = axis === 0 ? 'longitude' : 'latitude';
    if (typeof ordinate !== 'number') {
      return {
        code: 'bad-coordinate',
        message: `The ${what} is ${describeJsonValue(ordinate)}. Write a number of degrees.`,
      };
    }
    if (!Number.isFinite(ordinate)) {
      return { code: 'not-finite', message: `The ${what} is too large for a number. Write degrees.` };
    }
  }
  return undefined;
}

const nameKeys: ReadonlySet<string> = new Set(['name', 'title', 'label']);

/** The first of name, title and label, in any letter case, whose value is a text or a number. */
function nameOf(properties: unknown): string | undefined {
  if (!isObject(properties)) return undefined;
  for (const nameKey of nameKeys) {
    const key = Object.keys(properties).find((candidate) => candidate.toLowerCase() === nameKey);
    const value = key === undefined ? undefined : properties[key];
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const shownCharacters = 40;

function describeJsonValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? `“${value.slice(0, shownCharacters)}”` : String(value);
}
