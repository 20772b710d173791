import { formatDecimalDegrees } from './coordinates.ts';
import type { LonLat } from './geometry.ts';
import { formatMgrs } from './mgrs.ts';
import type { PositionReading } from './read-position.ts';

/** A position that a typed text can mean, with its texts for a list. */
export type PositionMatch = {
  readonly kind: 'position';
  readonly key: string;
  readonly label: string;
  readonly note: string;
  readonly position: LonLat;
};

/** The positions that a typed text can mean; the one with the latitude first comes first. */
export function positionMatches(reading: PositionReading): PositionMatch[] {
  if (!reading.ok) return [];
  return reading.candidates.map(({ position, reading: how }) => ({
    kind: 'position',
    key: `position ${position.join(' ')}`,
    label: formatDecimalDegrees(position, 5),
    note: [formatMgrs(position), how].filter(Boolean).join(' · '),
    position,
  }));
}
