import type { Position } from 'geojson';
import { FreeNames } from '../areas/import/free-name.ts';
import type { ImportLog } from '../areas/import/import-log.ts';
import type { ImportRefusalCode } from '../areas/import/import-result.ts';
import { refuse } from '../areas/import/outcome.ts';
import { endsByNoise } from '../areas/import/prepare-ring.ts';
import {
  type Projector,
  positionLists,
  type SourceFeature,
  type SourceShape,
} from '../areas/import/source-shape.ts';
import { kindOfText, typeOfColumn, UntypedCell, type ValueKind } from '../areas/import/untyped-cell.ts';
import { composeText } from '../fold-text.ts';
import type { SimpleGeometry } from '../geo/flatten-geometry.ts';
import type { LayerAttribute } from './vector-layer.ts';

/** A feature of a file: its geometries by kind, `[longitude, latitude]` in degrees on WGS 84, and its attributes. */
export type LayerFeature = {
  /** At most one of each of points, lines and polygons; none where there is no geometry. */
  readonly geometries: readonly SimpleGeometry[];
  /** Whether any position has a height, as its third number. */
  readonly hasHeights?: boolean;
  readonly attributes: SourceFeature['attributes'];
};

/**
 * Joins the shapes of a file to features. A part whose positions cannot be is refused in the log, and left out of its
 * feature; the feature stays. Open rings are closed, with a note.
 */
export function* toLayerFeatures(
  shapes: Iterable<SourceShape>,
  log: ImportLog,
): Generator<LayerFeature, void> {
  let open: { readonly feature: SourceFeature; readonly parts: Parts } | undefined;
  for (const shape of shapes) {
    const feature = shape.feature ?? { attributes: shape.name === undefined ? {} : { name: shape.name } };
    if (open && open.feature !== feature) {
      yield toFeature(open.feature, open.parts);
      open = undefined;
    }
    open ??= { feature, parts: { points: [], lines: [], polygons: [], hasHeights: false } };
    addShape(open.parts, shape, log);
  }
  if (open) yield toFeature(open.feature, open.parts);
}

type Parts = {
  readonly points: Position[];
  readonly lines: Position[][];
  readonly polygons: Position[][][];
  hasHeights: boolean;
};

/** Lines and polygons are always of several, so that a table has one kind. */
function toFeature(
  { attributes }: SourceFeature,
  { points, lines, polygons, hasHeights }: Parts,
): LayerFeature {
  const geometries: SimpleGeometry[] = [];
  const [point, second] = points;
  if (point && !second) geometries.push({ type: 'Point', coordinates: point });
  else if (point) geometries.push({ type: 'MultiPoint', coordinates: points });
  if (lines.length > 0) geometries.push({ type: 'MultiLineString', coordinates: lines });
  if (polygons.length > 0) geometries.push({ type: 'MultiPolygon', coordinates: polygons });
  return { geometries, attributes, hasHeights };
}

function addShape(parts: Parts, shape: SourceShape, log: ImportLog): void {
  if ('isEmpty' in shape) return;
  const { projector, place } = shape;
  const hasHeights = positionLists(shape).some((list) => list.some((position) => position.length > 2));
  if (shape.hasZ && !hasHeights) log.fix('z-dropped', place);
  parts.hasHeights ||= hasHeights;
  if (shape.hasM) log.fix('m-dropped', place);
  const convert = (positions: readonly Position[]): Position[] | undefined => {
    const converted: Position[] = [];
    for (const [index, position] of positions.entries()) {
      const lonLat = toLonLat(position, projector);
      const fault = faultOf(lonLat);
      if (fault) {
        log.refuse(refuse(fault.code, `${place}, position ${index + 1}`, fault.message).refusal);
        return undefined;
      }
      converted.push(lonLat);
    }
    if (converted.some(isAfterLongEdge)) log.noteUnread('long-edge', place, longEdge);
    return converted;
  };
  if ('point' in shape) {
    const [point] = convert([shape.point]) ?? [];
    if (point) parts.points.push(point);
  } else if ('line' in shape) {
    const line = convert(shape.line);
    if (!line || line.length === 0) return;
    if (line.length > 1) parts.lines.push(line);
    else log.refuse(refuse('too-few-positions', place, 'A line of one position is none.').refusal);
  } else {
    const rings = shape.rings.map(convert);
    if (rings.length === 0 || !rings.every((ring) => ring !== undefined)) return;
    const closed = rings.map((ring) => closeRing(ring, place, log));
    const [outline = []] = closed;
    if (outline.length >= 4) parts.polygons.push(closed.filter((ring) => ring.length >= 4));
    else log.refuse(refuse('too-few-positions', place, 'An outline needs three positions.').refusal);
  }
}

const longEdge =
  'An edge spans more than 180° of longitude and runs the long way round, as in other GIS. If it is meant to cross the antimeridian, cut the shape there, or continue beyond 180, as in 179 to 181.';

/** Whether the edge that ends at a position spans more than half of the Earth; a full turn is meant. */
function isAfterLongEdge([x = 0]: Position, index: number, all: readonly Position[]): boolean {
  const step = index === 0 ? 0 : Math.abs(x - (all[index - 1]?.[0] ?? x));
  return step > 180 && step < 360;
}

function toLonLat(position: Position, projector: Projector | undefined): Position {
  const [x = Number.NaN, y = Number.NaN, height] = position;
  if (!projector && position.length === 2) return [x, y];
  const lonLat = projector ? [...projector(x, y)] : [x, y];
  if (height !== undefined && Number.isFinite(height)) lonLat.push(height);
  return lonLat;
}

/** Longitudes up to 360 are written by programs that count from 0, or across the antimeridian. */
function faultOf([x = Number.NaN, y = Number.NaN]: Position):
  | { readonly code: ImportRefusalCode; readonly message: string }
  | undefined {
  if (!Number.isFinite(x) || !Number.isFinite(y))
    return { code: 'bad-coordinate', message: 'This is no position. Both must be numbers.' };
  if (Math.abs(y) > 90)
    return { code: 'latitude-out-of-range', message: `The latitude ${y} is beyond ±90. Write degrees.` };
  if (Math.abs(x) > 360)
    return { code: 'longitude-out-of-range', message: `The longitude ${x} is beyond ±360. Write degrees.` };
  return undefined;
}

function closeRing(ring: Position[], place: string, log: ImportLog): Position[] {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || (first[0] === last?.[0] && first[1] === last?.[1])) return ring;
  log.fix('ring-closed', place);
  return [...(endsByNoise(ring) ? ring.slice(0, -1) : ring), first];
}

/** Columns of every layer's table, and SQLite's names of the key of a row, which no attribute may have. */
const reserved: readonly string[] = ['fid', 'geom', 'rowid', 'oid', '_rowid_'];

/** Maximum number of attributes; SQLite's limit of columns is 2,000. */
export const maxLayerAttributes = 500;

/** A value before the type of its column is known: numbers and booleans may be the text of an untyped cell. */
export type CollectedValue = string | number | boolean | null;

/** Collects the attributes of features, and the types that their values need: here, for all formats. */
export class AttributeColumns {
  readonly #columns = new Map<string, { readonly index: number; readonly kinds: Set<ValueKind> }>();

  /** The values of a feature, in the order in which their attributes first occurred. */
  add(attributes: Readonly<Record<string, unknown>>): CollectedValue[] {
    const values: CollectedValue[] = new Array(this.#columns.size).fill(null);
    for (const name of Object.keys(attributes)) {
      let known = this.#columns.get(name);
      if (!known) {
        known = { index: this.#columns.size, kinds: new Set() };
        this.#columns.set(name, known);
      }
      values[known.index] = collect(attributes[name], known.kinds);
    }
    return values;
  }

  /** The kinds of the values of each attribute, in the order of `describe`. */
  get kinds(): ReadonlySet<ValueKind>[] {
    return Array.from(this.#columns.values(), ({ kinds }) => kinds);
  }

  get count(): number {
    return this.#columns.size;
  }

  /** The attributes with unique names of columns, which SQLite compares without letter case. */
  describe(): LayerAttribute[] {
    const free = new FreeNames(reserved, (name) => name.toLowerCase());
    return Array.from(this.#columns, ([name, { kinds }]) => {
      const column = free.take(name.replaceAll(/\p{Cc}/gu, ' ').trim() || 'attribute');
      const type = typeOfColumn(kinds);
      const described = { name: composeText(name), column };
      return type === 'boolean' ? { ...described, type: 'integer', isBoolean: true } : { ...described, type };
    });
  }
}

/** The value that is stored, whose kind is added to those of its column. Lists and objects become their JSON. */
function collect(raw: unknown, kinds: Set<ValueKind>): CollectedValue {
  switch (typeof raw) {
    case 'string': {
      // A NUL would end the text for other programs.
      const value = raw.replaceAll('\0', '');
      kinds.add(kindOfText(value, true));
      return value;
    }
    case 'number':
      if (!Number.isFinite(raw)) return null;
      kinds.add(Number.isSafeInteger(raw) ? 'integer' : 'real');
      return raw;
    case 'boolean':
      kinds.add('boolean');
      return raw;
    case 'bigint': {
      const isSafe = Number.isSafeInteger(Number(raw));
      kinds.add(isSafe ? 'integer' : 'long');
      return isSafe ? Number(raw) : String(raw);
    }
    case 'object':
      if (raw === null) return null;
      if (raw instanceof UntypedCell) return collectCell(raw.text.replaceAll('\0', ''), kinds);
      kinds.add('text');
      return toJson(raw);
    default:
      return null;
  }
}

/** A value has lists or objects within one another that are too many for JSON. */
export class TooDeepValue extends Error {}

function toJson(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // V8 writes JSON by recursion, but reads any depth.
    if (error instanceof RangeError) throw new TooDeepValue('A value is too deep.', { cause: error });
    throw error;
  }
}

function collectCell(text: string, kinds: Set<ValueKind>): CollectedValue {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const kind = kindOfText(trimmed, false);
  kinds.add(kind);
  return kind === 'text' || kind === 'mark' ? text : trimmed;
}
