import { normalizeLongitude } from '../geo/longitude.ts';
import { metersPerDegree } from '../geo/meters-per-degree.ts';
import { type ContactKind, isSmallDevice } from './contact-kind.ts';
import { type Covariance, type Prediction, sum } from './predict.ts';
import { rangeBySpeed, type ShiftBand } from './radar-shift.ts';

/** A detection as the matching reads it. */
export type ImageDetection = {
  readonly id: string;
  readonly longitude: number;
  readonly latitude: number;
  /** Null when the record states none, as are the next ones. */
  readonly lengthMeters: number | null;
  readonly headingDegrees: number | null;
};

/** Reason why a contact in reach of a detection is not called a match, whatever its score. Lengths are in meters. */
export type PairDoubt =
  | { readonly reason: 'length'; readonly statedMeters: number; readonly measuredMeters: number }
  | { readonly reason: 'kind'; readonly measuredMeters: number | null }
  | { readonly reason: 'virtual' | 'two-places' | 'unlikely' };

/** Fit of a detection and a contact. */
export type PairFit = {
  /** Natural logarithm of how much likelier they are one than two. */
  readonly score: number;
  /** Between the detection and the expected position, without any shift. */
  readonly distanceMeters: number;
  /** The shift that fits best, along the flight of the sensor; 0 for a ship at rest and in optical images. */
  readonly shiftMeters: number;
  /** Rest of the distance after that shift. */
  readonly residualMeters: number;
  readonly doubt: PairDoubt | null;
};

/** Detections up to this length may be something that is no ship. */
export const smallMeters = 30;

const limits = {
  /** Standard deviations; a normal error in the plane is outside of 4 once in 3,000 times. */
  gate: 4,
  /** Positions in images, one standard deviation. */
  imageMeters: 30,
  /** Deviation of the logarithm of a length by another: a radar smears, and blurs small ships. */
  lengthSpread: 0.35,
  /** The same for two ships of a sea. */
  lengthSpreadOfAll: 0.9,
  /** A length of an image is some pixels off. */
  lengthSlackMeters: 10,
  /** No ship is 3.5 times as long in an image as it is; but lengths of AIS are typed by hand. */
  lengthRatio: 3.5,
  headingWeight: 0.7,
} as const;

/** The likelihood that a contact is found in an image at all. */
const seen: Readonly<Record<ContactKind, number>> = {
  ship: 0.85,
  unstated: 0.85,
  'aid-to-navigation': 0.3,
  'virtual-aid': 0,
  'base-station': 0.01,
  'search-and-rescue': 0.02,
  'craft-of-a-ship': 0.05,
  'net-or-buoy': 0.005,
  'handheld-radio': 0.05,
  'unknown-device': 0.01,
};

/** Boats are near nets: there is likelier one next to a net than the net is found. Per square meter. */
const boatsAtNets = 1e-6;
/** A contact that drifts and states no size mostly is a device of a boat next to it; large ships have no nets. */
const boatsAtDrifting = { small: 1e-5, unstated: 5e-5, large: 1e-7 } as const;
const driftingMetersPerSecond = 1.5;
const mooredMetersPerSecond = 0.2;
const boatMeters = 60;

/** Shares of the largest shift. The ends are likelier; 100 to 130 s is the range of satellites, 0 a corrected product. */
const shifts = [
  ...[-1, 1].flatMap((sense) =>
    [100, 107.5, 115, 122.5, 130].map((seconds) => ({
      share: (sense * seconds) / rangeBySpeed.most,
      weight: 0.075,
    })),
  ),
  ...[-0.6, -0.3, 0, 0.3, 0.6].map((share) => ({ share, weight: 0.05 })),
];

/** Facts about a contact that scoring needs. */
export type ScoredContact = {
  readonly identifier: string;
  readonly kind: ContactKind;
  readonly lengthMeters: number | null;
  readonly prediction: Prediction;
  readonly band: ShiftBand;
  /** Reason why no detection can be matched with it, if so. */
  readonly doubt: PairDoubt | null;
};

/** No detection further than this from a contact's expected position fits it; meters. */
export function reachMeters({ prediction, band }: ScoredContact): number {
  const { xx, yy } = errorOf(prediction, band);
  // Meters per degree differ by latitude, so a distance in one plane is slightly another one in the next.
  return 1.01 * (limits.gate * Math.sqrt(xx + yy) + band.limitMeters);
}

function errorOf(prediction: Prediction, band: ShiftBand): Covariance {
  const image = limits.imageMeters ** 2;
  return sum(prediction.covariance, band.covariance, { xx: image, xy: 0, yy: image });
}

/**
 * The fit of a detection and a contact; undefined when the contact is not in reach of it. `silent` is the density of
 * detections that belong to no contact, per square meter.
 */
export function scorePair(
  detection: ImageDetection,
  contact: ScoredContact,
  silent: number,
): PairFit | undefined {
  const { kind, prediction, band } = contact;
  const offset = offsetMeters(prediction, detection);
  const placed = scorePlace(offset, errorOf(prediction, band), band);
  if (!placed) return undefined;
  const isAdrift =
    kind === 'aid-to-navigation' && Math.hypot(...prediction.velocity) >= mooredMetersPerSecond;
  const found = isAdrift ? seen['net-or-buoy'] : seen[kind];
  const others = Math.max(silent, boatsNear(contact, detection));
  return {
    score:
      Math.log(found / (1 - found)) +
      placed.logDensity -
      Math.log(others) +
      scoreLength(detection.lengthMeters, contact) +
      scoreHeading(detection.headingDegrees, prediction.headingDegrees),
    distanceMeters: Math.hypot(...offset),
    shiftMeters: placed.shiftMeters,
    residualMeters: placed.residualMeters,
    doubt: contact.doubt ?? doubtOf(detection.lengthMeters, contact),
  };
}

/** Devices that are no ships fit small detections only, and a ship one of about its length. */
function doubtOf(measuredMeters: number | null, { kind, lengthMeters }: ScoredContact): PairDoubt | null {
  if (isSmallDevice(kind)) {
    const isSmall = measuredMeters !== null && measuredMeters <= smallMeters;
    return isSmall ? null : { reason: 'kind', measuredMeters };
  }
  if (measuredMeters === null || lengthMeters === null) return null;
  const differs = Math.abs(lengthRatio(measuredMeters, lengthMeters)) > longestRatio;
  return differs ? { reason: 'length', statedMeters: lengthMeters, measuredMeters } : null;
}

const longestRatio = Math.log(limits.lengthRatio);

/** The logarithm of a length in an image by a stated one. */
function lengthRatio(measuredMeters: number, statedMeters: number): number {
  return Math.log((measuredMeters + limits.lengthSlackMeters) / (statedMeters + limits.lengthSlackMeters));
}

function boatsNear(
  { kind, lengthMeters, prediction }: ScoredContact,
  detection: Pick<ImageDetection, 'lengthMeters'>,
): number {
  const speed = Math.hypot(...prediction.velocity);
  // Buoys of nets have the numbers of other devices, too. An aid to navigation is where it is, and there is no boat at it.
  if (isSmallDevice(kind))
    return kind === 'aid-to-navigation' && speed < mooredMetersPerSecond ? 0 : boatsAtNets;
  if (lengthMeters !== null || speed > driftingMetersPerSecond) return 0;
  if ((detection.lengthMeters ?? 0) > boatMeters) return boatsAtDrifting.large;
  return kind === 'unstated' ? boatsAtDrifting.unstated : boatsAtDrifting.small;
}

/** From the expected position to the detection, on the ellipsoid's radii of curvature at that latitude. */
function offsetMeters(
  from: Pick<Prediction, 'longitude' | 'latitude'>,
  to: Pick<ImageDetection, 'longitude' | 'latitude'>,
): readonly [east: number, north: number] {
  const perDegree = metersPerDegree((from.latitude + to.latitude) / 2);
  return [
    normalizeLongitude(to.longitude - from.longitude) * perDegree.east,
    (to.latitude - from.latitude) * perDegree.north,
  ];
}

type Placed = {
  readonly logDensity: number;
  readonly shiftMeters: number;
  readonly residualMeters: number;
};

/** The density of the offset over all possible shifts; undefined outside of the gate. */
function scorePlace(
  [east, north]: readonly [number, number],
  { xx, xy, yy }: Covariance,
  { direction: [flightEast, flightNorth], limitMeters }: ShiftBand,
): Placed | undefined {
  const determinant = xx * yy - xy ** 2;
  const squared = (x: number, y: number) => (yy * x * x - 2 * xy * x * y + xx * y * y) / determinant;
  // The shift at which the offset is least improbable.
  const weight = squared(flightEast, flightNorth);
  const product =
    (yy * east * flightEast - xy * (east * flightNorth + north * flightEast) + xx * north * flightNorth) /
    determinant;
  const best = Math.max(-limitMeters, Math.min(limitMeters, product / weight));
  const left = [east - best * flightEast, north - best * flightNorth] as const;
  const least = squared(...left);
  if (least > limits.gate ** 2) return undefined;
  const density = shifts.reduce((total, { share, weight: part }) => {
    const shift = share * limitMeters;
    const distance = squared(east - shift * flightEast, north - shift * flightNorth);
    return total + part * Math.exp(-(distance - least) / 2);
  }, 0);
  return {
    logDensity: Math.log(density) - least / 2 - Math.log(2 * Math.PI * Math.sqrt(determinant)),
    shiftMeters: limitMeters === 0 ? 0 : best,
    residualMeters: Math.hypot(...left),
  };
}

/** A difference that no ship can have is a false statement, and no less likely the more it differs. */
function scoreLength(seenMeters: number | null, contact: ScoredContact): number {
  const { kind, lengthMeters } = contact;
  if (isSmallDevice(kind))
    return seenMeters !== null && seenMeters <= smallMeters ? 0 : scoreRatio(longestRatio);
  if (seenMeters === null) return 0;
  // Contacts that state no length mostly are small.
  if (lengthMeters === null) return seenMeters > boatMeters ? -1 : 0;
  return scoreRatio(Math.min(longestRatio, Math.abs(lengthRatio(seenMeters, lengthMeters))));
}

function scoreRatio(ratio: number): number {
  const { lengthSpread: spread, lengthSpreadOfAll: all } = limits;
  return Math.log(all / spread) - (ratio ** 2 / 2) * (1 / spread ** 2 - 1 / all ** 2);
}

/** An image shows the line of a ship, rarely its bow. */
function scoreHeading(detected: number | null, stated: number | null): number {
  if (detected === null || stated === null) return 0;
  return limits.headingWeight * Math.cos((2 * (detected - stated) * Math.PI) / 180);
}
