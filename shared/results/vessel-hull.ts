import { destination } from '../geo/geodesic.ts';
import type { LonLat } from '../geo/geometry.ts';
import { analyticSymbol } from './analytic-symbol.ts';
import type { DetectionRow } from './detection.ts';
import { cellValue } from './field-value.ts';
import type { ShapeName } from './symbol-shapes.ts';

/** The hull of a vessel, derived from the length, width and heading that its detection states. */
export type VesselHull = {
  /** Closed, `[longitude, latitude]` on WGS 84, continuous past ±180; the bow first. */
  readonly ring: readonly LonLat[];
  readonly lengthMeters: number;
  readonly widthMeters: number;
  /** Whether the width is the usual one for the length, because none is stated. */
  readonly hasUsualWidth: boolean;
};

const vesselShapes: readonly ShapeName[] = ['dart', 'hull', 'hollow-hull'];

/** Corners of a hull as shares of its length, ahead of the middle, and of its width, to the right of it. */
const corners: readonly (readonly [ahead: number, right: number])[] = [
  [0.5, 0],
  [0.42, 0.22],
  [0.32, 0.4],
  [0.2, 0.5],
  [-0.38, 0.5],
  [-0.5, 0.36],
  [-0.5, -0.36],
  [-0.38, -0.5],
  [0.2, -0.5],
  [0.32, -0.4],
  [0.42, -0.22],
  [0.5, 0],
];

/**
 * The hull of a detected vessel in true size, its middle at the position of the detection. Null for other objects, without a
 * length or heading, and where the width exceeds the length.
 */
export function vesselHull(row: DetectionRow): VesselHull | null {
  if (!vesselShapes.includes(analyticSymbol(row.analytic).shape)) return null;
  const lengthMeters = cellValue(row, 'length');
  const heading = cellValue(row, 'heading');
  if (typeof lengthMeters !== 'number' || typeof heading !== 'number') return null;
  const stated = cellValue(row, 'width');
  const hasUsualWidth = typeof stated !== 'number';
  const widthMeters = hasUsualWidth ? lengthMeters / usualLengthToWidth(lengthMeters) : stated;
  if (widthMeters > lengthMeters) return null;
  const center: LonLat = [row.longitude, row.latitude];
  const ring = corners.map(([ahead, right]) => {
    const [along, across] = [ahead * lengthMeters, right * widthMeters];
    const bearing = heading + (Math.atan2(across, along) * 180) / Math.PI;
    return destination(center, bearing, Math.hypot(along, across));
  });
  return { ring, lengthMeters, widthMeters, hasUsualWidth };
}

/**
 * The usual ratio of length to width of ships: D. G. M. Watson and A. W. Gilfillan, Some ship design methods, Trans. RINA
 * 119 (1977).
 */
export function usualLengthToWidth(lengthMeters: number): number {
  return 4 + 0.025 * Math.min(100, Math.max(0, lengthMeters - 30));
}
