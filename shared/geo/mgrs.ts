import * as mgrsModule from 'mgrs';
import type { LonLat } from './geometry.ts';
import { normalizeLongitude } from './longitude.ts';

type Mgrs = Pick<typeof mgrsModule, 'forward' | 'inverse' | 'toPoint'>;

// Node sees the package as CommonJS with one default export, a bundler as a module with named ones.
const namespace: Mgrs & { readonly default?: Mgrs } = mgrsModule;
const mgrs = namespace.default ?? namespace;

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
  if (!isInGridZone(mgrs.inverse(compact), zone, band)) return null;
  const [longitude, latitude] = mgrs.toPoint(compact);
  return [normalizeLongitude(longitude), latitude];
}

const bands = 'CDEFGHJKLMNPQRSTUVWX';

/** How far, in degrees, a square's box may miss its zone and still be cut by its edge: grid North is not true North. */
const tolerance = 0.3;

/**
 * Whether a square lies in its grid zone at least in part. The package also answers for squares that a zone does not
 * have. Zones 31 to 37 reach up to 3° further in bands V and X, around Norway and Svalbard.
 */
function isInGridZone(
  [west, south, east, north]: readonly [number, number, number, number],
  zone: number,
  band: string,
): boolean {
  const zoneWest = zone * 6 - 186;
  const widening = (band === 'V' || band === 'X') && zone >= 31 && zone <= 37 ? 3 : 0;
  const bandSouth = bands.indexOf(band) * 8 - 80;
  const bandHeight = band === 'X' ? 12 : 8;
  return (
    east > zoneWest - widening - tolerance &&
    west < zoneWest + 6 + widening + tolerance &&
    north > bandSouth - tolerance &&
    south < bandSouth + bandHeight + tolerance
  );
}
