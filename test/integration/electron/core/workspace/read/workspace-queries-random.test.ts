import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { registerSpatialFunctions } from '../../../../../../electron/core/workspace/file/geopackage/spatial-functions.ts';
import { closeDatabase } from '../../../../../../electron/core/workspace/file/sql.ts';
import { openReader } from '../../../../../../electron/core/workspace/open/open-database.ts';
import { createWorkspaceStore } from '../../../../../../electron/core/workspace/open/workspace-store.ts';
import { builtinFields, isAisField } from '../../../../../../shared/results/builtin-fields.ts';
import type { DetectionFilter } from '../../../../../../shared/results/detection.ts';
import { decodeFeed, packX } from '../../../../../../shared/results/detection-feed.ts';
import { type DetectionField, isComputedField } from '../../../../../../shared/results/detection-field.ts';
import { fieldType } from '../../../../../../shared/results/expression/field-name.ts';
import type { FilterExpression } from '../../../../../../shared/results/expression/filter-expression.ts';
import { printExpression } from '../../../../../../shared/results/expression/print-expression.ts';
import { decodeMatchMask } from '../../../../../../shared/results/match-mask.ts';
import { isMeaningField } from '../../../../../../shared/results/meaning-fields.ts';
import { reviewStateSchema } from '../../../../../../shared/review/review.ts';
import {
  type NaiveDetection,
  naiveMatches,
  naiveOrder,
  naivePlace,
  naiveValue,
} from '../../../../../builders/naive-results.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import { type SeededRandom, seededRandom } from '../../../../../builders/seeded-random.ts';
import { repetitions } from '../../../../../builders/test-tier.ts';
import {
  buildVariedRecord,
  fillWithVariedResults,
  hostileNames,
  reviewEveryThirdDetection,
  startIdsAt,
} from '../../../../../builders/varied-results.ts';
import { fillStore, openTestStore, type TestStore } from '../../../../../builders/workspace-builder.ts';

const records = 120;
const byId = { field: 'id', order: 'ASC' } as const;

/** Every detection as its row and geometry say it, by rising id. */
function readNaively(store: TestStore): readonly NaiveDetection[] {
  const database = new DatabaseSync(store.path, { readOnly: true });
  const uploads = new Map(
    ['detections', 'detection_areas'].flatMap((table) =>
      database
        .prepare(`SELECT fid, uploaded_at FROM ${table}`)
        .all()
        .map((row) => [
          Number(row.fid),
          row.uploaded_at === null ? null : Date.parse(String(row.uploaded_at)),
        ]),
    ),
  );
  database.close();
  return [...uploads.keys()]
    .sort((one, other) => one - other)
    .map((id) => {
      const detection = store.detectionDetail(id)?.detection;
      if (!detection) throw new Error(`The row ${id} has no details.`);
      return { ...detection, uploaded: uploads.get(id) ?? null };
    });
}

const propertyNames = ['length_m', 'kind', 'mixed', 'sarChipIdentifier', 'nowhere', ...hostileNames];
const fields: readonly DetectionField[] = [
  // Of the fields that properties and AIS files state, the varied results have a length only.
  // What depends on all passes is compared in fixed-objects.test.ts.
  ...builtinFields.filter(
    (field) => field === 'length' || !(isMeaningField(field) || isAisField(field) || isComputedField(field)),
  ),
  ...propertyNames.map((name) => `property:${name}` as const),
];

function randomFilter(random: SeededRandom, rows: readonly NaiveDetection[]): DetectionFilter {
  const day = (index: number) => Date.UTC(2026, 10, 10 + index);
  const row = random.pick(rows);
  const members: readonly (() => DetectionFilter)[] = [
    () => ({ analytics: random.some(['SmallVesselDetection', 'Ärger', '(not stated)', 'Elsewhere']) }),
    () => ({ regions: random.some(['East Asia', 'Eastern Europe']) }),
    () => ({ places: random.some(['Busan', 'Ulsan', naivePlace(row) ?? 'Elsewhere']) }),
    () => ({ sensors: random.some(['ICEYE-X7', 'Ürümqi-1', '\uffee', row.sensorName ?? '']) }),
    () => ({ collectedFrom: day(random.between(-1, 9)) }),
    () => ({
      collectedTo: random.chance(0.5) ? day(random.between(1, 10)) : Date.parse(row.collectedAt ?? '') || 0,
    }),
    () => ({ uploadedFrom: row.uploaded ?? day(3) }),
    () => ({ uploadedTo: row.uploaded ?? day(3) }),
    () => ({ minConfidence: random.between(0, 100) / 100 }),
    () => ({ boundingBox: randomBox(random) }),
    () => ({ verdicts: random.some(reviewStateSchema.options) }),
    () => ({ flagged: random.chance(0.5) }),
    () => ({ recordId: row.recordId }),
    () => ({ ids: [...random.some(rows).map(({ id }) => id), 1, 4_000_000_000] }),
    () => ({ text: randomText(random) }),
  ];
  const chosen = Array.from({ length: random.between(0, 3) }, () => random.pick(members)());
  return Object.assign({}, ...chosen) as DetectionFilter;
}

function randomBox(random: SeededRandom): [number, number, number, number] {
  const [west, south] = [random.between(-180, 180), random.between(-85, 60)];
  return [west, south, random.between(-180, 180), south + random.between(0, 60)];
}

const texts = [
  'tank',
  'GRÜN',
  'iceye',
  '17',
  '1e+21',
  '0.5',
  'e',
  '"q"',
  '%_\\',
  'chip-',
  '\u{1f6a2}',
  'proto',
  'deep',
  'tru',
  '00',
  'länge',
];

function randomText(random: SeededRandom): string {
  return random.pick(texts);
}

function randomExpression(random: SeededRandom, depth = 0): FilterExpression {
  if (depth < 3 && random.chance(0.4)) {
    if (random.chance(0.3)) return { kind: 'not', part: randomExpression(random, depth + 1) };
    const parts = Array.from({ length: random.between(2, 3) }, () => randomExpression(random, depth + 1));
    return { kind: random.pick(['and', 'or'] as const), parts };
  }
  // The empty name cannot be written; these records were requested with all fields and have no parameters.
  const untold: readonly DetectionField[] = ['property:', 'not_fetched', 'parameters'];
  const writable = fields.filter((name) => !untold.includes(name));
  const field = random.pick(writable);
  if (random.chance(0.15)) return { kind: 'present', field };
  return conditionOn(random, field);
}

function conditionOn(random: SeededRandom, field: DetectionField): FilterExpression {
  const operator = random.pick(['=', '!=', '<', '<=', '>', '>='] as const);
  const equality = random.pick(['=', '!='] as const);
  if (field === 'id') return { kind: 'compare', field, operator, value: random.between(7900, 8500) };
  switch (fieldType(field)) {
    case 'number':
      return { kind: 'compare', field, operator, value: random.between(-90, 90) / random.pick([1, 100]) };
    case 'time':
      return { kind: 'compare', field, operator, value: `2026-11-1${random.between(0, 9)}T05:00:00.250Z` };
    case 'boolean':
      return { kind: 'compare', field, operator: equality, value: random.chance(0.5) };
    case 'verdict':
      return { kind: 'compare', field, operator: equality, value: random.pick(reviewStateSchema.options) };
    case 'text':
    case 'names':
      return textCondition(random, field, operator);
    case 'any':
      return random.chance(0.4)
        ? textCondition(random, field, operator)
        : valueCondition(random, field, operator, equality);
  }
}

function textCondition(
  random: SeededRandom,
  field: DetectionField,
  operator: '=' | '!=' | '<' | '<=' | '>' | '>=',
): FilterExpression {
  const text = random.pick([...texts, 'Tanker', 'ICEYE-X7', 'east asia', 'chip-b', '\uff5e', '']);
  switch (random.between(0, 3)) {
    case 0:
      return { kind: random.pick(['contains', 'starts', 'ends'] as const), field, text };
    case 1:
      return { kind: 'in', field, values: [text, random.pick(texts), 'grün'] };
    default:
      return { kind: 'compare', field, operator, value: text };
  }
}

function valueCondition(
  random: SeededRandom,
  field: DetectionField,
  operator: '=' | '!=' | '<' | '<=' | '>' | '>=',
  equality: '=' | '!=',
): FilterExpression {
  switch (random.between(0, 3)) {
    case 0:
      return { kind: 'compare', field, operator: equality, value: random.chance(0.5) };
    case 1:
      return { kind: 'in', field, values: [17, 'true', random.chance(0.5), random.between(-50, 50) / 4] };
    default:
      return { kind: 'compare', field, operator, value: random.between(-50, 400) / 4 };
  }
}

/** Ids that a store finds, in every way it can be asked. */
function findIds(store: TestStore, filter: DetectionFilter): readonly number[] {
  const ids = [...store.matchingIds(filter)];
  const { rows, total } = store.detectionPage({ filter, sort: byId, offset: 0, limit: 1000 });
  expect(rows.map(({ id }) => id)).toEqual(ids);
  expect(total).toBe(ids.length);
  expect(store.counts(filter).detections).toBe(ids.length);
  const mask = decodeMatchMask(store.matchMask(filter).buffer);
  const all = store.matchingIds({});
  expect(mask).toMatchObject({ count: all.length, matching: ids.length });
  expect([...all].filter((_, index) => (((mask.bits[index >> 3] ?? 0) >> (index & 7)) & 1) === 1)).toEqual(
    ids,
  );
  return ids;
}

function filledStore(seed: number) {
  const random = seededRandom(seed);
  const store = openTestStore();
  fillWithVariedResults(store, random, records);
  return { random, store, rows: readNaively(store) };
}

describe('columns give the same results as rows', () => {
  test('for any filter', () => {
    const { random, store, rows } = filledStore(1);
    expect(rows.length).toBeGreaterThan(300);
    expect(rows.some(({ id }) => id < 8192) && rows.some(({ id }) => id >= 8192)).toBe(true);
    for (let round = 0; round < repetitions(100, 400); round += 1) {
      const filter = randomFilter(random, rows);
      const expected = rows.filter((row) => naiveMatches(filter, undefined, row)).map(({ id }) => id);
      expect(findIds(store, filter), JSON.stringify(filter)).toEqual(expected);
    }
  });

  test('for any expression', () => {
    const { random, store, rows } = filledStore(2);
    let telling = 0;
    const rounds = repetitions(200, 800);
    for (let round = 0; round < rounds; round += 1) {
      const tree = randomExpression(random);
      const expression = printExpression(tree);
      const expected = rows.filter((row) => naiveMatches({}, tree, row)).map(({ id }) => id);
      expect([...store.matchingIds({ expression })], expression).toEqual(expected);
      if (expected.length > 0 && expected.length < rows.length) telling += 1;
    }
    expect(telling).toBeGreaterThan(rounds / 2);
  });

  test('sorted by any field', () => {
    const { random, store, rows } = filledStore(3);
    const idsOf = (field: DetectionField, filter: DetectionFilter, order: 'ASC' | 'DESC') =>
      store
        .detectionPage({ filter, sort: { field, order }, offset: 0, limit: 1000 })
        .rows.map(({ id }) => id);
    for (const field of fields) {
      const sorted = rows.toSorted((one, other) => naiveOrder(field, one, other)).map(({ id }) => id);
      expect(idsOf(field, {}, 'ASC'), field).toEqual(sorted);
      expect(idsOf(field, {}, 'DESC'), field).toEqual(sorted.toReversed());
      const filter = randomFilter(random, rows);
      const left = new Set(rows.filter((row) => naiveMatches(filter, undefined, row)).map(({ id }) => id));
      expect(idsOf(field, filter, 'ASC'), `${field}, ${JSON.stringify(filter)}`).toEqual(
        sorted.filter((id) => left.has(id)),
      );
    }
  });

  test('after chunks were changed by another program, before and after they are rebuilt', () => {
    const { random, store, rows } = filledStore(4);
    const other = new DatabaseSync(store.path);
    registerSpatialFunctions(other);
    other.exec(`
      UPDATE detections SET confidence = 0.123, properties = '{"length_m":"17","new name":[true]}' WHERE fid % 7 = 0;
      UPDATE detections SET analytic = 'Hand-made', sensor_name = 'By hand', chip_identifier = NULL WHERE fid % 5 = 0;
      UPDATE detections SET properties = 'no JSON' WHERE fid % 31 = 0;
      DELETE FROM detections WHERE fid % 11 = 0;
    `);
    other.close();
    const stored = rows.filter(({ id, geometry }) => !(geometry.type === 'Point' && id % 11 === 0));
    const check = () => {
      expect([...store.matchingIds({})]).toEqual(stored.map(({ id }) => id));
      const isHandMade = (row: NaiveDetection) => row.geometry.type === 'Point' && row.id % 5 === 0;
      expect([...store.matchingIds({ sensors: ['By hand'] })]).toEqual(
        stored.filter(isHandMade).map(({ id }) => id),
      );
      expect([...store.matchingIds({ text: 'by hand' })]).toEqual(
        stored.filter(isHandMade).map(({ id }) => id),
      );
      expect([...store.matchingIds({ expression: '`new name` is not empty' })]).toEqual(
        stored
          .filter(({ geometry, id }) => geometry.type === 'Point' && id % 7 === 0 && id % 31 !== 0)
          .map(({ id }) => id),
      );
      expect([...store.matchingIds({ expression: 'confidence = 0.123 and length_m = 17' })]).toEqual(
        stored
          .filter(({ geometry, id }) => geometry.type === 'Point' && id % 7 === 0 && id % 31 !== 0)
          .map(({ id }) => id),
      );
      expect(store.groupCounts({ filter: {}, by: 'analytic' })).toContainEqual({
        key: 'Hand-made',
        count: stored.filter(isHandMade).length,
      });
    };
    check();
    store.detectEdits();
    store.clearCaches();
    check();
    fillStore(store, [buildVariedRecord(random)]);
    expect(store.matchingIds({}).length).toBeGreaterThanOrEqual(stored.length);
  });

  test('while detections and reviews come one after another', () => {
    const { random, store } = filledStore(5);
    for (let round = 0; round < 12; round += 1) {
      if (random.chance(0.7)) fillStore(store, [buildVariedRecord(random), buildVariedRecord(random)]);
      else reviewEveryThirdDetection(store, random);
      const rows = readNaively(store);
      const filter = { ...randomFilter(random, rows), ...(random.chance(0.5) ? { flagged: true } : {}) };
      const expected = rows.filter((row) => naiveMatches(filter, undefined, row)).map(({ id }) => id);
      expect(findIds(store, filter), JSON.stringify(filter)).toEqual(expected);
    }
  });

  const randomPage = (random: SeededRandom) => {
    const expression = printExpression(randomExpression(random));
    const filter = random.chance(0.5) ? { expression } : { text: randomText(random) };
    return { filter, sort: { field: random.pick(fields), order: 'ASC' as const }, offset: 0, limit: 1000 };
  };

  test('in steps as the detections are at the first one, whatever pages come and other queries run', () => {
    const { random, store } = filledStore(6);
    for (let round = 0; round < 10; round += 1) {
      const requests = [0, 1, 2].map(() => randomPage(random));
      const { database } = openReader(store.path);
      const fresh = createWorkspaceStore(database);
      const expected = requests.map((request) => fresh.detectionPage(request));
      closeDatabase(database);
      const performed = requests.map((request) => store.detectionPage.inSteps(request));
      const running = performed.map((steps, at) => ({ steps, at, step: steps.next() }));
      while (running.some(({ step }) => !step.done)) {
        if (random.chance(0.1)) fillStore(store, [buildVariedRecord(random)]);
        if (random.chance(0.1)) store.detectionPage(randomPage(random));
        if (random.chance(0.1)) store.detectionFeed();
        const next = random.pick(running);
        if (!next.step.done) next.step = next.steps.next();
      }
      for (const { at, step } of running) {
        expect(step.value, JSON.stringify(requests[at])).toEqual(expected[at]);
      }
    }
  });

  test('after steps that pages and reviews have outrun', () => {
    const { random, store } = filledStore(6);
    for (let round = 0; round < 25; round += 1) {
      const requests = [0, 1].map(() => randomPage(random));
      const performed = requests.map((request) => store.detectionPage.inSteps(request));
      for (let turn = 0; turn < 20; turn += 1) {
        random.pick(performed).next();
        if (random.chance(0.05)) fillStore(store, [buildVariedRecord(random)]);
        if (random.chance(0.05)) reviewEveryThirdDetection(store, random);
        if (random.chance(0.05)) store.detectionPage(random.pick(requests));
      }
      const { database } = openReader(store.path);
      const fresh = createWorkspaceStore(database);
      for (const request of requests) {
        expect(store.detectionPage(request), JSON.stringify(request)).toEqual(fresh.detectionPage(request));
      }
      closeDatabase(database);
    }
  });

  test('while detections come, change and go in chunks far apart', () => {
    const random = seededRandom(8);
    const store = openTestStore();
    const chunks = [0, 3, 4, 9, 524_287];
    for (const chunk of chunks) {
      startIdsAt(store.path, chunk * 8192 + 8175);
      const features = Array.from({ length: chunk === 524_287 ? 10 : 30 }, (_, index) =>
        buildFeature({
          geometry: { type: 'Point', coordinates: [index, chunk % 80] },
          properties: { length_m: index },
        }),
      );
      fillStore(store, [buildRecord({ features })]);
      store.detectionFeed();
    }
    const again = buildFeature();
    for (let round = 0; round < 25; round += 1) {
      const other = new DatabaseSync(store.path);
      registerSpatialFunctions(other);
      const edits = random.some(chunks).map((chunk) => {
        const between = `fid BETWEEN ${chunk * 8192} AND ${(chunk + 1) * 8192 + 8191}`;
        return random.pick([
          `DELETE FROM detections WHERE ${between} AND fid % 7 = ${random.between(0, 6)};`,
          `UPDATE detections SET confidence = ${random.next()}, properties = '{"length_m":${round}}'
             WHERE ${between} AND fid % 3 = ${random.between(0, 2)};`,
        ]);
      });
      other.exec(edits.join('\n'));
      other.close();
      if (random.chance(0.4)) store.detectEdits();
      if (random.chance(0.3)) {
        const confidence = random.next();
        const feature = { ...again, properties: { ...again.properties, confidence } };
        fillStore(store, [buildRecord({ assignedId: 'again', features: [feature] })]);
      }
      const rows = readNaively(store);
      expect([...store.matchingIds({})]).toEqual(rows.map(({ id }) => id));
      const feed = decodeFeed(store.detectionFeed().buffer, (bytes) => new TextDecoder().decode(bytes));
      expect([...feed.confidence]).toEqual(
        rows.map(({ confidence }) => (confidence === null ? 255 : Math.round(confidence * 254))),
      );
      expect([...feed.x]).toEqual(rows.map(({ longitude }) => packX(longitude)));
      expect([...store.feedValues('property:length_m').values]).toEqual(
        rows.map(({ properties }) => (properties.length_m as number | undefined) ?? Number.NaN),
      );
    }
    expect(store.matchingIds({}).at(-1)).toBeGreaterThan(4_294_000_000);
  });

  test('values of a field, the most frequent first', () => {
    const { store, rows } = filledStore(6);
    for (const field of fields) {
      const counts = new Map<string, number>();
      for (const row of rows) {
        const value = naiveValue(field, row);
        if (value === null) continue;
        const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
        if (text.toLowerCase().includes('1')) counts.set(text, (counts.get(text) ?? 0) + 1);
      }
      const found = store.fieldValues(field, '1', 1000);
      expect(new Map(found.map(({ value, count }) => [value, count])), field).toEqual(counts);
      expect(found.map(({ count }) => count)).toEqual(
        found.map(({ count }) => count).toSorted((one, other) => other - one),
      );
    }
  });

  test('properties with their types and counts', () => {
    const { store, rows } = filledStore(7);
    const types = new Map<string, { count: number; types: Set<string> }>();
    for (const { properties } of rows) {
      for (const [name, value] of Object.entries(properties)) {
        if (value === null) continue;
        const known = types.get(name) ?? { count: 0, types: new Set() };
        types.set(name, known);
        known.count += 1;
        known.types.add(
          { number: 'number', string: 'text', boolean: 'boolean' }[typeof value as string] ?? 'mixed',
        );
      }
    }
    const typeOf = (found: ReadonlySet<string>) => (found.size === 1 ? [...found][0] : 'mixed');
    const summaries = store.properties();
    expect(new Map(summaries.map(({ name, type, count }) => [name, { type, count }]))).toEqual(
      new Map([...types].map(([name, { count, types: found }]) => [name, { type: typeOf(found), count }])),
    );
    expect(summaries.map(({ name }) => name)).toContain('__proto__');
  });
});
