import { DatabaseSync } from 'node:sqlite';
import { rectangleRing } from './positions.ts';
import { buildFeature, buildProcessor, buildRecord } from './record-builder.ts';
import type { SeededRandom } from './seeded-random.ts';
import { fillStore, type TestStore } from './workspace-builder.ts';

/** Names that break what takes names for paths, keys or patterns. */
export const hostileNames = [
  '__proto__',
  'constructor',
  'toString',
  '',
  ' ',
  'a.b.c',
  'say "hello"',
  "it's",
  '100%_\\',
  '$.x[0]',
  'Länge (m) 長さ',
  '\u0000',
  'confidence',
  'n'.repeat(1000),
];

const analytics = ['SmallVesselDetection', 'LargeVesselDetection', 'Ärger', 'ChangeDetection'];
const sensorNames = ['ICEYE-X7', 'Capella-9', 'Ürümqi-1', '\u{1f6f0} above \uffee', '\uffee', null];
const texts = [
  'tanker',
  'Tanker',
  'GRÜN',
  'grün',
  '17',
  ' 17 ',
  '1e3',
  'true',
  'False',
  '',
  '\u{1f6a2}',
  '\uff5e',
  '"q" 100%_\\',
];

function randomValue(random: SeededRandom): unknown {
  switch (random.between(0, 9)) {
    case 0:
    case 1:
      return random.pick(texts);
    case 2:
      return random.chance(0.5);
    case 3:
      return null;
    case 4:
      return random.pick([[1, 'a'], [], { deep: { er: 17 } }, {}]);
    case 5:
      return random.pick([0, -0, 17, -17.5, 1e21, 5e-7, 1000]);
    default:
      return random.between(-50, 50) / 4;
  }
}

function randomProperties(random: SeededRandom): Record<string, unknown> {
  const properties: Record<string, unknown> = {
    confidence: random.chance(0.8) ? random.between(0, 100) / 100 : undefined,
    sarChipIdentifier: random.pick(['chip-a', 'chip-B', 'chip-\u{1f6a2}', 'chip-\uff5e', null, '']),
  };
  if (random.chance(0.9)) properties.length_m = random.between(0, 400) / 2;
  if (random.chance(0.6)) properties.kind = random.pick(texts);
  if (random.chance(0.5)) properties.mixed = randomValue(random);
  for (const name of random.some(hostileNames)) {
    // Plain assignment would set the prototype.
    if (random.chance(0.3)) define(properties, name, randomValue(random));
  }
  return properties;
}

function define(properties: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(properties, name, { value, enumerable: true, configurable: true, writable: true });
}

function randomGeometry(random: SeededRandom): unknown {
  const longitude = random.chance(0.2)
    ? random.pick([180, -180, 179.75, -179.5])
    : random.between(-40, 40) * 4;
  const latitude = random.between(-80, 80);
  if (random.chance(0.8)) return { type: 'Point', coordinates: [longitude, latitude] };
  const [east, north] = [longitude + random.between(1, 12), latitude + random.between(1, 5)];
  const ring = rectangleRing(longitude, latitude, east, north);
  return { type: 'Polygon', coordinates: [ring] };
}

/** A record with up to eight random features, any part of which may be absent or unusual. */
export function buildVariedRecord(random: SeededRandom): Record<string, unknown> {
  const day = random.between(10, 19);
  const hasTime = random.chance(0.9);
  return buildRecord({
    processors: random.chance(0.95)
      ? [
          buildProcessor({
            analytic: random.pick(analytics),
            region: random.pick(['East Asia', 'Eastern Europe']),
          }),
        ]
      : [],
    uploadTime: random.chance(0.9) ? `2026-11-${day}T1${random.between(0, 9)}:00:00.250Z` : 'yesterday',
    sensors: [
      {
        sensorName: random.pick(sensorNames),
        startTimeUTC: hasTime ? `2026-11-${day}T0${random.between(0, 9)}:00:00Z` : undefined,
        vendorId: `image ${random.between(1, 30)}`,
      },
    ],
    features: Array.from({ length: random.between(0, 8) }, () =>
      buildFeature({ geometry: randomGeometry(random), properties: randomProperties(random) }),
    ),
  });
}

/**
 * Fills a store with varied records and reviews. Ids start shortly before the end of a chunk, so that even few
 * detections are in two chunks.
 */
export function fillWithVariedResults(store: TestStore, random: SeededRandom, records: number): void {
  startIdsAt(store.path, 8192 - 2 * records);
  fillStore(
    store,
    Array.from({ length: records }, () => buildVariedRecord(random)),
  );
  reviewEveryThirdDetection(store, random);
}

/** Sets the id sequence, so that the next detection gets the id after this one. */
export function startIdsAt(file: string, id: number): void {
  const database = new DatabaseSync(file);
  database.exec(`
    DELETE FROM sqlite_sequence WHERE name = 'detections';
    INSERT INTO sqlite_sequence (name, seq) VALUES ('detections', ${id});
  `);
  database.close();
}

/** Reviews every third detection. */
export function reviewEveryThirdDetection(store: TestStore, random: SeededRandom): void {
  const ids = store.matchingIds({});
  const database = new DatabaseSync(store.path);
  const insert = database.prepare(
    `INSERT OR REPLACE INTO reviews (detection_id, record_id, identity, verdict, flagged, note, reviewer, reviewed_at)
     VALUES (?, ?, ?, ?, ?, ?, 'analyst', '2026-11-20T08:00:00.000Z')`,
  );
  database.exec('BEGIN');
  for (const id of ids) {
    if (!random.chance(0.35)) continue;
    const verdict = random.pick(['confirmed', 'rejected', 'unsure', null]);
    insert.run(
      id,
      `record of ${id}`,
      'one',
      verdict,
      random.between(0, 1),
      random.pick(['', 'Seen', 'GRÜN 17']),
    );
  }
  database.exec(
    `INSERT INTO app_meta (key, value) VALUES ('reviews_version', '1')
     ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)`,
  );
  database.exec('COMMIT');
  database.close();
}
