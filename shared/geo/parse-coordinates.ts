import { fail, type Result, succeed } from '../result.ts';
import type { LonLat } from './geometry.ts';
import { looksLikeMgrs, parseMgrs } from './mgrs.ts';

/** A position that was typed, and how it was written. */
export type ParsedCoordinates = {
  readonly position: LonLat;
  readonly notation: 'degrees' | 'dms' | 'mgrs';
};

const examples = '35.9412 N 124.6120 E, 35°56′28″ N 124°36′43″ E or 51S YV 45312 80117';

/**
 * Reads a position as people type it.
 *
 * - decimal degrees, degrees and minutes, or degrees, minutes and seconds, with or without `° ′ ″`, with the letters
 *   N S E W before or after each angle (then in any order) or with signs (then latitude first)
 * - an MGRS reference of any precision, which gives the middle of its square
 *
 * Fails with `invalid-input`; the message says what is wrong and shows a right form.
 */
export function parseCoordinates(text: string): Result<ParsedCoordinates> {
  if (looksLikeMgrs(text)) {
    const position = parseMgrs(text);
    return position
      ? succeed({ position, notation: 'mgrs' })
      : refuse(`“${text.trim()}” is not an MGRS square between 80° S and 84° N.`);
  }
  const halves = splitAngles(text);
  const first = halves && parseAngle(halves[0]);
  const second = halves && parseAngle(halves[1]);
  if (!first || !second) return refuse(`“${text.trim()}” is not a position.`);
  const pair = inOrder(first, second);
  if (!pair) return refuse('A position has one latitude (N or S) and one longitude (E or W).');
  const [longitude, latitude] = pair;
  if (Math.abs(latitude.degrees) > 90) return refuse(`The latitude ${latitude.degrees} is beyond 90°.`);
  if (Math.abs(longitude.degrees) > 180) return refuse(`The longitude ${longitude.degrees} is beyond 180°.`);
  const notation = first.isSexagesimal || second.isSexagesimal ? 'dms' : 'degrees';
  return succeed({ position: [longitude.degrees, latitude.degrees], notation });
}

function refuse(what: string): Result<never> {
  return fail('invalid-input', `${what} Write for example ${examples}.`);
}

type Angle = {
  readonly degrees: number;
  readonly hemisphere: 'N' | 'S' | 'E' | 'W' | undefined;
  readonly isSexagesimal: boolean;
};

/** Cuts a text into its two angles: at the letters, else at the comma, else in the middle of its numbers. */
function splitAngles(text: string): [string, string] | undefined {
  const plain = text
    .trim()
    .toUpperCase()
    .replace(/[’′]/g, "'")
    .replace(/''|[”″]/g, '"')
    .replace(/[º˚]/g, '°');
  const parts =
    /^([NSEW][^NSEW]*)([NSEW][^NSEW]*)$/.exec(plain) ??
    /^([^NSEW]*[NSEW])([^NSEW]*[NSEW])$/.exec(plain) ??
    /^([^,;]*)[,;]([^,;]*)$/.exec(plain);
  if (parts) return [trimSeparators(parts[1] ?? ''), trimSeparators(parts[2] ?? '')];
  const words = plain.split(/\s+/);
  const middle = words.length / 2;
  return Number.isInteger(middle)
    ? [words.slice(0, middle).join(' '), words.slice(middle).join(' ')]
    : undefined;
}

function trimSeparators(text: string): string {
  return text.replace(/^[\s,;]+/, '').replace(/[\s,;]+$/, '');
}

const number = String.raw`(\d+(?:\.\d+)?)`;
const anglePattern = new RegExp(
  String.raw`^([NSEW]?)\s*([+-]?)${number}\s*(?:°\s*|\s+|(?=[NSEW]|$))(?:${number}\s*(?:'\s*|\s+|(?=[NSEW]|$))(?:${number}\s*"?\s*)?)?([NSEW]?)$`,
);

function parseAngle(text: string): Angle | undefined {
  const [, before, sign, degreesText, minutesText, secondsText, after] = anglePattern.exec(text) ?? [];
  if (degreesText === undefined || (before && after)) return undefined;
  const hemisphere = (before || after || undefined) as Angle['hemisphere'];
  if (hemisphere && sign) return undefined;
  const parts = [degreesText, minutesText, secondsText].filter((part) => part !== undefined);
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map(Number);
  if (parts.slice(0, -1).some((part) => part.includes('.')) || minutes >= 60 || seconds >= 60)
    return undefined;
  const size = degrees + minutes / 60 + seconds / 3600;
  const isNegative = sign === '-' || hemisphere === 'S' || hemisphere === 'W';
  return { degrees: isNegative ? -size : size, hemisphere, isSexagesimal: parts.length > 1 };
}

/** Longitude and latitude, told apart by their letters; without letters the latitude comes first. */
function inOrder(first: Angle, second: Angle): [longitude: Angle, latitude: Angle] | undefined {
  if (!first.hemisphere && !second.hemisphere) return [second, first];
  if (isLatitude(first) && isLongitude(second)) return [second, first];
  if (isLongitude(first) && isLatitude(second)) return [first, second];
  return undefined;
}

function isLatitude({ hemisphere }: Angle): boolean {
  return hemisphere === 'N' || hemisphere === 'S';
}

function isLongitude({ hemisphere }: Angle): boolean {
  return hemisphere === 'E' || hemisphere === 'W';
}
