import type { Geometry } from 'geojson';
import { flattenGeometry } from '../../geo/flatten-geometry.ts';
import { unwrapEpsgUri } from '../../geo/unwrap-wkt.ts';
import { parseWkt } from '../../geo/wkt.ts';
import {
  type CoordinateSystem,
  crsFromEpsg,
  findCrsContradiction,
  hasNorthFirst,
  wgs84,
} from './coordinate-system.ts';
import type { ImportLog } from './import-log.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import { isPolygon, positionLists, type SourcePolygon, type SourceShape } from './source-shape.ts';

/** The text of one geometry and its first line, counted from 1. */
type Paragraph = { readonly text: string; readonly line: number };

/**
 * Reads WKT and EWKT with one or more geometries: each starts on a new line, may span several, and may end with `;`.
 * A geometry that cannot be read is refused by its line number, and reading continues. Fails only with
 * `too-many-geometries`.
 */
export function readWkt(text: string, fileName: string, log: ImportLog): Outcome<SourceShape[]> {
  const { wktGeometries } = log.limits;
  const paragraphs = paragraphsOf(text, wktGeometries);
  if (paragraphs.length > wktGeometries) {
    const limit = wktGeometries.toLocaleString('en-US');
    return refuse(
      'too-many-geometries',
      fileName,
      `It has more than ${limit} geometries, the limit. Split it.`,
    );
  }
  const shapes = paragraphs.flatMap((paragraph) => {
    const place = `Line ${paragraph.line}`;
    const read = readWktGeometry(paragraph.text, place, log);
    if (!read.ok) log.refuse(read.refusal);
    return read.ok ? read.value : [];
  });
  return accept(shapes);
}

/**
 * Splits a text at lines that start with a geometry type, except inside an open collection. So a geometry without its
 * last parenthesis does not affect the next ones.
 */
function paragraphsOf(text: string, max: number): Paragraph[] {
  const paragraphs: { lines: string[]; line: number; openParentheses: number }[] = [];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') continue;
    const current = paragraphs.at(-1);
    if (!current || beginsGeometry(line, current)) {
      if (paragraphs.length > max) break;
      paragraphs.push({ lines: [line], line: index + 1, openParentheses: balanceOf(line) });
    } else {
      current.lines.push(line);
      current.openParentheses += balanceOf(line);
    }
  }
  return paragraphs.map(({ lines, line }) => ({ text: lines.join('\n').replace(/;\s*$/, ''), line }));
}

function beginsGeometry(line: string, current: { lines: string[]; openParentheses: number }): boolean {
  if (!/^\s*[a-z]/i.test(line)) return current.openParentheses <= 0 && !/^\s*[(,;]/.test(line);
  const isWithinCollection =
    current.openParentheses > 0 &&
    /^\s*(?:SRID\s*=\s*\d+\s*;\s*)?(?:GEOMETRYCOLLECTION|COMPOUNDCURVE|CURVEPOLYGON|MULTICURVE|MULTISURFACE)/i.test(
      current.lines[0] ?? '',
    );
  return !isWithinCollection && !/^\s*(?:EMPTY|Z|M|ZM)\b/i.test(line);
}

function balanceOf(line: string): number {
  let balance = 0;
  for (let index = 0; index < line.length; index += 1) {
    const code = line.charCodeAt(index);
    if (code === 0x28) balance += 1;
    else if (code === 0x29) balance -= 1;
  }
  return balance;
}

/** Reads one geometry, as the shapes of one feature. Fails with `bad-wkt`, `not-finite` or a fault of its system. */
export function readWktGeometry(text: string, place: string, log: ImportLog): Outcome<SourceShape[]> {
  const uri = unwrapEpsgUri(text);
  const wkt = parseWkt(uri?.text ?? text, { looseRings: true, curves: true });
  if (!wkt.ok) {
    const code = wkt.code === 'not-finite' || wkt.code === 'number-overflow' ? 'not-finite' : 'bad-wkt';
    return refuse(code, place, wkt.message);
  }
  const system = systemOf(wkt.srid ?? uri?.epsg, place, log);
  if (!system.ok) return system;
  if (wkt.hasArcs) log.fix('linearized', place);
  // In a valid text the word only occurs in empty geometries.
  if (/\bEMPTY\b/i.test(text)) log.skip('empty-geometry', place, 'Empty geometries were left.');
  if (wkt.geometry.type === 'GeometryCollection' && wkt.geometry.geometries.length > 0)
    log.fix('collection-opened', place);
  const isLatitudeFirst = uri !== undefined && hasNorthFirst(uri.epsg, system.value);
  const geometries = flattenGeometry(isLatitudeFirst ? exchangeAxes(wkt.geometry) : wkt.geometry);
  const { hasZ, hasM } = wkt;
  const located = { feature: { attributes: {} }, projector: system.value.projector, hasZ, hasM };
  const shapes = geometries.flatMap((geometry, index): SourceShape[] => {
    const at = geometries.length > 1 ? `${place}, geometry ${index + 1}` : place;
    const polygons = ringsOf(geometry, at, log).map((member) => ({
      ...located,
      ...member,
      winding: 'anticlockwise' as const,
    }));
    return polygons.length > 0
      ? polygons
      : otherShapesOf(geometry).map((shape) => ({ ...located, place: at, ...shape }));
  });
  const used = shapes.filter((shape) => log.isOfLayer || isPolygon(shape));
  const rings = used.map((shape) => ({ rings: positionLists(shape) }));
  const contradiction = findCrsContradiction(system.value, rings, place);
  if (contradiction) return contradiction;
  if (system.value.projector && used.length > 0) log.fix('reprojected', place);
  return accept(shapes.length > 0 ? shapes : [{ ...located, place, isEmpty: true }]);
}

/** A geometry with y before x. */
function exchangeAxes(geometry: Geometry): Geometry {
  if (geometry.type === 'GeometryCollection')
    return { ...geometry, geometries: geometry.geometries.map(exchangeAxes) };
  const exchange = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    const [x, y, ...rest] = value as unknown[];
    return typeof x === 'number' ? [y, x, ...rest] : value.map(exchange);
  };
  return { ...geometry, coordinates: exchange(geometry.coordinates) } as Geometry;
}

/** WKT without `SRID=` does not state its system; WGS 84 is assumed, as is usual. SRID 0 means unknown. */
function systemOf(srid: number | undefined, place: string, log: ImportLog): Outcome<CoordinateSystem> {
  if (srid === undefined) return accept(wgs84);
  if (srid === 0) {
    log.fix('crs-assumed', place);
    return accept(wgs84);
  }
  return crsFromEpsg(srid, place);
}

function otherShapesOf(
  geometry: Geometry,
): ({ line: number[][] } | { point: number[] } | { isEmpty: true })[] {
  switch (geometry.type) {
    case 'Point':
      return geometry.coordinates.length === 0 ? [{ isEmpty: true }] : [{ point: geometry.coordinates }];
    case 'MultiPoint':
      return geometry.coordinates.map((point) => ({ point }));
    case 'LineString':
      return geometry.coordinates.length === 0 ? [{ isEmpty: true }] : [{ line: geometry.coordinates }];
    case 'MultiLineString':
      return geometry.coordinates.map((line) => ({ line }));
    default:
      return [];
  }
}

function ringsOf(
  geometry: Geometry,
  place: string,
  log: ImportLog,
): Pick<SourcePolygon, 'place' | 'rings'>[] {
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') {
    log.skip(
      'not-a-polygon',
      `${place}, ${geometry.type}`,
      'Only polygons become areas; points and lines were left.',
    );
    return [];
  }
  if (geometry.coordinates.length === 0) return [];
  if (geometry.type === 'Polygon') return [{ place, rings: geometry.coordinates }];
  if (geometry.coordinates.length === 1) return [{ place, rings: geometry.coordinates.flat() }];
  log.fix('multipolygon-split', place);
  return geometry.coordinates.map((rings, index) => ({
    place: `${place}, polygon ${index + 1}`,
    rings,
  }));
}
