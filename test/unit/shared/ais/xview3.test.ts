import { expect, test } from 'vitest';
import { assign, type PossiblePair } from '../../../../shared/ais/assign.ts';
import { noStatic } from '../../../../shared/ais/contact.ts';
import { matchPass } from '../../../../shared/ais/match-pass.ts';
import { destination, distanceMetres } from '../../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../../shared/geo/geometry.ts';
import { toRegion } from '../../../../shared/geo/region.ts';
import { type SeededRandom, seededRandom } from '../../../builders/seeded-random.ts';

// The rule of the xView3 challenge: predictions and ships within 200 m are paired so that the sum of distances is least, and
// a pair beyond that costs more than all others together.
const toleranceMeters = 200;
const timeMs = Date.UTC(2026, 4, 3, 9, 31);
const center: LonLat = [129.2, 35];

type Table = { readonly ships: readonly LonLat[]; readonly found: readonly LonLat[] };

/** The ship of each found position or null, by trying every way to pair them, one position after the other. */
function pairByRule({ ships, found }: Table): readonly (number | null)[] {
  let pairsOf = new Map<number, readonly (number | null)[]>([[0, []]]);
  let costs = new Map([[0, 0]]);
  for (const position of found) {
    const next = new Map<number, number>();
    const pairs = new Map<number, readonly (number | null)[]>();
    for (const [taken, cost] of costs) {
      const reach = (mask: number, ship: number | null, added: number) => {
        if (cost + added >= (next.get(mask) ?? Number.POSITIVE_INFINITY)) return;
        next.set(mask, cost + added);
        pairs.set(mask, [...(pairsOf.get(taken) ?? []), ship]);
      };
      reach(taken, null, 1e6);
      for (const [ship, at] of ships.entries()) {
        const meters = distanceMetres(position, at);
        if (meters < toleranceMeters && (taken & (1 << ship)) === 0) reach(taken | (1 << ship), ship, meters);
      }
    }
    costs = next;
    pairsOf = pairs;
  }
  const [[mask = 0] = []] = [...costs].toSorted(([, one], [, other]) => one - other);
  return pairsOf.get(mask) ?? [];
}

/** Precision, recall and their harmonic mean. */
function scoreOf({ ships, found }: Table, pairs: readonly (number | null)[]) {
  const right = pairs.filter((pair) => pair !== null).length;
  return {
    precision: right / found.length,
    recall: right / ships.length,
    f1: (2 * right) / (found.length + ships.length),
  };
}

/** Ten ships, `apartMeters` from one another in a row, of which some are not found, and some positions without a ship. */
function makeTable(random: SeededRandom, apartMeters: number): Table {
  const ships = Array.from({ length: 10 }, (_, index) => destination(center, 90, index * apartMeters));
  const found = ships
    .filter(() => random.chance(0.8))
    .map((ship) => destination(ship, random.next() * 360, random.next() * 150));
  const alone = Array.from({ length: 3 }, (_, index) => destination(center, 0, 5_000 + index * 2_000));
  return { ships, found: [...found, ...alone].toSorted(([one], [other]) => one - other) };
}

test('the assignment by the least sum of distances within 200 m is that of trying every way', () => {
  const random = seededRandom(3);
  for (let round = 0; round < 100; round += 1) {
    const table = makeTable(random, 60 + random.next() * 200);
    const possible = table.found.flatMap((position, row) =>
      table.ships.map((ship, column): PossiblePair => {
        const meters = distanceMetres(position, ship);
        return { row, column, score: 1e6 - meters };
      }),
    );
    const pairs = possible.filter(({ score }) => score > 1e6 - toleranceMeters);
    const { columns } = assign(table.found.length, table.ships.length, pairs, 0);
    const expected = pairByRule(table);
    expect(columns).toEqual(expected);
    expect(scoreOf(table, columns)).toEqual(scoreOf(table, expected));
  }
});

test('of ships at anchor that are apart, matching with AIS makes the same pairs', () => {
  const random = seededRandom(4);
  const identifierOf = (ship: number) => String(219_000_001 + ship);
  for (let round = 0; round < 30; round += 1) {
    const table = makeTable(random, 2_000);
    const contacts = table.ships.map(([longitude, latitude], ship) => ({
      identifier: identifierOf(ship),
      static: { ...noStatic, lengthMeters: 150 },
      positions: [-60, -30, 0, 30, 60].map((seconds) => ({
        ...{ identifier: identifierOf(ship), timeMs: timeMs + seconds * 1000, longitude, latitude },
        ...{ speedKnots: 0, courseDegrees: null, headingDegrees: null },
      })),
    }));
    const corners = [45, 135, 225, 315, 45].map((course) => [...destination(center, course, 60_000)]);
    const { detections } = matchPass(
      {
        ...{ timeMs, isRadar: false, azimuthDegrees: null, incidenceDegrees: null, longestMeters: null },
        ...{
          footprint: toRegion([{ type: 'Polygon', coordinates: [corners] }]),
          shortestMeters: 20,
          isWater: null,
        },
        detections: table.found.map(([longitude, latitude], index) => ({
          ...{
            id: String(index).padStart(2, '0'),
            longitude,
            latitude,
            lengthMeters: 150,
            headingDegrees: null,
          },
        })),
      },
      contacts,
    );
    const expected = pairByRule(table).map((ship) => (ship === null ? null : identifierOf(ship)));
    expect(detections.map((each) => (each.state === 'matched' ? each.candidate.identifier : null))).toEqual(
      expected,
    );
  }
});
