import * as mgrsModule from 'mgrs';
import type { LonLat } from './geometry.ts';
import { normalizeLongitude } from './longitude.ts';

/** Node sees the package as CommonJS with one default export, a bundler as a module with named ones. */
const mgrs = ('default' in mgrsModule ? mgrsModule.default : mgrsModule) as Pick<
  typeof mgrsModule,
  'forward' | 'toPoint'
>;

/** Digits for easting and northing each: 5 is a square of 1 m, 0 one of 100 km. */
export type MgrsPrecision = 0 | 1 | 2 | 3 | 4 | 5;

/**
 * The MGRS reference of the square that holds a position, grouped as `51S YV 45312 80117`, or null outside 80° S to
 * 84° N, where Sightline has no MGRS (the polar grid is another one).
 */
export function formatMgrs([longitude, latitude]: LonLat, precision: MgrsPrecision = 5): string | null {
  if (!(latitude >= -80 && latitude <= 84) || !Number.isFinite(longitude)) return null;
  const compact = mgrs.forward([normalizeLongitude(longitude), latitude], precision);
  const zoneLength = compact.length - 2 - 2 * precision;
  const easting = compact.slice(zoneLength + 2, zoneLength + 2 + precision);
  const northing = compact.slice(zoneLength + 2 + precision);
  return [compact.slice(0, zoneLength), compact.slice(zoneLength, zoneLength + 2), easting, northing]
    .join(' ')
    .trimEnd();
}

const reference = /^(\d{1,2})([C-HJ-NP-X])([A-HJ-NP-Z]{2})(\d*)$/;

/** Whether a text is meant as an MGRS reference: a zone number, three letters, and digits, spaces anywhere. */
export function looksLikeMgrs(text: string): boolean {
  return /^\d{1,2}\s*[A-Z]\s*[A-Z]\s*[A-Z][\d\s]*$/i.test(text.trim());
}

/** The middle of the square that an MGRS reference names, `[longitude, latitude]`, or null if there is no such square. */
export function parseMgrs(text: string): LonLat | null {
  const compact = text.replace(/\s/g, '').toUpperCase();
  const [, zoneText, band, square, digits] = reference.exec(compact) ?? [];
  if (zoneText === undefined || band === undefined || square === undefined || digits === undefined)
    return null;
  const zone = Number(zoneText);
  if (zone < 1 || zone > 60 || digits.length % 2 !== 0 || digits.length > 10 || square.charAt(1) > 'V')
    return null;
  const [longitude, latitude] = mgrs.toPoint(compact);
  const position: LonLat = [normalizeLongitude(longitude), latitude];
  return isNear(position, zone, band) ? position : null;
}

const bands = 'CDEFGHJKLMNPQRSTUVWX';

/**
 * Whether a position lies in the zone and band or beside them. The package also answers for squares that the zone does
 * not have, with positions far away; squares cut by an edge of the zone have their middle just outside it.
 */
function isNear([longitude, latitude]: LonLat, zone: number, band: string): boolean {
  const [, foundZone, foundBand = ''] =
    /^(\d+)([A-Z])/.exec(formatMgrs([longitude, latitude], 0) ?? '') ?? [];
  const zonesApart = Math.abs(Number(foundZone) - zone);
  const bandsApart = Math.abs(bands.indexOf(foundBand) - bands.indexOf(band));
  return Math.min(zonesApart, 60 - zonesApart) <= 1 && bandsApart <= 1;
}
