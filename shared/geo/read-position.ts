import { fail, type Result, succeed } from '../result.ts';
import type { LonLat } from './geometry.ts';
import { looksLikeMgrs, parseMgrs } from './mgrs.ts';
import { readTwoAngles, type TwoAngles, type TypedAngle } from './read-angles.ts';
import {
  type PointText,
  readGeoJsonPosition,
  readGeoUri,
  readMapLink,
  readWktPoint,
} from './read-point-texts.ts';
import { looksLikeUtm, readUtm } from './utm.ts';

/** The notation of a typed position. */
export type PositionNotation =
  | 'degrees'
  | 'dms'
  | 'mgrs'
  | 'utm'
  | 'wkt'
  | 'geojson'
  | 'geo-uri'
  | 'link'
  | 'plus-code';

/** A possible meaning of a text as a position. */
export type PositionCandidate = {
  readonly position: LonLat;
  readonly notation: PositionNotation;
  /** Interpretation of the text, for a user who has to choose between two candidates. */
  readonly reading: string;
  /** The one of two angles without letters that was used as the latitude. */
  readonly order: 'latitude-first' | 'longitude-first' | null;
};

/** The possible positions of a text, or why there is none. */
export type PositionReading =
  | { readonly ok: true; readonly candidates: readonly PositionCandidate[] }
  | {
      readonly ok: false;
      /** The problem and a valid form. */
      readonly message: string;
      /** Offset of the problem in the text, from 0; null: the whole text. */
      readonly at: number | null;
      /** Whether the text is recognizably meant as a position; otherwise it may be a name. */
      readonly looksLikePosition: boolean;
    };

/** Examples for messages. */
const examples = '35.9412° N 124.6120° E, 35°56′28″ N 124°36′43″ E or 51S XV 45399 78627';

/**
 * Reads a position in any notation: angles (see `readTwoAngles`), MGRS and USNG of any precision, UTM with hemisphere
 * or band, a WKT point, a GeoJSON point or position, a `geo:` URI (RFC 5870), a link of a map website, a plus code.
 * Where two angles have no letters and both orders are possible, both are returned, the one with the latitude first
 * before the other.
 * A final full stop or comma, and parentheses around it, are no part of it.
 */
export function readPosition(text: string): PositionReading {
  const trimmed = text.trim().replace(/\s*[.,]$/, '');
  const typed = /^\(([^()]*)\)$/.exec(trimmed)?.[1] ?? trimmed;
  const lead = text.indexOf(typed);
  const reading = readTrimmed(typed);
  if (reading.ok || reading.at === null) return reading;
  return { ...reading, at: reading.at + lead };
}

function readTrimmed(text: string): PositionReading {
  if (/^geo:/i.test(text)) return fromPointText(readGeoUri(text), 'geo-uri', 'A geo: address');
  if (/^https?:\/\//i.test(text)) return fromPointText(readMapLink(text), 'link', 'Link of a map website');
  if (looksLikePlusCode(text)) return fromPointText(readPlusCode(text), 'plus-code', 'Plus code');
  if (/^[[{]/.test(text))
    return fromPointText(readGeoJsonPosition(text), 'geojson', 'GeoJSON, longitude first');
  if (/^(SRID\s*=\s*\d+\s*;\s*)?(MULTI)?(POINT|POLYGON|LINESTRING)/i.test(text)) {
    return fromPointText(readWktPoint(text), 'wkt', 'WKT, longitude first');
  }
  if (looksLikeMgrs(text)) {
    const position = parseMgrs(text);
    return position
      ? singleReading(position, 'mgrs', describeSquare(text))
      : refuse(`“${text}” is not an MGRS square between 80° S and 84° N.`, null, true);
  }
  if (/^[ABYZ]\s*[A-Z]\s*[A-Z]\s*\d[\d\s]*$/i.test(text)) {
    return refuse(`“${text}” lies in the polar grid (UPS), which Sightline does not read.`, 0, true);
  }
  if (looksLikeUtm(text)) {
    const utm = readUtm(text);
    return utm.ok
      ? { ok: true, candidates: utm.candidates.map((found) => ({ ...found, notation: 'utm', order: null })) }
      : refuse(utm.message, 0, true);
  }
  return fromAngles(text);
}

function fromAngles(text: string): PositionReading {
  const [first, ...others] = readTwoAngles(text);
  if (others.length === 0) return fromTwoAngles(text, first);
  const candidates = [first, ...others].flatMap((read) => {
    const reading = fromTwoAngles(text, read);
    if (!read.ok || !reading.ok) return [];
    const numbers = read.angles.map((angle) => angle.text).join(' and ');
    return reading.candidates.map((found) => ({ ...found, reading: `${found.reading}: ${numbers}` }));
  });
  return candidates.length > 0 ? { ok: true, candidates } : fromTwoAngles(text, first);
}

function fromTwoAngles(text: string, read: TwoAngles): PositionReading {
  if (!read.ok) {
    return refuse(
      read.looksLikePosition || text === '' ? read.message : `“${text}” is not a position. ${read.message}`,
      read.at,
      read.looksLikePosition,
    );
  }
  const [first, second] = read.angles;
  const notation = first.isSexagesimal || second.isSexagesimal ? 'dms' : 'degrees';
  if (first.axis !== null && first.axis === second.axis) {
    return refuse('A position has one latitude (N or S) and one longitude (E or W).', second.at, true);
  }
  if (first.axis !== null || second.axis !== null) {
    const isLatitudeFirst = first.axis === 'latitude' || second.axis === 'longitude';
    const [latitude, longitude] = isLatitudeFirst ? [first, second] : [second, first];
    const wrong = rangeProblem(latitude, longitude);
    if (wrong) return refuse(wrong.message, wrong.at, true);
    return singleReading(
      [longitude.degrees, latitude.degrees],
      notation,
      'Latitude and longitude as they are named',
    );
  }
  return inBothOrders(first, second, notation);
}

function inBothOrders(first: TypedAngle, second: TypedAngle, notation: 'degrees' | 'dms'): PositionReading {
  const usual = rangeProblem(first, second);
  const turned = rangeProblem(second, first);
  if (usual && turned) return refuse(usual.message, usual.at, true);
  const candidates: PositionCandidate[] = [];
  if (!usual) {
    candidates.push({
      position: [second.degrees, first.degrees],
      notation,
      reading: turned
        ? `Latitude first: ${second.text} cannot be a latitude`
        : 'With the latitude first, as analysts write it',
      order: 'latitude-first',
    });
  }
  if (!turned && (usual || first.degrees !== second.degrees)) {
    candidates.push({
      position: [first.degrees, second.degrees],
      notation,
      reading: usual
        ? `Longitude first: ${first.text} cannot be a latitude`
        : 'With the longitude first, as GIS and GeoJSON write it',
      order: 'longitude-first',
    });
  }
  return { ok: true, candidates };
}

function rangeProblem(latitude: TypedAngle, longitude: TypedAngle): { message: string; at: number } | null {
  if (Math.abs(latitude.degrees) > 90) {
    return { message: `The latitude ${latitude.text} is beyond 90°.`, at: latitude.at };
  }
  if (Math.abs(longitude.degrees) > 180) {
    return { message: `The longitude ${longitude.text} is beyond 180°.`, at: longitude.at };
  }
  return null;
}

function describeSquare(text: string): string {
  const digits = text.replace(/\s/g, '').replace(/^\d{1,2}[A-Z]{3}/i, '').length / 2;
  const metres = 10 ** (5 - digits);
  return `MGRS, the middle of a square of ${metres >= 1000 ? `${metres / 1000} km` : `${metres} m`}`;
}

function singleReading(position: LonLat, notation: PositionNotation, reading: string): PositionReading {
  return { ok: true, candidates: [{ position, notation, reading, order: null }] };
}

function fromPointText(
  point:
    | { readonly ok: true; readonly position: LonLat }
    | { readonly ok: false; readonly message: string; readonly at: number | null },
  notation: PositionNotation,
  reading: string,
): PositionReading {
  return point.ok ? singleReading(point.position, notation, reading) : refuse(point.message, point.at, true);
}

function refuse(what: string, at: number | null, looksLikePosition: boolean): PositionReading {
  return { ok: false, message: `${what} Write for example ${examples}.`, at, looksLikePosition };
}

/** The digits of Open Location Code, which writes 0 only to fill up a code of a large cell. */
const plusCodeDigits = '23456789CFGHJMPQRVWX';
const plusCode = new RegExp(`^([${plusCodeDigits}]{2,8}0{0,6})\\+([${plusCodeDigits}]{0,7})$`, 'i');

/** Whether a text has the form of a plus code, whole or short. */
function looksLikePlusCode(text: string): boolean {
  return plusCode.test(text);
}

/**
 * Reads the center of the cell of a plus code (Open Location Code specification, “Decoding”): five pairs of digits to
 * base 20, then digits of a grid of 5 rows and 4 columns. A short one is refused, since it is relative to a place.
 */
function readPlusCode(text: string): PointText {
  const [, before = '', after = ''] = plusCode.exec(text.toUpperCase()) ?? [];
  if (before.length < 8) {
    return {
      ok: false,
      message:
        'A short plus code needs the place that it is relative to. Give the whole code, such as 8Q7XWJR6+F2.',
      at: 0,
    };
  }
  const whole = before.replace(/0+$/, '');
  const digitAt = (at: number) => plusCodeDigits.indexOf(`${whole}${after}`[at] ?? '2');
  const length = whole.length + after.length;
  if (whole.length % 2 === 1 || after.length === 1 || (whole.length < 8 && after !== '') || length > 15) {
    return { ok: false, message: `“${text}” is no plus code: its digits come in pairs.`, at: 0 };
  }
  let [latitude, longitude, height, width] = [-90, -180, 400, 400];
  for (let at = 0; at < Math.min(length, 10); at += 2) {
    [height, width] = [height / 20, width / 20];
    latitude += digitAt(at) * height;
    longitude += digitAt(at + 1) * width;
  }
  for (let at = 10; at < length; at += 1) {
    [height, width] = [height / 5, width / 4];
    latitude += Math.floor(digitAt(at) / 4) * height;
    longitude += (digitAt(at) % 4) * width;
  }
  if (latitude >= 90 || longitude >= 180) {
    return { ok: false, message: `The cell of “${text}” is beyond 90° or 180°.`, at: 0 };
  }
  return { ok: true, position: [longitude + width / 2, latitude + height / 2] };
}

/** A parsed position and its notation. */
type ParsedCoordinates = { readonly position: LonLat; readonly notation: PositionNotation };

/**
 * Parses a typed position in any notation of `readPosition`; without hemisphere letters the latitude is first. An order
 * inferred from the numbers could change from one corner of an area to the next.
 *
 * Fails with `invalid-input`; the message states the problem and shows a valid form.
 */
export function parseCoordinates(text: string): Result<ParsedCoordinates> {
  const reading = readPosition(text);
  if (!reading.ok) return fail('invalid-input', reading.message);
  if (reading.candidates.filter(({ notation }) => notation === 'utm').length > 1) {
    return fail(
      'invalid-input',
      `“${text.trim()}” can be in the southern hemisphere, or in the band S from 32 to 40° N. Write it in MGRS, or as latitude and longitude.`,
    );
  }
  const chosen = reading.candidates.find(({ order }) => order !== 'longitude-first');
  if (chosen) return succeed({ position: chosen.position, notation: chosen.notation });
  return fail(
    'invalid-input',
    `Without N, S, E and W the latitude comes first, and goes up to 90°. Write for example 35.9412° N 124.6120° E.`,
  );
}
