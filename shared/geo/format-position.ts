import { displayFormat } from '../display-format.ts';
import { formatDecimalDegrees, formatDegreesMinutes, formatDms } from './coordinates.ts';
import type { LonLat } from './geometry.ts';
import { formatMgrs } from './mgrs.ts';
import { formatUtm } from './utm.ts';

/**
 * Formats a position in the notation of the settings; where MGRS or UTM is not defined, beyond 80° S and 84° N, in
 * decimal degrees. `decimals` is for decimal degrees only.
 */
export function formatPosition(position: LonLat, decimals = 4): string {
  switch (displayFormat().notation) {
    case 'decimal':
      return formatDecimalDegrees(position, decimals);
    case 'dms':
      return formatDms(position);
    case 'dm':
      return formatDegreesMinutes(position, 3);
    case 'mgrs':
      return formatMgrs(position) ?? formatDecimalDegrees(position, decimals);
    case 'utm':
      return formatUtm(position) ?? formatDecimalDegrees(position, decimals);
  }
}
