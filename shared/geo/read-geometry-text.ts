import { errorText } from '../error-text.ts';
import { type LostDimensions, readWkb } from './wkb.ts';
import { parseWkt } from './wkt.ts';

/** A geometry that a text states; coordinates are not checked. */
export type GeometryText =
  | {
      readonly ok: true;
      readonly form: 'WKT' | 'WKB' | 'GeoJSON';
      /** GeoJSON geometries, as far as the text is one. */
      readonly geometries: readonly unknown[];
      /** The number of the reference system that the text names. */
      readonly srid: number | undefined;
      /** Parts of WKB that are not in the geometries. */
      readonly lost?: LostDimensions;
    }
  | { readonly ok: false; readonly message: string };

/**
 * Reads a geometry where the service documents WKT: WKT (`parseWkt`; rings may be open, LINEARRING is a line), WKB or EWKB
 * in hexadecimal digits, as PostGIS and its like print it, or GeoJSON: a geometry, a feature or a collection of these.
 */
export function readGeometryText(text: string): GeometryText {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return readGeoJson(trimmed);
  const digits = /^(?:\\x|0x)?((?:[0-9a-f]{2})+)$/i.exec(trimmed)?.[1];
  if (digits !== undefined) return readHexWkb(digits);
  const wkt = parseWkt(text.replace(/\bLINEARRING\b/i, 'LINESTRING'), { looseRings: true });
  return wkt.ok
    ? { ok: true, form: 'WKT', geometries: membersOf(wkt.geometry), srid: wkt.srid }
    : refuse(`cannot be read as WKT: ${wkt.message}`);
}

function readHexWkb(digits: string): GeometryText {
  const bytes = Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  );
  try {
    const { geometry, srid, end, ...lost } = readWkb(bytes);
    if (end === bytes.length) return { ok: true, form: 'WKB', geometries: [geometry], srid, lost };
    return refuse(`is WKB with ${bytes.length - end} bytes behind its geometry`);
  } catch (cause) {
    const reason = cause instanceof RangeError ? 'it ends before its geometry does' : errorText(cause);
    return refuse(`cannot be read as WKB: ${reason}`);
  }
}

function readGeoJson(text: string): GeometryText {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, form: 'GeoJSON', geometries: membersOf(value), srid: sridOf(value) };
  } catch (cause) {
    return refuse(`cannot be read as GeoJSON: ${errorText(cause)}`);
  }
}

/** More collections within collections than these are no outline of an image. */
const maxDepth = 8;

/** The geometries of a geometry, a feature or a collection. */
function membersOf(value: unknown, level = 0): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object' || level > maxDepth) return [value];
  const { type, geometry, geometries, features } = value as Readonly<Record<string, unknown>>;
  const inner = (list: unknown) =>
    Array.isArray(list) ? list.flatMap((member) => membersOf(member, level + 1)) : [];
  if (type === 'Feature') return membersOf(geometry, level + 1);
  if (type === 'FeatureCollection') return inner(features);
  return type === 'GeometryCollection' ? inner(geometries) : [value];
}

/** The SRID of WGS 84; positions are longitude first, as in WKT and GeoJSON. */
export const wgs84Srid = 4326;

/** The reference system that a `crs` member of the GeoJSON of 2008 names. */
function sridOf(value: unknown): number | undefined {
  const name = JSON.stringify((value as { readonly crs?: unknown } | null)?.crs ?? '');
  if (/CRS84/i.test(name)) return wgs84Srid;
  const code = /EPSG.*\D(\d{4,6})/i.exec(name)?.[1];
  return code === undefined ? undefined : Number(code);
}

function refuse(message: string): GeometryText {
  return { ok: false, message };
}
