import type { LonLat } from '../../../../shared/geo/geometry.ts';
import type { LandMask } from './land-mask.ts';
import {
  alongHeading,
  metresBetween,
  moveBy,
  normalHeading,
  rounded,
  roundedPosition,
} from './local-plane.ts';
import type { Random } from './random.ts';
import type { SensorImage } from './sensor-image.ts';
import { type Berth, type LanePoint, quayClearance, type Traffic } from './traffic.ts';

/** A ship of the demo data; its feature and its chip are generated from it. */
export type Vessel = {
  readonly position: LonLat;
  /** Metres. */
  readonly length: number;
  readonly width: number;
  /** Degrees clockwise from North. */
  readonly heading: number;
  readonly vesselClass: string;
  readonly situation: VesselPlacement['situation'] | 'fixed';
  readonly quayBearing?: number;
  /** 0…1. */
  readonly confidence: number;
};

/** Range of vessels that an analytic finds (service.md, Analytics): up to 150 m, or longer. */
export type VesselSize = 'small' | 'large';

type VesselType = {
  readonly vesselClass: string;
  readonly share: number;
  /** Metres, shortest and longest. */
  readonly lengths: readonly [number, number];
  /** Length divided by width. */
  readonly slenderness: number;
};

const vesselTypes: Readonly<Record<VesselSize, readonly VesselType[]>> = {
  small: [
    { vesselClass: 'Fishing', share: 40, lengths: [20, 52], slenderness: 4.2 },
    { vesselClass: 'Tug or service', share: 12, lengths: [22, 60], slenderness: 3.3 },
    { vesselClass: 'General cargo', share: 22, lengths: [75, 149], slenderness: 6.2 },
    { vesselClass: 'Tanker', share: 10, lengths: [70, 149], slenderness: 6.0 },
    { vesselClass: 'Passenger', share: 5, lengths: [30, 145], slenderness: 5.5 },
    { vesselClass: 'Patrol', share: 4, lengths: [28, 110], slenderness: 7.5 },
    { vesselClass: 'Unknown', share: 7, lengths: [20, 90], slenderness: 5 },
  ],
  large: [
    { vesselClass: 'Bulk carrier', share: 40, lengths: [170, 300], slenderness: 6.3 },
    { vesselClass: 'Container ship', share: 26, lengths: [160, 399], slenderness: 7.0 },
    { vesselClass: 'Tanker', share: 22, lengths: [160, 336], slenderness: 5.9 },
    { vesselClass: 'Vehicle carrier', share: 6, lengths: [170, 200], slenderness: 5.9 },
    { vesselClass: 'Passenger', share: 3, lengths: [160, 330], slenderness: 7.6 },
    { vesselClass: 'Unknown', share: 3, lengths: [151, 240], slenderness: 6.5 },
  ],
};

/** Mean number of ships of each size in a pass over busy water, by image class. */
const meanCounts: Readonly<Record<SensorImage['mode']['scale'], Readonly<Record<VesselSize, number>>>> = {
  detail: { small: 14, large: 7 },
  strip: { small: 27, large: 13 },
  wide: { small: 62, large: 38 },
};

/** Weight of ships away from lanes and ports: mostly fishing boats. */
const openSeaWeights: Readonly<Record<VesselSize, number>> = { small: 4, large: 0.5 };

/** Metres around a ship that are free of land, unless it lies at a quay. */
const shoreClearance = 90;

/** The ships of one size that an image shows: in the water, inside the footprint, not on top of each other. */
export function generateVessels(
  image: SensorImage,
  size: VesselSize,
  land: LandMask,
  traffic: Traffic,
  random: Random,
): Vessel[] {
  const nextPlacement = createPlacementSampler(image, traffic, openSeaWeights[size], random);
  const targetCount = Math.round(meanCounts[image.mode.scale][size] * Math.exp(random.normal(-0.1, 0.5)));
  const isShown = (position: LonLat) => image.contains(position, 0.01);
  return placeVessels({ size, land, targetCount, nextPlacement, isShown }, random);
}

/** Placement of ships. */
type Placing = {
  readonly size: VesselSize;
  readonly land: LandMask;
  readonly targetCount: number;
  readonly nextPlacement: () => VesselPlacement;
  readonly isShown: (position: LonLat) => boolean;
};

/** Up to `targetCount` ships at the first placements that are shown, in the water, and apart. */
export function placeVessels(
  { size, land, targetCount, nextPlacement, isShown }: Placing,
  random: Random,
): Vessel[] {
  const vessels: Vessel[] = [];
  for (let attempt = 0; attempt < targetCount * 4 && vessels.length < targetCount; attempt += 1) {
    const placement = nextPlacement();
    const position = roundedPosition(placement.position);
    const room = placement.situation === 'berthed' ? quayClearance : shoreClearance;
    if (!isShown(position) || !land.isWater(position, room)) continue;
    const vessel = createVessel({ ...placement, position }, size, random);
    if (!vessels.some((other) => isTooClose(vessel, other))) vessels.push(vessel);
  }
  return vessels;
}

function isTooClose(one: Vessel, other: Vessel): boolean {
  const [east, north] = metresBetween(one.position, other.position);
  return Math.hypot(east, north) < Math.max(one.length, other.length) * 0.6;
}

function createVessel(placement: VesselPlacement, size: VesselSize, random: Random): Vessel {
  const type = random.weighted(vesselTypes[size], ({ share }) => share);
  const [shortest, longest] = type.lengths;
  const length = shortest + (longest - shortest) * random.unit() ** 1.25;
  const doubt = Math.abs(random.normal(0, size === 'small' ? 0.16 : 0.08)) + (length < 35 ? 0.08 : 0);
  return {
    position: placement.position,
    length: rounded(length, 1),
    width: rounded((length / type.slenderness) * random.between(0.9, 1.12), 1),
    heading: rounded(placement.heading, 1) % 360,
    vesselClass: type.vesselClass,
    situation: placement.situation,
    ...(placement.quayBearing !== undefined && { quayBearing: placement.quayBearing }),
    confidence: rounded(Math.max(0.35, 0.99 - doubt), 3),
  };
}

/** Position and heading of a ship. It may be on land or outside of the image. */
type VesselPlacement = {
  readonly position: LonLat;
  /** Degrees clockwise from North. */
  readonly heading: number;
  readonly situation: 'under way' | 'at anchor' | 'berthed';
  /** The bearing of its quay, if it is berthed; degrees clockwise from North. */
  readonly quayBearing?: number;
};

/** A source of ship placements, with its weight relative to the others. */
type PlacementSource = { readonly weight: number; readonly choose: (random: Random) => VesselPlacement };

/** Samples placements of ships in an image: lanes, roads, quays, and fishing grounds or open sea. */
function createPlacementSampler(
  image: SensorImage,
  traffic: Traffic,
  openSeaWeight: number,
  random: Random,
): () => VesselPlacement {
  const reach = Math.hypot(image.mode.along, image.mode.across) * 0.55;
  const sources = [
    ...laneSources(image, traffic, reach),
    ...portSources(image, traffic, reach + 6000, random.between(0, 360)),
    openSeaSource(image, openSeaWeight, random),
  ];
  return () => random.weighted(sources, ({ weight }) => weight).choose(random);
}

function laneSources(image: SensorImage, traffic: Traffic, reach: number): PlacementSource[] {
  const points = traffic
    .lanePointsNear(image.center, reach)
    .filter((point) => image.contains(point.position, 0));
  if (points.length === 0) return [];
  const busyness = points.reduce((sum, { lane }) => sum + lane.traffic, 0);
  return [{ weight: Math.min(10, 2 + busyness / 12), choose: (random) => placementOnLane(points, random) }];
}

function placementOnLane(points: readonly LanePoint[], random: Random): VesselPlacement {
  const { lane, position, heading } = random.weighted(points, (point) => point.lane.traffic);
  const course = normalHeading(heading + (random.chance(0.5) ? 180 : 0) + random.normal(0, 3));
  // Ships keep to the right of each other, so each way has its own strip; some stray far from both.
  const stray = random.chance(0.3) ? 3 : 1;
  const right = random.normal(lane.spread * 0.6, lane.spread * 0.7 * stray);
  return {
    position: moveBy(position, alongHeading(course, random.between(-1500, 1500), right)),
    heading: course,
    situation: 'under way',
  };
}

/** Ships at anchor swing with the wind, which is the same for the whole image. */
function portSources(image: SensorImage, traffic: Traffic, reach: number, wind: number): PlacementSource[] {
  return traffic.portsNear(image.center, reach).flatMap((port) => {
    const found: PlacementSource[] = [];
    if (image.contains(port.roads, 0)) {
      const spread = 1500 + 500 * port.traffic;
      found.push({
        weight: port.traffic,
        choose: (random) => ({
          position: moveBy(port.roads, [random.normal(0, spread), random.normal(0, spread)]),
          heading: normalHeading(wind + random.normal(0, 9)),
          situation: 'at anchor',
        }),
      });
    }
    const berths = traffic.berthsOf(port).filter(({ position }) => image.contains(position, 0.01));
    if (berths.length > 3) {
      found.push({ weight: port.traffic * 0.8, choose: (random) => placementAtBerth(berths, random) });
    }
    return found;
  });
}

function placementAtBerth(berths: readonly Berth[], random: Random): VesselPlacement {
  const { position, heading, quayBearing } = random.pick(berths);
  const isTurned = random.chance(0.5);
  return {
    position,
    heading: normalHeading(heading + (isTurned ? 180 : 0)),
    situation: 'berthed',
    quayBearing,
  };
}

/** Fishing fleets around a few grounds, and single ships anywhere. */
function openSeaSource(image: SensorImage, weight: number, random: Random): PlacementSource {
  const grounds = Array.from({ length: 4 }, () => image.randomPosition(random));
  return {
    weight,
    choose: (source) => ({
      position: source.chance(0.7)
        ? moveBy(source.pick(grounds), [source.normal(0, 2500), source.normal(0, 2500)])
        : image.randomPosition(source),
      heading: source.between(0, 360),
      situation: source.chance(0.7) ? 'under way' : 'at anchor',
    }),
  };
}
