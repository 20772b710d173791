import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import {
  createSchemaOfVersion,
  schemaVersion,
} from '../../../../../../electron/core/workspace/file/schema/migrate.ts';
import { createSql } from '../../../../../../electron/core/workspace/file/sql.ts';
import {
  createIndexWriter,
  readAisIndex,
} from '../../../../../../electron/core/workspace/tables/ais-index.ts';
import type { AisPosition } from '../../../../../../shared/ais/contact.ts';
import { noStatic } from '../../../../../../shared/ais/contact.ts';
import { unpackReports } from '../../../../../../shared/ais/pack-reports.ts';
import { createReach } from '../../../../../../shared/ais/read/ais-reach.ts';
import { normalizeLongitude } from '../../../../../../shared/geo/longitude.ts';
import { toRegion } from '../../../../../../shared/geo/region.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';

const startMs = Date.UTC(2026, 10, 26, 9, 31, 5);
const fileId = '00000000-0000-4000-8000-00000000aaaa';
const round = (value: number, digits: number) => Number(value.toFixed(digits));

/** A workspace with a file whose index has these reports, and none of its contacts. */
function indexOf(reports: readonly AisPosition[]) {
  const database = new DatabaseSync(':memory:');
  createSchemaOfVersion(database, schemaVersion);
  const insert = database.prepare('INSERT INTO ais_index (file_id, hour, cell, reports) VALUES (?, ?, ?, ?)');
  let indexBytes = 0;
  const writer = createIndexWriter(({ hour, cell, reports: packed }) => {
    insert.run(fileId, hour, cell, packed);
    indexBytes += packed.length;
  });
  for (const report of reports) writer.add(report);
  writer.end((identifier) => ({ ...noStatic, name: `SHIP ${identifier}` }));
  const file = {
    ...{ id: fileId, name: 'reports.csv', publisher: null, importedAt: '2026-11-27T00:00:00Z', contacts: 0 },
    ...{
      rows: reports.length,
      accepted: 0,
      fromMs: startMs,
      toMs: startMs,
      passKeys: [],
      heading: [],
      indexBytes,
    },
    mapping: { columns: {}, timeForm: 'iso', speedUnit: 'knots' },
  };
  database
    .prepare('INSERT INTO ais_files (file_id, name, imported_at, body) VALUES (?, ?, ?, ?)')
    .run(fileId, file.name, file.importedAt, JSON.stringify(file));
  const contacts = () =>
    database
      .prepare('SELECT identifier, facts, reports FROM ais_contacts ORDER BY identifier')
      .all()
      .map(({ identifier, facts, reports: packed }) => ({
        name: JSON.parse(String(facts)).name,
        reports: unpackReports(String(identifier), packed as Uint8Array),
      }));
  return { database, sql: createSql(database), contacts };
}

/** Reads the index of the file for a pass in as many steps as it takes; their number. */
function readIndex(sql: ReturnType<typeof createSql>, pass: ReturnType<typeof passAt>): number {
  let steps = 0;
  for (let after: string | null = ''; after !== null; steps += 1)
    after = readAisIndex(sql, fileId, pass, after);
  return steps;
}

function passAt(key: string, longitude: number, latitude: number, timeMs: number) {
  const [west, east] = [longitude - 0.5, longitude + 0.5];
  const [south, north] = [Math.max(-90, latitude - 0.5), Math.min(90, latitude + 0.5)];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { key, timeMs, footprint: toRegion([{ type: 'Polygon', coordinates: [ring] } as never]) };
}

describe('the index of a file', () => {
  test.each([
    ['in the middle of a sea', 129.3, 35.2],
    ['on the meridian of 0°', 0, 51],
    ['on that of 180°', 180, -17],
    ['west of it', -179.7, 52],
    ['at the equator', -50.2, 0],
    ['near the North Pole', 25, 88.6],
    ['near the South Pole', -60, -89.8],
  ])('has exactly the reports within reach of a pass: %s', (_name, longitude, latitude) => {
    const random = seededRandom(17);
    const reports = Array.from({ length: 4_000 }, (_, index): AisPosition => {
      const wide = index % 2 === 0 ? 3 : 180;
      return {
        identifier: String(219_000_000 + index),
        timeMs: startMs + Math.round((random.next() - 0.5) * 10 * 3_600_000),
        longitude: round(normalizeLongitude(longitude + (random.next() - 0.5) * 2 * wide), 6),
        latitude: round(Math.max(-90, Math.min(90, latitude + (random.next() - 0.5) * 3)), 6),
        speedKnots: index % 7 === 0 ? null : round(random.next() * 102, 1),
        courseDegrees: index % 11 === 0 ? null : round(random.next() * 359.9, 1),
        headingDegrees: index % 3 === 0 ? null : Math.floor(random.next() * 360),
      };
    });
    const pass = passAt('one', longitude, latitude, startMs);
    const isInReach = createReach([pass]);
    const expected = reports.filter((each) => isInReach(each.timeMs, each.longitude, each.latitude));
    expect(expected.length).toBeGreaterThan(20);
    const { sql, contacts } = indexOf(reports);
    readIndex(sql, pass);
    expect(contacts()).toEqual(
      expected.map((each) => ({ name: `SHIP ${each.identifier}`, reports: [each] })),
    );
  });

  test('has reports at 180° beside those just behind it', () => {
    const reports = [180, -179.9, 180, -180].map(
      (longitude, index): AisPosition => ({
        ...{ identifier: String(219_000_000 + index), timeMs: startMs, longitude, latitude: -17 },
        ...{ speedKnots: 1, courseDegrees: null, headingDegrees: null },
      }),
    );
    const { sql, contacts } = indexOf(reports);
    readIndex(sql, passAt('one', 180, -17, startMs));
    expect(contacts().flatMap((each) => each.reports)).toEqual(reports);
  });

  test('adds the reports of another pass to a contact, each once', () => {
    const track = Array.from(
      { length: 360 },
      (_, minute): AisPosition => ({
        ...{ identifier: '219000101', timeMs: startMs + minute * 60_000, longitude: 129.25, latitude: 35.25 },
        ...{ speedKnots: 0, courseDegrees: null, headingDegrees: 359.9 },
      }),
    );
    const { database, sql, contacts } = indexOf(track);
    for (const hours of [0, 1, 5])
      readIndex(sql, passAt(`${hours}`, 129.3, 35.2, startMs + hours * 3_600_000));
    readIndex(sql, passAt('0', 129.3, 35.2, startMs));
    expect(contacts()).toEqual([{ name: 'SHIP 219000101', reports: track }]);
    const body = JSON.parse(String(database.prepare('SELECT body FROM ais_files').get()?.body));
    expect(body).toMatchObject({ contacts: 1, accepted: 360, passKeys: ['0', '1', '5'] });
  });

  test('is read in steps, each of whole contacts, and again from the start where one is missing', () => {
    // Two reports that no ship makes are two tracks of one report, which only all reports together show to be false.
    const reports = Array.from({ length: 30_000 }, (_, index): AisPosition => {
      const [ship, minute] = [index % 300, Math.floor(index / 300)];
      const isFalse = ship % 10 === 0 && minute === 50;
      return {
        ...{ identifier: String(219_000_000 + ship), timeMs: startMs + (minute - 50) * 60_000 },
        ...{ longitude: isFalse ? 128.6 : 129 + ship / 1_000, latitude: 35.25, speedKnots: 0 },
        ...{ courseDegrees: null, headingDegrees: null },
      };
    });
    const { database, sql, contacts } = indexOf(reports);
    const pass = passAt('one', 129.3, 35.2, startMs);
    expect(readAisIndex(sql, fileId, pass, '')).toBe('219000079');
    const bodyOf = () => JSON.parse(String(database.prepare('SELECT body FROM ais_files').get()?.body));
    expect(bodyOf()).toMatchObject({ contacts: 80, accepted: 80 * 100 - 8, passKeys: [] });
    expect(readIndex(sql, pass)).toBe(4);
    expect(bodyOf()).toMatchObject({ contacts: 300, accepted: 30_000 - 30, passKeys: ['one'] });
    expect(contacts().map((each) => each.reports.length)).toEqual(
      Array.from({ length: 300 }, (_, ship) => (ship % 10 === 0 ? 99 : 100)),
    );
  });

  test('that is damaged is named', () => {
    const { database, sql } = indexOf([
      {
        identifier: '1',
        timeMs: startMs,
        longitude: 129.25,
        latitude: 35.25,
        speedKnots: null,
        courseDegrees: null,
        headingDegrees: null,
      },
    ]);
    database.exec("UPDATE ais_index SET reports = x'00ff'");
    expect(() => readIndex(sql, passAt('one', 129.3, 35.2, startMs))).toThrow(/ais_index\.reports/);
  });
});
