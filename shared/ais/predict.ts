import { azimuthDegrees, destination, distanceMetres } from '../geo/geodesic.ts';
import type { LonLat } from '../geo/geometry.ts';
import { normalizeLongitude } from '../geo/longitude.ts';
import { type AisPosition, metersPerSecondPerKnot } from './contact.ts';
import type { Track } from './track.ts';

/** Symmetric covariance in square meters, x to the east and y to the north. */
export type Covariance = { readonly xx: number; readonly xy: number; readonly yy: number };

/** The place where a contact is expected at a time. */
export type Prediction = {
  readonly longitude: number;
  readonly latitude: number;
  readonly covariance: Covariance;
  /** Meters per second; to the east and to the north. */
  readonly velocity: readonly [east: number, north: number];
  /** Heading of the bow where stated, else of the course of a moving contact; null when neither is known. */
  readonly headingDegrees: number | null;
  /** To the nearest report, in milliseconds. */
  readonly ageMs: number;
  /** Between two reports, or past the last or before the first one. */
  readonly basis: 'between' | 'after' | 'before';
  readonly speedKnots: number | null;
};

/** A report older than this predicts nothing. */
export const maximumAgeMs = 60 * 60_000;
/** Two reports further apart are not joined. */
const maximumGapMs = 6 * 60 * 60_000;

/**
 * Uncertainties, one standard deviation. ITU-R M.1371-5, 3.1: positions of high accuracy are within 10 m, others worse.
 * Clocks: receivers and shore stations stamp reports, some of them minutes off. The rest are assumptions.
 */
const uncertainty = {
  positionMeters: 20,
  /** Between the antenna and the middle of the ship, as a share of its length, and where the length is unknown. */
  antennaShare: 0.2,
  antennaMeters: 25,
  clockSeconds: 45,
  speedMetersPerSecond: 0.3,
  courseDegrees: 4,
  /** Standard deviation of the speed of a contact that states none. */
  unknownSpeedMetersPerSecond: 5,
  /** Spectral density of its acceleration, in square meters per cubic second: under way, and with less than 1 kn. */
  maneuver: 2e-4,
  maneuverAtRest: 1e-5,
} as const;

/**
 * The place of a track's contact at `timeMs`: between two reports on the cubic that has both positions and speeds, in
 * the azimuthal projection around the first one, where great circles through it are straight; outside of them by course
 * and speed. The error grows as that of a body with random acceleration (Bar-Shalom, Li, Kirubarajan, Estimation with
 * Applications to Tracking and Navigation, 2001, 6.2.2). Undefined when the nearest report is over 60 minutes away.
 */
export function predict(track: Track, timeMs: number, lengthMeters: number | null): Prediction | undefined {
  const next = firstAfter(track, timeMs);
  const before = track[next - 1];
  const after = track[next];
  const ageMs = Math.min(
    before ? timeMs - before.timeMs : Number.POSITIVE_INFINITY,
    after ? after.timeMs - timeMs : Number.POSITIVE_INFINITY,
  );
  if (ageMs > maximumAgeMs) return undefined;
  if (before && after && after.timeMs - before.timeMs <= maximumGapMs)
    return between(before, after, timeMs, lengthMeters);
  const nearest = before && timeMs - before.timeMs === ageMs ? before : after;
  return nearest && beyond(nearest, timeMs, lengthMeters);
}

/** The index of the first report after a time. */
function firstAfter(track: Track, timeMs: number): number {
  let [low, high] = [0, track.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((track[middle]?.timeMs ?? 0) > timeMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Past the last report, or before the first one. */
function beyond(report: AisPosition, timeMs: number, lengthMeters: number | null): Prediction {
  const seconds = (timeMs - report.timeMs) / 1000;
  const velocity = velocityOf(report);
  const [east, north] = velocity ?? [0, 0];
  const speed = Math.hypot(east, north);
  const [longitude, latitude] = offset(report, [east * seconds, north * seconds]);
  const span = Math.abs(seconds);
  const isMoving = isUnderWay(report.speedKnots);
  const growth = ((isMoving ? uncertainty.maneuver : uncertainty.maneuverAtRest) * span ** 3) / 3;
  const ofSpeed = velocity ? uncertainty.speedMetersPerSecond : uncertainty.unknownSpeedMetersPerSecond;
  const along = (isMoving ? ofSpeed * span : 0) ** 2;
  const turned = (isMoving ? speed * span * toRadians(uncertainty.courseDegrees) : 0) ** 2;
  return toPrediction({
    position: [longitude, latitude],
    velocity: [east, north],
    report,
    ageMs: Math.abs(timeMs - report.timeMs),
    basis: timeMs >= report.timeMs ? 'after' : 'before',
    variance: growth + (velocity ? 0 : along),
    along: velocity ? along : 0,
    across: velocity ? turned : 0,
    lengthMeters,
  });
}

function between(
  before: AisPosition,
  after: AisPosition,
  timeMs: number,
  lengthMeters: number | null,
): Prediction {
  const gap = (after.timeMs - before.timeMs) / 1000;
  const passed = (timeMs - before.timeMs) / 1000;
  const share = passed / gap;
  const from: LonLat = [before.longitude, before.latitude];
  const to: LonLat = [after.longitude, after.latitude];
  const meters = distanceMetres(from, to);
  const bearing = meters === 0 ? 0 : azimuthDegrees(from, to);
  // The direction of north turns along a great circle, and with it the course at the second report.
  const turn = meters === 0 ? 0 : azimuthDegrees(to, from) + 180 - bearing;
  const end = vector(meters, bearing);
  const mean: Vector = [end[0] / gap, end[1] / gap];
  const start = velocityOf(before) ?? mean;
  const finish = velocityOf(after, -turn) ?? mean;
  // Cubic Hermite interpolation.
  const [h10, h01, h11] = [share * (1 - share) ** 2, share ** 2 * (3 - 2 * share), share ** 2 * (share - 1)];
  const at = each((axis) => end[axis] * h01 + gap * (start[axis] * h10 + finish[axis] * h11));
  const velocity = each(
    (axis) =>
      mean[axis] * 6 * share * (1 - share) +
      start[axis] * (1 - share) * (1 - 3 * share) +
      finish[axis] * share * (3 * share - 2),
  );
  const isMoving =
    isUnderWay(before.speedKnots) ||
    isUnderWay(after.speedKnots) ||
    Math.hypot(...mean) > metersPerSecondPerKnot;
  const knowsSpeeds = before.speedKnots !== null && after.speedKnots !== null;
  const density = (isMoving ? uncertainty.maneuver : uncertainty.maneuverAtRest) * (knowsSpeeds ? 1 : 4);
  const nearest = share < 0.5 ? before : after;
  return toPrediction({
    position: offset(before, at),
    velocity,
    report: nearest,
    ageMs: Math.min(timeMs - before.timeMs, after.timeMs - timeMs),
    basis: 'between',
    variance: (density * passed ** 3 * (gap - passed) ** 3) / (3 * gap ** 3),
    along: 0,
    across: 0,
    lengthMeters,
  });
}

type Vector = readonly [east: number, north: number];

function each(value: (axis: 0 | 1) => number): Vector {
  return [value(0), value(1)];
}

type Parts = {
  readonly position: LonLat;
  readonly velocity: Vector;
  readonly report: AisPosition;
  readonly ageMs: number;
  readonly basis: Prediction['basis'];
  /** Square meters: in every direction, along the course, and across it. */
  readonly variance: number;
  readonly along: number;
  readonly across: number;
  readonly lengthMeters: number | null;
};

function toPrediction(parts: Parts): Prediction {
  const { position, velocity, report, ageMs, basis, lengthMeters } = parts;
  const speed = Math.hypot(...velocity);
  const heading = report.headingDegrees ?? (isUnderWay(report.speedKnots) ? report.courseDegrees : null);
  const antenna = lengthMeters === null ? uncertainty.antennaMeters : uncertainty.antennaShare * lengthMeters;
  const all = parts.variance + uncertainty.positionMeters ** 2;
  const direction = speed > 0 ? Math.atan2(velocity[0], velocity[1]) : 0;
  return {
    longitude: normalizeLongitude(position[0]),
    latitude: position[1],
    covariance: sum(
      { xx: all, xy: 0, yy: all },
      ellipse(direction, parts.along + (speed * uncertainty.clockSeconds) ** 2, parts.across),
      heading === null
        ? ellipse(0, antenna ** 2, antenna ** 2)
        : ellipse(toRadians(heading), antenna ** 2, (antenna / 5) ** 2),
    ),
    velocity,
    headingDegrees: heading,
    ageMs,
    basis,
    speedKnots: report.speedKnots,
  };
}

/** The covariance of independent errors along a direction, clockwise from north, and across it. */
function ellipse(direction: number, along: number, across: number): Covariance {
  const [sine, cosine] = [Math.sin(direction), Math.cos(direction)];
  return {
    xx: along * sine ** 2 + across * cosine ** 2,
    xy: (along - across) * sine * cosine,
    yy: along * cosine ** 2 + across * sine ** 2,
  };
}

/** The covariance of the sum of independent errors. */
export function sum(...parts: readonly Covariance[]): Covariance {
  return parts.reduce((all, { xx, xy, yy }) => ({ xx: all.xx + xx, xy: all.xy + xy, yy: all.yy + yy }));
}

/** Half axes in meters, and the direction of the longer one from north, 0…180 degrees. */
export type ErrorEllipse = {
  readonly majorMeters: number;
  readonly minorMeters: number;
  readonly azimuthDegrees: number;
};

/** The ellipse of one standard deviation. */
export function ellipseOf({ xx, xy, yy }: Covariance): ErrorEllipse {
  const middle = (xx + yy) / 2;
  const spread = Math.hypot((xx - yy) / 2, xy);
  return {
    majorMeters: Math.sqrt(middle + spread),
    minorMeters: Math.sqrt(Math.max(0, middle - spread)),
    azimuthDegrees: (((90 - (Math.atan2(2 * xy, xx - yy) * 90) / Math.PI) % 180) + 180) % 180,
  };
}

/** With 1 kn and more, or an unknown speed. */
function isUnderWay(speedKnots: number | null): boolean {
  return speedKnots === null || speedKnots >= 1;
}

/** Meters per second; undefined where speed or course is missing, except at rest. */
function velocityOf(report: AisPosition, turnedDegrees = 0): Vector | undefined {
  const { speedKnots, courseDegrees } = report;
  if (speedKnots === null) return undefined;
  if (courseDegrees === null) return speedKnots < 1 ? [0, 0] : undefined;
  return vector(speedKnots * metersPerSecondPerKnot, courseDegrees + turnedDegrees);
}

function vector(length: number, azimuth: number): Vector {
  return [length * Math.sin(toRadians(azimuth)), length * Math.cos(toRadians(azimuth))];
}

/** The position at a vector from another, in the azimuthal projection around that one. */
function offset({ longitude, latitude }: AisPosition, [east, north]: Vector): LonLat {
  const meters = Math.hypot(east, north);
  if (meters === 0) return [longitude, latitude];
  return destination([longitude, latitude], (Math.atan2(east, north) * 180) / Math.PI, meters);
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
