import { type AisContact, type AisPosition, type AisStatic, noStatic } from '../../shared/ais/contact.ts';
import type { ImageDetection } from '../../shared/ais/score-pair.ts';
import { destination } from '../../shared/geo/geodesic.ts';
import type { LonLat } from '../../shared/geo/geometry.ts';
import { type SimulatedPass, simulatePass } from './ais-simulator.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

const knot = 1852 / 3600;
const center: LonLat = [129.2, 35];
const timeMs = Date.UTC(2026, 4, 3, 9, 31);

/** A pass with fishing grounds, in which most contacts are buoys of nets. */
export type NetPass = SimulatedPass & {
  /** Nets that state by number, transponder or name what they are. */
  readonly labelled: ReadonlySet<string>;
};

/** Names that buoys of nets have in the wild; `#` is a digit. */
const netNames = [
  'NET ##%',
  'BUOY #',
  'FISHNET-##',
  '12V',
  'KOR-NET #-##%',
  'NET-##-##%',
  '##BUOY',
  'LU#####-#-##%',
  'A# 12.#V',
  'V11.#',
  'MIN ZHANG YU #-##%',
  'NET MARK ##',
  'NETBUOY#',
  'BOYA ##',
  'BATT ##',
  'YUWANG-#',
  'WANGWEI##',
  'NO# ##%',
  'GILLNET ##',
  '####-##%',
  'RADIO BUOY #',
] as const;

type Maker = (
  random: SeededRandom,
  index: number,
) => { readonly identifier: string; readonly facts: Partial<AisStatic> };

const digits = (random: SeededRandom, count: number) =>
  Array.from({ length: count }, () => random.between(0, 9)).join('');
const nameOf = (random: SeededRandom) => random.pick(netNames).replaceAll('#', () => digits(random, 1));
const shipNumber = (random: SeededRandom, index: number) =>
  `${random.pick(['412', '413', '441', '431', '574'])}${String(100_000 + index * 7 + random.between(0, 6)).slice(-6)}`;

/** Nets that state what they are, in all the ways they do. */
const labelledMakers: readonly Maker[] = [
  (random, index) => ({ identifier: shipNumber(random, index), facts: { name: nameOf(random) } }),
  (random, index) => ({
    identifier: shipNumber(random, index),
    facts: {
      name: nameOf(random),
      type: random.pick(['30', '0', 'Fishing', 'Other']),
      transponder: 'Class B',
    },
  }),
  (random, index) => ({
    identifier: shipNumber(random, index),
    facts: { name: nameOf(random), lengthMeters: random.between(1, 12), widthMeters: 2 },
  }),
  (random, index) => ({ identifier: `979${digits(random, 3)}${String(100 + index)}`, facts: {} }),
  (random, index) => ({
    identifier: `99${digits(random, 4)}${String(100 + index)}`,
    facts: { name: nameOf(random) },
  }),
  (random, index) => ({
    identifier: `98${digits(random, 4)}${String(100 + index)}`,
    facts: { name: nameOf(random) },
  }),
  (random, index) => ({
    identifier: `97${digits(random, 1)}${digits(random, 3)}${String(100 + index)}`,
    facts: {},
  }),
  (random, index) => ({
    identifier: `90${digits(random, 4)}${String(100 + index)}`,
    facts: { name: nameOf(random) },
  }),
  (random, index) => ({
    identifier: `${digits(random, 5).replace(/^0/, '1')}${String(100 + index)}`,
    facts: {},
  }),
  (random, index) => ({ identifier: shipNumber(random, index), facts: { transponder: 'AtoN' } }),
];

/** Nets with the number of a ship, which state nothing else, or next to nothing. */
const plainMakers: readonly Maker[] = [
  (random, index) => ({ identifier: shipNumber(random, index), facts: {} }),
  (random, index) => ({ identifier: shipNumber(random, index), facts: { type: random.pick(['0', '30']) } }),
  (random, index) => ({ identifier: shipNumber(random, index), facts: { name: digits(random, 4) } }),
];

/**
 * A pass of 20 detections or so and 50 contacts: a few ships, boats with and without transponders that set and tow nets,
 * and their buoys, at rest, drifting with the current, behind a boat or on its deck.
 */
export function simulateFishingGround(seed: number): NetPass {
  const sea = simulatePass({ seed, ships: 6 });
  const random = seededRandom(seed + 2_000_000);
  const current = { course: random.next() * 360, speed: random.next() * 1.5 * knot };
  const boats = Array.from({ length: random.between(8, 16) }, (_, index) => createBoat(random, index));
  const nets: AisContact[] = [];
  const labelled = new Set<string>();
  const count = random.between(34, 46);
  for (let index = 0; index < count; index += 1) {
    const isLabelled = random.chance(0.8);
    const { identifier, facts } = random.pick(isLabelled ? labelledMakers : plainMakers)(random, index);
    if (nets.some((net) => net.identifier === identifier)) continue;
    if (isLabelled) labelled.add(identifier);
    nets.push(createNet(random, identifier, { ...noStatic, ...facts }, random.pick(boats), current));
  }
  const contacts = boats.flatMap(({ contact }) => contact ?? []);
  return {
    ...sea,
    pass: { ...sea.pass, detections: [...sea.pass.detections, ...boats.map(({ detection }) => detection)] },
    contacts: [...sea.contacts.filter(({ identifier }) => !sea.nets.has(identifier)), ...contacts, ...nets],
    truth: new Map([
      ...sea.truth,
      ...boats.map(({ detection, contact }) => [detection.id, contact?.identifier ?? null] as const),
    ]),
    nets: new Set(nets.map(({ identifier }) => identifier)),
    labelled,
  };
}

type Boat = {
  readonly detection: ImageDetection;
  readonly contact: AisContact | undefined;
  readonly position: LonLat;
  readonly course: number;
  readonly speed: number;
};

function createBoat(random: SeededRandom, index: number): Boat {
  const position = destination(center, random.next() * 360, 25_000 * Math.sqrt(random.next()));
  const course = random.next() * 360;
  const speed = random.chance(0.4) ? 0.3 * knot : (1 + random.next() * 9) * knot;
  const lengthMeters = 14 + random.next() * 40;
  const [longitude, latitude] = blur(random, position, 25);
  const detection = {
    id: `boat${index}`,
    longitude,
    latitude,
    lengthMeters: random.chance(0.85) ? lengthMeters * (0.8 + random.next() * 0.4) : null,
    headingDegrees: random.chance(0.4) ? course : null,
  };
  const identifier = String(440_900_000 + index * 11);
  const facts = random.chance(0.7)
    ? {
        ...noStatic,
        name: `${random.pick(['DONGJIN', 'HAESUNG', 'LU RONG YU'])} ${index}`,
        type: '30',
        lengthMeters: Math.round(lengthMeters),
      }
    : { ...noStatic, name: `${random.pick(['DONGJIN', 'HAESUNG'])} ${index}` };
  const contact = random.chance(0.5)
    ? { identifier, static: facts, positions: reportsOf(random, identifier, { position, course, speed }) }
    : undefined;
  return { detection, contact, position, course, speed };
}

type Motion = { readonly position: LonLat; readonly course: number; readonly speed: number };

/** At rest or drifting around a boat, towed behind it, or on its deck. */
function createNet(
  random: SeededRandom,
  identifier: string,
  facts: AisStatic,
  boat: Boat,
  current: { readonly course: number; readonly speed: number },
): AisContact {
  const kind = random.next();
  const around = destination(boat.position, random.next() * 360, 150 + random.next() ** 2 * 6000);
  const motion: Motion =
    kind < 0.3
      ? { position: around, course: 0, speed: 0 }
      : kind < 0.8
        ? { position: around, ...current }
        : kind < 0.95
          ? { ...boat, position: destination(boat.position, boat.course + 180, 200 + random.next() * 1500) }
          : boat;
  return { identifier, static: facts, positions: reportsOf(random, identifier, motion) };
}

/** Reports every 3 to 20 minutes, some of them twice within seconds. */
function reportsOf(
  random: SeededRandom,
  identifier: string,
  { position, course, speed }: Motion,
): AisPosition[] {
  const interval = 180 + random.next() * 1000;
  const reports: AisPosition[] = [];
  for (let at = -5400 + random.next() * interval; at < 5400; at += interval) {
    const [longitude, latitude] = blur(random, destination(position, course, speed * at), 12);
    const report = {
      identifier,
      timeMs: Math.round(timeMs + at * 1000),
      longitude,
      latitude,
      speedKnots: random.chance(0.2) ? null : Math.max(0, speed / knot + random.next() * 0.3),
      courseDegrees: random.chance(0.3) ? null : speed > 0.3 ? course : random.next() * 360,
      headingDegrees: null,
    };
    reports.push(report);
    if (random.chance(0.1)) reports.push({ ...report, timeMs: report.timeMs + random.between(0, 2000) });
  }
  return reports;
}

function blur(random: SeededRandom, position: LonLat, meters: number): LonLat {
  const [east, north] = [random, random].map(
    (each) => Math.sqrt(-2 * Math.log(1 - each.next())) * Math.cos(2 * Math.PI * each.next()) * meters,
  );
  return destination(destination(position, 90, east ?? 0), 0, north ?? 0);
}
