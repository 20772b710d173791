import { fail, type Result, succeed } from '../result.ts';
import type { LonLat } from './geometry.ts';
import { type PositionNotation, readPosition } from './read-position.ts';

/** A parsed position and its notation. */
export type ParsedCoordinates = { readonly position: LonLat; readonly notation: PositionNotation };

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
