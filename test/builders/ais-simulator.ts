import { type AisContact, type AisPosition, type AisStatic, noStatic } from '../../shared/ais/contact.ts';
import type { AisPass } from '../../shared/ais/pass-matches.ts';
import type { ImageDetection } from '../../shared/ais/score-pair.ts';
import { destination, distanceMetres } from '../../shared/geo/geodesic.ts';
import type { LonLat } from '../../shared/geo/geometry.ts';
import { toRegion } from '../../shared/geo/region.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

/** A pass of a seeded sea, and which contact each detection is. */
export type SimulatedPass = {
  readonly pass: AisPass;
  readonly contacts: readonly AisContact[];
  /** The contact of each detection, by its id; null for a silent ship and for no ship at all. */
  readonly truth: ReadonlyMap<string, string | null>;
  /** Detections that someone with the reports can decide, by id. */
  readonly decidable: ReadonlySet<string>;
  /** Contacts that are nets and buoys. */
  readonly nets: ReadonlySet<string>;
};

type Ship = {
  readonly identifier: string;
  readonly lengthMeters: number;
  readonly speed: number;
  readonly legs: readonly {
    readonly atSeconds: number;
    readonly position: LonLat;
    readonly course: number;
  }[];
};

const knot = 1852 / 3600;
/** The sea is a square of this side around the center. */
const side = 60_000;
/** Reports from this long before the image to this long after it. */
const spanSeconds = 3 * 3600;

export type SeaOptions = {
  readonly seed: number;
  readonly ships?: number;
  readonly center?: LonLat;
  readonly timeMs?: number;
};

/** A sea with lanes that cross, an anchorage with 200 m between ships, fishing boats, nets and silent ships. */
export function simulatePass({
  seed,
  ships: count = 200,
  center = [129.2, 35],
  timeMs = Date.UTC(2026, 4, 3, 9, 31),
}: SeaOptions): SimulatedPass {
  const random = seededRandom(seed);
  const azimuth = random.next() * 360;
  const incidence = 22 + random.next() * 24;
  const sense = random.chance(0.5) ? 1 : -1;
  const ships = Array.from({ length: count }, (_, index) => createShip(random, center, index));
  const truth = new Map<string, string | null>();
  const detections: ImageDetection[] = [];
  const contacts: AisContact[] = [];
  const nets = new Set<string>();
  const found = new Map<string, ImageDetection>();
  for (const ship of ships) {
    const isSilent = random.chance(0.2);
    if (!isSilent) contacts.push(createContact(random, ship, timeMs));
    if (!random.chance(0.92)) continue;
    const detection = detect(random, ship, { id: `d${random.between(0, 1e9)}`, azimuth, incidence, sense });
    detections.push(detection);
    found.set(ship.identifier, detection);
    truth.set(detection.id, isSilent ? null : ship.identifier);
  }
  const netCount = Math.round((contacts.length * 0.15) / 0.85);
  for (let index = 0; index < netCount; index += 1) {
    const net = createNet(random, center, index, timeMs);
    contacts.push(net);
    nets.add(net.identifier);
  }
  for (let index = 0; index < 5; index += 1) {
    const id = `f${index}`;
    const [longitude, latitude] = anywhere(random, center);
    detections.push({ id, longitude, latitude, lengthMeters: 15 + random.next() * 20, headingDegrees: null });
    truth.set(id, null);
  }
  const corners = [45, 135, 225, 315, 45].map((course) => destination(center, course, side));
  const pass: AisPass = {
    timeMs,
    isRadar: true,
    azimuthDegrees: azimuth,
    incidenceDegrees: incidence,
    footprint: toRegion([{ type: 'Polygon', coordinates: [corners.map(([x, y]) => [x, y])] }]),
    shortestMeters: 20,
    longestMeters: null,
    isWater: null,
    detections,
  };
  const decidable = findDecidable(ships, contacts, detections, found, timeMs);
  return { pass, contacts, truth, decidable, nets };
}

/** A sea with few ships and many buoys of nets around boats without transponders; some buoys look like ships. */
export function simulateNets(seed: number): SimulatedPass {
  const sea = simulatePass({ seed, ships: 8 });
  const random = seededRandom(seed + 1_000_000);
  const [center, timeMs] = [[129.2, 35] as LonLat, Date.UTC(2026, 4, 3, 9, 31)];
  const boats = Array.from({ length: 12 }, (_, index) => {
    const [longitude, latitude] = anywhere(random, center);
    return {
      id: `b${index}`,
      longitude,
      latitude,
      lengthMeters: 18 + random.next() * 40,
      headingDegrees: null,
    };
  });
  const nets = Array.from({ length: 40 }, (_, index) => {
    const boat = random.pick(boats);
    const at = destination(
      [boat.longitude, boat.latitude],
      random.next() * 360,
      100 + random.next() ** 2 * 3000,
    );
    const net = createNet(random, center, index, timeMs, random.chance(0.6) ? at : anywhere(random, center));
    return random.chance(0.3)
      ? {
          identifier: String(413_000_000 + seed * 1000 + index),
          static: noStatic,
          positions: net.positions,
        }
      : net;
  });
  return {
    ...sea,
    pass: { ...sea.pass, detections: [...sea.pass.detections, ...boats] },
    contacts: [...sea.contacts, ...nets],
    truth: new Map([...sea.truth, ...boats.map(({ id }) => [id, null] as const)]),
    nets: new Set([...sea.nets, ...nets.map(({ identifier }) => identifier)]),
  };
}

function createShip(random: SeededRandom, center: LonLat, index: number): Ship {
  const identifier = String(440_100_000 + index * 37 + random.between(0, 30));
  const kind = random.next();
  if (kind < 0.35) {
    // 12 columns, each 200 m from the next.
    const slot = random.between(0, 1e6);
    const [row, column] = [Math.floor(index / 12), index % 12];
    const east = column * 200 + (slot % 40) - 20;
    const at = destination(destination(center, 120, 12_000), 90, east);
    const position = destination(at, 0, row * 200 + (slot % 30) - 15);
    return still(identifier, position, 60 + random.next() * 240, random.next() * 360);
  }
  if (kind < 0.75) {
    const course = random.chance(0.5) ? random.pick([55, 235]) : random.pick([140, 320]);
    const along = (random.next() - 0.5) * side;
    const across = (random.next() - 0.5) * 6000;
    const position = destination(destination(center, course, along), course + 90, across);
    const speed = (8 + random.next() * 12) * knot;
    return moving(random, identifier, position, 70 + random.next() * 280, speed, course, 4, 3600);
  }
  const speed = (2 + random.next() * 8) * knot;
  const place = anywhere(random, center);
  return moving(random, identifier, place, 18 + random.next() * 40, speed, random.next() * 360, 40, 1200);
}

function anywhere(random: SeededRandom, center: LonLat): LonLat {
  const at = destination(center, 90, (random.next() - 0.5) * side);
  return destination(at, 0, (random.next() - 0.5) * side);
}

function still(identifier: string, position: LonLat, lengthMeters: number, course: number): Ship {
  return { identifier, lengthMeters, speed: 0, legs: [{ atSeconds: -spanSeconds, position, course }] };
}

/** Turns by up to `turn` degrees after every `legSeconds`, and is at `position` at the time of the image. */
function moving(
  random: SeededRandom,
  identifier: string,
  position: LonLat,
  lengthMeters: number,
  speed: number,
  course: number,
  turn: number,
  legSeconds: number,
): Ship {
  const legs: Ship['legs'][number][] = [];
  const offset = random.next() * legSeconds;
  let at = destination(position, course + 180, speed * offset);
  let heading = course;
  for (let start = -offset; start < spanSeconds; start += legSeconds) {
    legs.push({ atSeconds: start, position: at, course: heading });
    at = destination(at, heading, speed * legSeconds);
    heading += (random.next() * 2 - 1) * turn;
  }
  at = destination(position, course + 180, speed * offset);
  heading = course;
  for (let start = -offset - legSeconds; start > -spanSeconds - legSeconds; start -= legSeconds) {
    heading += (random.next() * 2 - 1) * turn;
    at = destination(at, heading + 180, speed * legSeconds);
    legs.unshift({ atSeconds: start, position: at, course: heading });
  }
  return { identifier, lengthMeters, speed, legs };
}

function stateAt(ship: Ship, seconds: number): { readonly position: LonLat; readonly course: number } {
  const leg = ship.legs.findLast(({ atSeconds }) => atSeconds <= seconds) ?? ship.legs[0];
  if (!leg) throw new Error('A ship has a leg.');
  return {
    position:
      ship.speed === 0
        ? leg.position
        : destination(leg.position, leg.course, ship.speed * (seconds - leg.atSeconds)),
    course: leg.course,
  };
}

function gauss(random: SeededRandom): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

function blur(random: SeededRandom, position: LonLat, meters: number): LonLat {
  return destination(destination(position, 90, gauss(random) * meters), 0, gauss(random) * meters);
}

function createContact(random: SeededRandom, ship: Ship, timeMs: number): AisContact {
  // Between reports: 10 s to 3 h, evenly in the logarithm.
  const interval = 10 * 1080 ** random.next();
  const clock = random.chance(0.25) ? (random.next() * 2 - 1) * 120 : (random.next() * 2 - 1) * 5;
  const positions: AisPosition[] = [];
  for (let at = -spanSeconds + random.next() * interval; at < spanSeconds; at += interval) {
    // Every tenth second is enough within some minutes of the image, further away a fourth of the reports.
    if (Math.abs(at) > 1800 && interval < 60 && random.chance(0.9)) continue;
    const { position, course } = stateAt(ship, at);
    const [longitude, latitude] = blur(random, position, 10);
    positions.push({
      identifier: ship.identifier,
      timeMs: Math.round(timeMs + (at + clock) * 1000),
      longitude,
      latitude,
      speedKnots: Math.max(0, ship.speed / knot + gauss(random) * 0.15),
      courseDegrees: (((course + gauss(random) * 2) % 360) + 360) % 360,
      headingDegrees: random.chance(0.5) ? (((course + gauss(random) * 2) % 360) + 360) % 360 : null,
    });
  }
  const facts: AisStatic = random.chance(0.9)
    ? { ...noStatic, name: `SHIP ${ship.identifier.slice(4)}`, lengthMeters: Math.round(ship.lengthMeters) }
    : noStatic;
  return { identifier: ship.identifier, static: facts, positions };
}

function createNet(
  random: SeededRandom,
  center: LonLat,
  index: number,
  timeMs: number,
  position = anywhere(random, center),
): AisContact {
  const byNumber = random.chance(0.4);
  const identifier = byNumber ? String(979_100_000 + index) : String(412_400_000 + index * 7);
  const name = byNumber
    ? null
    : random.pick([
        `NET-${index}-85%`,
        `${index}BUOY`,
        `LU5511-${index}-88%`,
        `A${index} 12.6V`,
        'FISHNET 7',
      ]);
  const positions = Array.from({ length: 30 }, (_, report) => {
    const [longitude, latitude] = blur(random, position, 15);
    return {
      identifier,
      timeMs: timeMs - 90 * 60_000 + report * 6 * 60_000,
      longitude,
      latitude,
      speedKnots: random.next() * 0.4,
      courseDegrees: random.next() * 360,
      headingDegrees: null,
    };
  });
  return { identifier, static: { ...noStatic, name }, positions };
}

function detect(
  random: SeededRandom,
  ship: Ship,
  view: { readonly id: string; readonly azimuth: number; readonly incidence: number; readonly sense: number },
): ImageDetection {
  const { position, course } = stateAt(ship, 0);
  const towards =
    ship.speed *
    Math.cos(((course - view.azimuth) * Math.PI) / 180) *
    Math.sin((view.incidence * Math.PI) / 180);
  const shift = view.sense * (100 + random.next() * 30) * towards;
  const [longitude, latitude] = blur(random, destination(position, view.azimuth + 90, shift), 20);
  return {
    id: view.id,
    longitude,
    latitude,
    lengthMeters: random.chance(0.9) ? ship.lengthMeters * Math.exp(gauss(random) * 0.2) : null,
    headingDegrees: random.chance(0.7)
      ? (course + gauss(random) * 8 + (random.chance(0.5) ? 180 : 0) + 720) % 360
      : null,
  };
}

/**
 * A detection is decidable when its contact reported within 10 minutes, and no other contact and no other detection is
 * nearer to it than twice its own distance, by dead reckoning from the last report.
 */
function findDecidable(
  ships: readonly Ship[],
  contacts: readonly AisContact[],
  detections: readonly ImageDetection[],
  found: ReadonlyMap<string, ImageDetection>,
  timeMs: number,
): ReadonlySet<string> {
  const reckoned = contacts.flatMap(({ identifier, positions }) => {
    const [nearest] = positions.toSorted(
      (one, other) => Math.abs(one.timeMs - timeMs) - Math.abs(other.timeMs - timeMs),
    );
    if (!nearest) return [];
    const seconds = (timeMs - nearest.timeMs) / 1000;
    const meters = (nearest.speedKnots ?? 0) * knot * seconds;
    const from: LonLat = [nearest.longitude, nearest.latitude];
    return { identifier, age: Math.abs(seconds), at: destination(from, nearest.courseDegrees ?? 0, meters) };
  });
  const decidable = new Set<string>();
  for (const ship of ships) {
    const detection = found.get(ship.identifier);
    const contact = reckoned.find(({ identifier }) => identifier === ship.identifier);
    if (!detection || !contact || contact.age > 600) continue;
    const at: LonLat = [detection.longitude, detection.latitude];
    const reach = 2 * distanceMetres(at, contact.at);
    const isAlone =
      reckoned.every((other) => other === contact || distanceMetres(at, other.at) > reach) &&
      detections.every(
        (other) =>
          other === detection || distanceMetres([other.longitude, other.latitude], contact.at) > reach,
      );
    if (isAlone) decidable.add(detection.id);
  }
  return decidable;
}
