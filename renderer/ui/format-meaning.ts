import { formatSquareMetres } from '../../shared/areas/format-square-metres.ts';
import { formatDecimals } from '../../shared/display-format.ts';
import { formatDirection, formatObjectLength } from '../../shared/format.ts';

/** Formats a measure of an object for display, in the unit of the settings where they have one. */
export const formatMeasure = {
  length: (meters: number) => formatObjectLength(meters),
  width: (meters: number) => formatObjectLength(meters),
  heading: formatDirection,
  speed: (knots: number) => `${formatDecimals(knots, 1)} kn`,
  area: formatSquareMetres,
  confidence: (share: number) => formatDecimals(share, 2),
  class_share: (share: number) => formatDecimals(share, 2),
} as const;
