import { displayFormat } from '../display-format.ts';
import {
  formatDecimalDegrees,
  formatDegreesMinutes,
  formatDms,
  formatGeoJsonPoint,
  formatWktPoint,
} from './coordinates.ts';
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

/** A notation of positions. */
type PositionNotationInfo = {
  readonly id: 'decimal' | 'dms' | 'dm' | 'mgrs' | 'utm' | 'wkt' | 'geojson';
  readonly title: string;
  /** Returns null outside of the notation's range: MGRS and UTM end at 80° S and 84° N. */
  format(position: LonLat): string | null;
};

/** The notations in which a position can be copied, precise to about a meter or better. All can be parsed again. */
export const positionNotations: readonly PositionNotationInfo[] = [
  { id: 'decimal', title: 'Decimal degrees', format: (position) => formatDecimalDegrees(position, 6) },
  { id: 'dms', title: 'DMS', format: (position) => formatDms(position, 2) },
  { id: 'dm', title: 'DM', format: (position) => formatDegreesMinutes(position) },
  { id: 'mgrs', title: 'MGRS', format: (position) => formatMgrs(position) },
  { id: 'utm', title: 'UTM', format: formatUtm },
  { id: 'wkt', title: 'WKT', format: formatWktPoint },
  { id: 'geojson', title: 'GeoJSON', format: formatGeoJsonPoint },
];
