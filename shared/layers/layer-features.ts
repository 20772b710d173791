import type { Position } from 'geojson';
import type { ImportLog } from '../areas/import/import-log.ts';
import type { ImportRefusalCode } from '../areas/import/import-result.ts';
import { refuse } from '../areas/import/outcome.ts';
import type { Projector, SourceFeature, SourceShape } from '../areas/import/source-shape.ts';
import type { SimpleGeometry } from '../geo/flatten-geometry.ts';

/** A feature of a file: its geometries by kind, `[longitude, latitude]` in degrees on WGS 84, and its attributes. */
export type LayerFeature = {
  /** At most one of each of points, lines and polygons; none where there is no geometry. */
  readonly geometries: readonly SimpleGeometry[];
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
    open ??= { feature, parts: { points: [], lines: [], polygons: [] } };
    addShape(open.parts, shape, log);
  }
  if (open) yield toFeature(open.feature, open.parts);
}

type Parts = {
  readonly points: Position[];
  readonly lines: Position[][];
  readonly polygons: Position[][][];
};

/** Lines and polygons are always of several, so that a table has one kind. */
function toFeature({ attributes }: SourceFeature, { points, lines, polygons }: Parts): LayerFeature {
  const geometries: SimpleGeometry[] = [];
  const [point, second] = points;
  if (point && !second) geometries.push({ type: 'Point', coordinates: point });
  else if (point) geometries.push({ type: 'MultiPoint', coordinates: points });
  if (lines.length > 0) geometries.push({ type: 'MultiLineString', coordinates: lines });
  if (polygons.length > 0) geometries.push({ type: 'MultiPolygon', coordinates: polygons });
  return { geometries, attributes };
}

function addShape(parts: Parts, shape: SourceShape, log: ImportLog): void {
  if ('isEmpty' in shape) return;
  const { projector, place } = shape;
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

function toLonLat([x = Number.NaN, y = Number.NaN]: Position, projector: Projector | undefined): Position {
  return projector ? [...projector(x, y)] : [x, y];
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
  return [...ring, first];
}
