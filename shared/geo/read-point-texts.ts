import { z } from 'zod';
import type { LonLat } from './geometry.ts';
import { parseWkt } from './wkt.ts';

/** A position, or why the text has none, and the offset of the problem. */
export type PointText =
  | { readonly ok: true; readonly position: LonLat }
  | { readonly ok: false; readonly message: string; readonly at: number | null };

/** Reads the position of a WKT `POINT`, longitude first; an SRID must be 4326. */
export function readWktPoint(text: string): PointText {
  const read = parseWkt(text);
  if (!read.ok) return refuse(`WKT, character ${read.at + 1}: ${read.message}`, read.at);
  if (read.srid !== undefined && read.srid !== 4326) {
    return refuse(`The point has SRID ${read.srid}; only 4326, longitude and latitude, is read here.`, 0);
  }
  const { geometry } = read;
  if (geometry.type !== 'Point') {
    return refuse(`A ${geometry.type} is no position. Import it as an area, or give a POINT.`, 0);
  }
  return inRange(geometry.coordinates);
}

const pointSchema = z.object({ type: z.literal('Point'), coordinates: z.array(z.number()).min(2) });
const positionSchema = z.union([
  z.array(z.number()).min(2).max(3),
  pointSchema.transform(({ coordinates }) => coordinates),
  z
    .object({ type: z.literal('Feature'), geometry: pointSchema })
    .transform(({ geometry }) => geometry.coordinates),
]);

/** Reads a GeoJSON position, `Point`, or feature with a point; longitude first (RFC 7946). */
export function readGeoJsonPosition(text: string): PointText {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('The text begins as GeoJSON, but is no JSON.', null);
  }
  const read = positionSchema.safeParse(value);
  return read.success
    ? inRange(read.data)
    : refuse('The GeoJSON is no position such as [124.612, 35.9412], and no Point.', null);
}

const number = String.raw`(-?\d+(?:\.\d+)?)`;
const geoUri = new RegExp(`^geo:${number},${number}(?:,${number})?((?:;[^;]*)*)$`, 'i');

/** Reads the position of a `geo:` URI (RFC 5870): latitude first, in WGS 84. */
export function readGeoUri(text: string): PointText {
  const [, latitude, longitude, , parameters = ''] = geoUri.exec(text) ?? [];
  if (latitude === undefined || longitude === undefined) {
    return refuse('A geo: address has latitude and longitude, such as geo:35.9412,124.612.', 4);
  }
  const crs = /;crs=([^;]*)/i.exec(parameters)?.[1];
  if (crs !== undefined && crs.toLowerCase() !== 'wgs84') {
    return refuse(`The address is in “${crs}”; only wgs84 is read.`, text.toLowerCase().indexOf(';crs='));
  }
  return inRange([Number(longitude), Number(latitude)]);
}

/**
 * Patterns of a position in addresses of map websites, latitude first: of a marker, then of the center of the map. Each
 * pattern has one site's form, so that no other pair of numbers is taken for one.
 */
const mapLinks = [
  // OpenStreetMap: the marker.
  new RegExp(`[?&]mlat=${number}&mlon=${number}(?![\\d.])`),
  // Google: the place that was chosen, in the data of the address.
  new RegExp(`!3d${number}!4d${number}(?![\\d.])`),
  // Google, Apple: a search or a pin of two numbers.
  new RegExp(
    `[?&](?:q|query|ll|sll|daddr|coordinate|center|destination|viewpoint)=${number}(?:,|%2C)\\s*${number}(?![\\d.])`,
    'i',
  ),
  // Bing: the center.
  new RegExp(`[?&]cp=${number}(?:~|%7E)${number}(?![\\d.])`, 'i'),
  // Google: the center, before the zoom.
  new RegExp(`/@${number},${number},`),
  // OpenStreetMap and its like: the zoom, then the center.
  new RegExp(`#(?:map=)?\\d+(?:\\.\\d+)?/${number}/${number}(?![\\d.])`),
];

/** Reads the position in the address of a map website; it is not opened. */
export function readMapLink(text: string): PointText {
  for (const pattern of mapLinks) {
    const [, latitude, longitude] = pattern.exec(text) ?? [];
    if (latitude !== undefined) return inRange([Number(longitude), Number(latitude)]);
  }
  return refuse('The address has no position that Sightline knows; it is not opened.', 0);
}

function inRange([longitude = Number.NaN, latitude = Number.NaN]: readonly number[]): PointText {
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) return refuse('The point is empty.', null);
  if (Math.abs(latitude) > 90) return refuse(`The latitude ${latitude} is beyond 90°.`, null);
  if (Math.abs(longitude) > 180) return refuse(`The longitude ${longitude} is beyond 180°.`, null);
  return { ok: true, position: [longitude, latitude] };
}

function refuse(message: string, at: number | null): PointText {
  return { ok: false, message, at };
}
