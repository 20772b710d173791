import type { Covariance } from './predict.ts';

/** The properties of an image that determine how far a moving ship is shifted in it. */
export type ImageGeometry = {
  /** Optical images shift nothing. */
  readonly isRadar: boolean;
  /** Degrees from the scene to the sensor, clockwise from true north; null when unknown. */
  readonly azimuthDegrees: number | null;
  /** Degrees from the vertical; null when unknown. */
  readonly incidenceDegrees: number | null;
};

/** The shifts that are possible for a ship: along one line in both senses. */
export type ShiftBand = {
  /** Unit vector along the flight of the sensor. Its sense is unknown. */
  readonly direction: readonly [east: number, north: number];
  /** Largest shift to either side. */
  readonly limitMeters: number;
  /** Further uncertainty of the shift, in square meters. */
  readonly covariance: Covariance;
};

/** Slant range by the speed of the platform, in seconds, of radar satellites in low orbits: 100 to 130. */
export const rangeBySpeed = { least: 100, most: 130 } as const;

const none = { xx: 0, xy: 0, yy: 0 };

/**
 * The maximum shift of a ship with `velocity` (meters per second): R/V times its speed towards the radar, along the
 * flight (R. K. Raney, Synthetic aperture imaging radar and moving targets, IEEE Trans. AES 7, 1971). The flight is at
 * right angles to the azimuth (zero Doppler). Without an azimuth the shift may have any direction; without an incidence
 * the whole speed may be towards the radar.
 */
export function shiftBand(
  [east, north]: readonly [number, number],
  { isRadar, azimuthDegrees, incidenceDegrees }: ImageGeometry,
): ShiftBand {
  const still: ShiftBand = { direction: [0, 1], limitMeters: 0, covariance: none };
  if (!isRadar) return still;
  const part = incidenceDegrees === null ? 1 : Math.sin((incidenceDegrees * Math.PI) / 180);
  if (azimuthDegrees === null) {
    const variance = (rangeBySpeed.most * Math.hypot(east, north) * part) ** 2 / 2;
    return { ...still, covariance: { xx: variance, xy: 0, yy: variance } };
  }
  const azimuth = (azimuthDegrees * Math.PI) / 180;
  const towards = Math.abs(east * Math.sin(azimuth) + north * Math.cos(azimuth)) * part;
  return {
    direction: [-Math.cos(azimuth), Math.sin(azimuth)],
    limitMeters: rangeBySpeed.most * towards,
    covariance: none,
  };
}
