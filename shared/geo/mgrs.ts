import type { LonLat } from './geometry.ts';
import { normalizeLongitude } from './longitude.ts';
import { projectUtm, toUtm, type UtmPosition, unprojectUtm } from './utm.ts';

/** Digits for easting and northing each: 5 is a square of 1 m, 0 one of 100 km. */
export type MgrsPrecision = 0 | 1 | 2 | 3 | 4 | 5;

/** Latitude bands from 80° S: 8° each, the last 12°. */
const bands = 'CDEFGHJKLMNPQRSTUVWX';
/** The letters of the columns of 100 km from an easting of 100 km, in the zones 1, 4, 7… to 3, 6, 9… */
const columnLetters = ['ABCDEFGH', 'JKLMNPQR', 'STUVWXYZ'];
/** The letters of the rows of 100 km, which repeat; in even zones they start five letters later. */
const rowLetters = 'ABCDEFGHJKLMNPQRSTUV';
const squareMetres = 100_000;
const rowsMetres = rowLetters.length * squareMetres;

/**
 * Returns the MGRS reference (NGA.STND.0037) of the square that contains a position, grouped as `51S YV 45312 80117`,
 * or null outside 80° S to 84° N (the polar grid is not supported).
 */
export function formatMgrs([longitude, latitude]: LonLat, precision: MgrsPrecision = 5): string | null {
  const utm = toUtm([longitude, latitude]);
  if (!utm) return null;
  const { zone, hemisphere, easting } = utm;
  // Just south of the equator the sum is rounded to 10,000 km, which is the square north of it.
  const northing = hemisphere === 'S' ? Math.min(utm.northing, 9_999_999.999) : utm.northing;
  const band = bandOf(latitude);
  const column = columnsOf(zone).charAt(Math.floor(easting / squareMetres) - 1);
  const row = rowLetters.charAt((Math.floor(northing / squareMetres) + rowOffset(zone)) % rowLetters.length);
  return [`${zone}${band}`, column + row, digitsOf(easting, precision), digitsOf(northing, precision)]
    .join(' ')
    .trimEnd();
}

const reference = /^(\d{1,2})([C-HJ-NP-X])([A-HJ-NP-Z])([A-HJ-NP-V])(\d*)$/;

/** Whether a text looks like an MGRS reference: a zone number, three letters, and digits, spaces anywhere. */
export function looksLikeMgrs(text: string): boolean {
  return /^\d{1,2}\s*[A-Z]\s*[A-Z]\s*[A-Z][\d\s]*$/i.test(text.trim());
}

/**
 * Returns the center of the square of an MGRS reference, `[longitude, latitude]`, or null if there is no such square.
 */
export function parseMgrs(text: string): LonLat | null {
  const match = reference.exec(text.replace(/\s/g, '').toUpperCase());
  if (!match) return null;
  const [, zoneText = '', band = '', column = '', row = '', digits = ''] = match;
  const zone = Number(zoneText);
  if (zone < 1 || zone > 60 || digits.length % 2 !== 0 || digits.length > 10) return null;
  const columnIndex = columnsOf(zone).indexOf(column);
  if (columnIndex < 0) return null;
  const precision = digits.length / 2;
  const size = squareMetres / 10 ** precision;
  const hemisphere = band < 'N' ? 'S' : 'N';
  const corner: UtmPosition = {
    zone,
    hemisphere,
    easting: (columnIndex + 1) * squareMetres + Number(digits.slice(0, precision)) * size,
    northing: northingOf(zone, band, row) + Number(digits.slice(precision)) * size,
  };
  if (!isInGridZone(corner, size, band)) return null;
  const half = size / 2;
  const [longitude, latitude] = unprojectUtm({
    ...corner,
    easting: corner.easting + half,
    northing: corner.northing + half,
  });
  return [normalizeLongitude(longitude), latitude];
}

function bandOf(latitude: number): string {
  // A latitude just below zero is rounded to it by the sum.
  const index = latitude < 0 ? Math.min(9, Math.floor((latitude + 80) / 8)) : Math.floor((latitude + 80) / 8);
  return bands.charAt(Math.min(bands.length - 1, index));
}

function columnsOf(zone: number): string {
  return columnLetters[(zone - 1) % columnLetters.length] ?? '';
}

function rowOffset(zone: number): number {
  return zone % 2 === 0 ? 5 : 0;
}

/** The digits are cut off, not rounded: they name the square that contains the position. */
function digitsOf(metres: number, precision: MgrsPrecision): string {
  const withinSquare = String(Math.floor(metres) % squareMetres).padStart(5, '0');
  return withinSquare.slice(0, precision);
}

/** The northing of a row's southern side: of those with its letter, 2,000 km apart, the nearest to the band's middle. */
function northingOf(zone: number, band: string, row: string): number {
  const index = (rowLetters.indexOf(row) - rowOffset(zone) + rowLetters.length) % rowLetters.length;
  const first = index * squareMetres;
  const { south, north } = latitudesOf(band);
  const hemisphere = band < 'N' ? 'S' : 'N';
  const middle = projectUtm([zone * 6 - 183, (south + north) / 2], { zone, hemisphere }).northing;
  return first + rowsMetres * Math.round((middle - squareMetres / 2 - first) / rowsMetres);
}

function latitudesOf(band: string): { readonly south: number; readonly north: number } {
  const south = bands.indexOf(band) * 8 - 80;
  return { south, north: south + (band === 'X' ? 12 : 8) };
}

/** Distance in degrees by which a grid extends past the meridians of its zone: maps carry it on there. */
const overlapDegrees = 0.3;
/** Distance in degrees by which a parallel curves away from the side of a square. */
const curveDegrees = 0.02;

/**
 * Whether a square has a corner in its grid zone. Zones 31 to 37 extend up to 3° further in bands V and X, around Norway
 * and Svalbard.
 */
function isInGridZone(corner: UtmPosition, size: number, band: string): boolean {
  const { zone, easting, northing } = corner;
  const zoneWest = zone * 6 - 186;
  const widening = (band === 'V' || band === 'X') && zone >= 31 && zone <= 37 ? 3 : 0;
  const { south, north } = latitudesOf(band);
  return [0, size].some((east) =>
    [0, size].some((up) => {
      const position = { ...corner, easting: easting + east, northing: northing + up };
      const [longitude, latitude] = unprojectUtm(position);
      return (
        longitude > zoneWest - widening - overlapDegrees &&
        longitude < zoneWest + 6 + widening + overlapDegrees &&
        latitude > south - curveDegrees &&
        latitude < north + curveDegrees
      );
    }),
  );
}
