import { z } from 'zod';
import type { LonLat } from '../../../../shared/geo/geometry.ts';
import type { LandMask } from './land-mask.ts';
import { alongHeading, headingBetween, metresBetween, moveBy, normalHeading } from './local-plane.ts';
import type { RingEdge } from './polygon-index.ts';
import { type DemoPort, demoPorts } from './ports.ts';
import { isRestricted, readByRegion } from './regions.ts';
import rows from './sea-lanes.json' with { type: 'json' };

/** A point on a lane, and the lane's direction there. */
export type LanePoint = {
  readonly lane: SeaLane;
  readonly position: LonLat;
  /** Degrees clockwise from North, one of the two ways along the lane. */
  readonly heading: number;
};

/** A berth at a quay: the direction of the quay, and the bearing towards it. Degrees clockwise from North. */
export type Berth = { readonly position: LonLat; readonly heading: number; readonly quayBearing: number };

/** Metres between two points of a lane. */
const laneStep = 3000;

/** Metres from the coast to the middle of a ship at a quay, and what must be free of land around it. */
export const quayDistance = 45;
export const quayClearance = 25;
/** Metres of quay for one ship. */
const berthLength = 200;
/** Metres from the harbour within which quays are searched. */
const harbourRadius = 9000;

/** Indexes the lanes and ports. */
export function createTraffic(land: LandMask) {
  const lanePoints = seaLanes.flatMap(pointsOnLane).filter((point) => land.isWater(point.position, 300));
  const berths = new Map<DemoPort, readonly Berth[]>();

  const { open = [], restricted = [] } = Object.groupBy(lanePoints, ({ lane }) =>
    isRestricted(lane) ? 'restricted' : 'open',
  );

  return {
    lanePoints: { open, restricted },
    /** Lane points not further from a position than a distance in metres, or a little more. */
    lanePointsNear: (position: LonLat, distance: number) =>
      lanePoints.filter((point) => isNear(position, point.position, distance)),
    portsNear: (position: LonLat, distance: number) =>
      demoPorts.filter((port) => isNear(position, port.roads, distance)),
    berthsOf(port: DemoPort): readonly Berth[] {
      const known = berths.get(port);
      if (known !== undefined) return known;
      const found = findBerths(port, land);
      berths.set(port, found);
      return found;
    },
  };
}

/** Possible positions of ships: points of the lanes, also by whether an account may see them, and ports with their berths. */
export type Traffic = ReturnType<typeof createTraffic>;

function isNear(from: LonLat, to: LonLat, distance: number): boolean {
  // Most are far off: latitude alone, at 111 km a degree, spares the trigonometry.
  if (Math.abs(to[1] - from[1]) * 111_000 > distance) return false;
  return Math.hypot(...metresBetween(from, to)) <= distance;
}

function pointsOnLane(lane: SeaLane): LanePoint[] {
  return lane.path.slice(1).flatMap((to, index) => {
    const from = lane.path[index] ?? to;
    const steps = Math.max(1, Math.round(Math.hypot(...metresBetween(from, to)) / laneStep));
    const heading = headingBetween(from, to);
    return Array.from({ length: steps }, (_, step): LanePoint => {
      const part = step / steps;
      const position: LonLat = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
      return { lane, position, heading };
    });
  });
}

/** Berths along the coast around a harbour, parallel to the shore. */
function findBerths({ harbour }: DemoPort, land: LandMask): Berth[] {
  const [west, south] = moveBy(harbour, [-harbourRadius, -harbourRadius]);
  const [east, north] = moveBy(harbour, [harbourRadius, harbourRadius]);
  return land
    .coastIn([west, south, east, north])
    .flatMap(berthsAlong)
    .filter(
      ({ position }) => isNear(harbour, position, harbourRadius) && land.isWater(position, quayClearance),
    );
}

/** Berths on both sides of a coast segment; the caller drops those on land. */
function berthsAlong({ from, to }: RingEdge): Berth[] {
  const length = Math.hypot(...metresBetween(from, to));
  const heading = headingBetween(from, to);
  const berthCount = Math.max(1, Math.floor(length / berthLength));
  return Array.from({ length: berthCount }, (_, index) => ((index + 0.5) / berthCount) * length).flatMap(
    (ahead) =>
      [-1, 1].map(
        (side): Berth => ({
          position: moveBy(from, alongHeading(heading, ahead, side * quayDistance)),
          heading,
          quayBearing: normalHeading(heading - side * 90),
        }),
      ),
  );
}

const seaLaneSchema = z.strictObject({
  name: z.string(),
  /** Traffic, relative to the others. */
  traffic: z.number().positive(),
  /** Standard deviation of the tracks to either side, metres. */
  spread: z.number().positive(),
  /** `[longitude, latitude]` along the route; the text is as in WKT: `longitude latitude, …`. */
  path: z
    .string()
    .regex(/^-?[\d.]+ -?[\d.]+(, -?[\d.]+ -?[\d.]+)+$/)
    .transform((text) => text.split(', ').map(toPosition)),
});

/** The shipping routes of the demo data. Points on land are dropped. */
const seaLanes = readByRegion(seaLaneSchema, rows);
type SeaLane = (typeof seaLanes)[number];

function toPosition(pair: string): LonLat {
  const [longitude = Number.NaN, latitude = Number.NaN] = pair.split(' ').map(Number);
  return [longitude, latitude];
}
