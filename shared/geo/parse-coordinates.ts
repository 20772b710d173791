import { fail, type Result, succeed } from '../result.ts';
import type { LonLat } from './geometry.ts';
import { type PositionNotation, readPosition } from './read-position.ts';

/** A position that was typed, and how it was written. */
export type ParsedCoordinates = { readonly position: LonLat; readonly notation: PositionNotation };

/**
 * Reads a position as people type it into a field that has room for one: in any notation of `readPosition`, and where
 * two angles have no letters, the latitude first. An order that followed from the numbers could turn from one corner
 * of an area to the next.
 *
 * Fails with `invalid-input`; the message says what is wrong and shows a right form.
 */
export function parseCoordinates(text: string): Result<ParsedCoordinates> {
  const reading = readPosition(text);
  if (!reading.ok) return fail('invalid-input', reading.message);
  const chosen = reading.candidates.find(({ order }) => order !== 'longitude-first');
  if (chosen) return succeed({ position: chosen.position, notation: chosen.notation });
  return fail(
    'invalid-input',
    `Without N, S, E and W the latitude comes first, and goes up to 90°. Write for example 35.9412 N 124.6120 E.`,
  );
}
