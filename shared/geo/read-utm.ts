import type { LonLat } from './geometry.ts';
import { fromUtm } from './utm.ts';

const number = String.raw`(\d+(?:\.\d+)?)`;
const form = new RegExp(
  String.raw`^(?:UTM\s+)?(?:zone\s+)?(\d{1,2})\s*([A-Z])[\s,;]+${number}\s*(?:m\s*E?|E)?[\s,;]+${number}\s*(?:m\s*N?|N)?$`,
  'i',
);
const bands = 'CDEFGHJKLMNPQRSTUVWX';

/** Whether a text looks like UTM: a zone with a letter, an easting of five digits or more, and a northing. */
export function looksLikeUtm(text: string): boolean {
  const [, , , easting = ''] = form.exec(text.trim()) ?? [];
  return (easting.split('.')[0] ?? '').length >= 5;
}

/** Possible positions of a UTM text. */
export type UtmReading =
  | {
      readonly ok: true;
      readonly candidates: readonly { readonly position: LonLat; readonly reading: string }[];
    }
  | { readonly ok: false; readonly message: string };

/**
 * Reads `51N 645399 3978627`. The letter is the hemisphere, N or S, or a latitude band of MGRS; S is both the southern
 * hemisphere and the band from 32 to 40° N, so that it may give two positions.
 */
export function readUtm(text: string): UtmReading {
  const [, zoneText = '', letterText = '', easting = '', northing = ''] = form.exec(text.trim()) ?? [];
  const zone = Number(zoneText);
  const letter = letterText.toUpperCase();
  if (zone < 1 || zone > 60) return refuse(`The zone ${zoneText} is not between 1 and 60.`);
  if (/[ABYZ]/.test(letter))
    return refuse(`Zone ${letter} is the polar grid (UPS), which Sightline does not read.`);
  const candidates: { position: LonLat; reading: string }[] = [];
  const add = (hemisphere: 'N' | 'S', isBand: boolean, reading: string) => {
    const position = fromUtm({ zone, hemisphere, easting: Number(easting), northing: Number(northing) });
    if (position && (!isBand || isInBand(position[1], letter))) candidates.push({ position, reading });
  };
  if (letter === 'N') add('N', false, 'UTM, northern hemisphere');
  else {
    if (letter === 'S') add('S', false, 'UTM, S read as the southern hemisphere');
    if (bands.includes(letter))
      add(letter < 'N' ? 'S' : 'N', true, `UTM, ${letter} read as the latitude band`);
  }
  if (candidates.length > 0) return { ok: true, candidates };
  return refuse(
    `There is no ${easting} m east, ${northing} m north in zone ${zone}${letter}: eastings go from 100,000 to 900,000, northings to 10,000,000 and as far as 80° S and 84° N.`,
  );
}

/** Positions on the edge of a band count for both bands. */
const tolerance = 0.01;

function isInBand(latitude: number, band: string): boolean {
  const south = bands.indexOf(band) * 8 - 80;
  const height = band === 'X' ? 12 : 8;
  return latitude >= south - tolerance && latitude <= south + height + tolerance;
}

function refuse(message: string): UtmReading {
  return { ok: false, message };
}
