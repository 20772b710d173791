import type { LonLat } from '../../../../shared/geo/geometry.ts';
import { fixedObjects, positionOfObject } from '../data/fixed-objects.ts';
import { alongHeading, type Metres, moveBy, normalHeading } from '../data/local-plane.ts';
import { createRandom, type Random } from '../data/random.ts';
import type { SensorImage } from '../data/sensor-image.ts';
import type { Vessel } from '../data/vessels.ts';
import type { World } from '../data/world.ts';

/** Message that a transponder sends about itself, and how often. */
export type DemoContact = {
  readonly mmsi: string;
  readonly name: string;
  readonly callSign: string;
  /** Ship type of ITU-R M.1371; empty where it is not stated. */
  readonly shipType: string;
  /** Meters; null where they are not stated. */
  readonly length: number | null;
  readonly width: number | null;
  readonly transponder: 'A' | 'B' | 'AtoN' | 'Base station';
  /** Degrees clockwise from North, of its course and bow. */
  readonly heading: number;
  readonly knots: number;
  /** At the time of the image. */
  readonly position: LonLat;
  /** Seconds by which its reports are stamped too late. */
  readonly clockError: number;
  /** Minutes between two reports. */
  readonly interval: number;
  /** Minutes from the image, of its first and last report. */
  readonly reports: readonly [from: number, to: number];
};

/** Minutes before and after an image in which most contacts report. */
const usualReports = [-40, 40] as const;
/** The last report of a contact that has left the reach of receivers, and one from another sea: minutes. */
const lostReports = [-105, -70] as const;

/** Slant range by the speed of the satellite, in seconds: how far a moving ship is shifted in a radar image. */
const rangeBySpeed = 115;
const metresPerSecondPerKnot = 1852 / 3600;

const shipTypes: Readonly<Record<string, number>> = {
  Fishing: 30,
  'Tug or service': 52,
  Passenger: 60,
  Patrol: 55,
  'General cargo': 70,
  'Bulk carrier': 70,
  'Container ship': 71,
  'Vehicle carrier': 70,
  Tanker: 80,
};

/** The contacts around an image of these ships: most of them, and what else sends. */
export function contactsOf(image: SensorImage, vessels: readonly Vessel[], world: World): DemoContact[] {
  const random = createRandom(world.seed, 'ais', image.startTime);
  const ofShips = vessels
    .filter(({ situation }) => situation !== 'fixed')
    .flatMap((vessel) => shipContacts(vessel, image, random));
  return [
    ...ofShips,
    ...unseen('ships', image, Math.ceil(vessels.length * 0.08), world, random),
    ...unseen('boats', image, 5, world, random),
    ...fishingNets(image, world, random),
    ...aidsToNavigation(image),
  ];
}

/** None for a silent ship; two where another ship is alongside, or another one has the same number. */
function shipContacts(vessel: Vessel, image: SensorImage, random: Random): DemoContact[] {
  const contact = shipContact(vessel, image, random);
  const kind = random.unit();
  if (kind < (vessel.length < 30 ? 0.5 : 0.16)) return [];
  if (kind > 0.95) return [{ ...contact, length: null, width: null }];
  if (kind > 0.89) return [{ ...contact, reports: lostReports }];
  if (kind > 0.83)
    return [{ ...contact, clockError: random.between(60, 120) * (random.chance(0.5) ? 1 : -1) }];
  if (kind > 0.75) {
    const alongside = moveBy(contact.position, alongHeading(contact.heading, random.normal(0, 20), 45));
    const length = Math.round(vessel.length * random.between(0.92, 1.08));
    return [contact, { ...contact, ...identity(random), position: alongside, length }];
  }
  if (kind > 0.72)
    return [
      contact,
      { ...contact, position: moveBy(contact.position, [random.between(-9000, 9000), 14_000]) },
    ];
  return [contact];
}

function identity(random: Random): Pick<DemoContact, 'mmsi' | 'name' | 'callSign'> {
  // No country has the numbers that begin with 299.
  const number = random.integer(100_000, 999_999);
  return { mmsi: `299${number}`, name: `DEMO ${number}`, callSign: `DM${number % 10_000}` };
}

function shipContact(vessel: Vessel, image: SensorImage, random: Random): DemoContact {
  const { length, width, heading, vesselClass, situation } = vessel;
  const isUnderWay = situation === 'under way';
  const knots = isUnderWay
    ? random.between(length < 60 ? 3 : 9, length < 60 ? 10 : 19)
    : random.between(0, 0.2);
  const [east, north] = radarShift(image, heading, knots);
  const isSmall = length < 60;
  return {
    ...identity(random),
    shipType: String(shipTypes[vesselClass] ?? 0),
    length: Math.round(length + random.normal(0, 2)),
    width: Math.round(width),
    transponder: isSmall ? 'B' : 'A',
    heading,
    knots,
    position: moveBy(vessel.position, [-east, -north]),
    clockError: random.normal(0, 4),
    interval: isUnderWay ? random.between(1.5, 4) : random.between(4, 9),
    reports: usualReports,
  };
}

/** By how many meters a ship is shifted in an image along the flight (Raney 1971). */
function radarShift(image: SensorImage, heading: number, knots: number): Metres {
  const speed = knots * metresPerSecondPerKnot;
  const [east, north] = alongHeading(heading, speed, 0);
  const [towardsEast, towardsNorth] = alongHeading(image.azimuthAngle, 1, 0);
  const towards =
    (east * towardsEast + north * towardsNorth) * Math.sin((image.incidenceAngle * Math.PI) / 180);
  return alongHeading(image.trackHeading, rangeBySpeed * towards, 0);
}

/** Positions in an image that are in the water, up to a number. */
function waterPositions(image: SensorImage, count: number, { land }: World, random: Random): LonLat[] {
  return Array.from({ length: count }, () =>
    Array.from({ length: 6 }, () => image.randomPosition(random)).find((position) =>
      land.isWater(position, 500),
    ),
  ).filter((position) => position !== undefined);
}

/** Ships that the analytic has missed, and boats that are too short for it. */
const unseenKinds = {
  ships: { shipType: '70', lengths: [60, 190], width: 22, transponder: 'A', speeds: [8, 14], interval: 3 },
  boats: { shipType: '37', lengths: [8, 17], width: 4, transponder: 'B', speeds: [2, 7], interval: 4 },
} as const;

function unseen(
  kind: keyof typeof unseenKinds,
  image: SensorImage,
  count: number,
  world: World,
  random: Random,
): DemoContact[] {
  const {
    lengths: [shortest, longest],
    speeds: [slowest, fastest],
    ...stated
  } = unseenKinds[kind];
  return waterPositions(image, count, world, random).map((position) => ({
    ...identity(random),
    ...stated,
    length: random.integer(shortest, longest),
    heading: random.between(0, 360),
    knots: random.between(slowest, fastest),
    position,
    clockError: 0,
    reports: usualReports,
  }));
}

/** Strings of net buoys with the numbers of ships, which drift; some have numbers of their own. */
function fishingNets(image: SensorImage, world: World, random: Random): DemoContact[] {
  return waterPositions(image, 3, world, random).flatMap((start, string) => {
    const direction = random.between(0, 360);
    const drift = random.between(0, 360);
    return Array.from({ length: 8 }, (_, buoy): DemoContact => {
      const number = String(random.integer(0, 99_999)).padStart(5, '0');
      const charge = random.integer(35, 99);
      return {
        mmsi: buoy % 4 === 3 ? `9790${number}` : `2999${number}`,
        name:
          string === 1 ? `${buoy + 1}-${(charge / 8).toFixed(1)}V` : `NET${string + 1}${buoy + 1}-${charge}%`,
        callSign: '',
        shipType: '',
        length: null,
        width: null,
        transponder: 'B',
        heading: drift,
        knots: random.between(0.1, 0.8),
        position: moveBy(start, alongHeading(direction, buoy * 700, 0)),
        clockError: 0,
        interval: 5,
        reports: usualReports,
      };
    });
  });
}

/** The beacons of platforms, and the station on the shore that receives all this. */
function aidsToNavigation(image: SensorImage): DemoContact[] {
  const still = {
    callSign: '',
    shipType: '',
    heading: 0,
    knots: 0,
    clockError: 0,
    interval: 6,
    reports: usualReports,
  };
  const beacons = fixedObjects
    .filter(({ kind }) => kind === 'platform')
    .map(
      (object, index): DemoContact => ({
        ...still,
        mmsi: `99299100${index + 1}`,
        name: object.name.toUpperCase(),
        length: null,
        width: null,
        transponder: 'AtoN',
        position: positionOfObject(object, image.startTime),
      }),
    );
  const station: DemoContact = {
    ...still,
    mmsi: '002990001',
    name: '',
    length: null,
    width: null,
    transponder: 'Base station',
    position: receiver,
  };
  return [...beacons, station].filter(({ position }) => image.contains(position, 0));
}

/** On the shore of Busan. */
export const receiver: LonLat = [129.09, 35.1];

/** The place of a contact, minutes from the time of the image. */
export function positionLater({ position, heading, knots }: DemoContact, minutes: number): LonLat {
  return moveBy(
    position,
    alongHeading(normalHeading(heading), knots * metresPerSecondPerKnot * minutes * 60, 0),
  );
}
