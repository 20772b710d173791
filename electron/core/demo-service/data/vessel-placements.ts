import type { LonLat } from '../../../../shared/geo/geometry.ts';
import { alongHeading, moveBy, normalHeading } from './local-plane.ts';
import type { Random } from './random.ts';
import type { SensorImage } from './sensor-image.ts';
import type { Berth, LanePoint, Traffic } from './traffic.ts';

/** Position and heading of a ship. It may be on land or outside of the image. */
export type VesselPlacement = {
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
export function createPlacementSampler(
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
