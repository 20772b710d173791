import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { createSql } from '../../../../../../electron/core/workspace/file/sql.ts';
import type { WorkspaceStore } from '../../../../../../electron/core/workspace/open/workspace-store.ts';
import { decisionsOf } from '../../../../../../electron/core/workspace/read/ais/read-decisions.ts';
import { square } from '../../../../../builders/positions.ts';
import { type BuiltFeature, buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';
import { fillStore, openTestStore, type TestStore } from '../../../../../builders/workspace-builder.ts';

const act = { batch: 'batch', reviewer: 'anna', at: '2026-11-20T09:00:00.000Z' };
const assignedId = 'record';

/** Five features, of which the first four get a verdict; `name` identifies them. */
function features(hasChips: boolean): BuiltFeature[] {
  const geometries = [
    { type: 'Point', coordinates: [121.5, 31.25] },
    { type: 'Point', coordinates: [179.9999999999, -16] },
    square(121.6, 31.2, 0.001),
    {
      type: 'MultiPolygon',
      coordinates: [square(10, 50, 0.01).coordinates, square(11, 50, 0.01).coordinates],
    },
    { type: 'Point', coordinates: [121.7, 31.25] },
  ];
  return geometries.map((geometry, index) =>
    buildFeature({
      geometry,
      properties: { name: `feature ${index}`, sarChipIdentifier: hasChips ? `chip ${index}` : undefined },
    }),
  );
}

/** Every position of a feature, changed. */
function moved(
  feature: BuiltFeature,
  change: (position: readonly number[]) => readonly number[],
): BuiltFeature {
  const visit = (value: unknown): unknown =>
    Array.isArray(value) && typeof value[0] === 'number'
      ? change(value as number[])
      : (value as unknown[]).map(visit);
  const { coordinates, ...geometry } = feature.geometry as { type: string; coordinates: unknown };
  return { ...feature, geometry: { ...geometry, coordinates: visit(coordinates) } };
}

const mutations: Readonly<Record<string, (features: readonly BuiltFeature[]) => readonly BuiltFeature[]>> = {
  'one inserted first': (all) => [
    buildFeature({
      geometry: { type: 'Point', coordinates: [100, 10] },
      properties: { sarChipIdentifier: undefined, name: 'inserted' },
    }),
    ...all,
  ],
  'the order reversed': (all) => all.toReversed(),
  'one removed': (all) => all.slice(0, 4),
  'coordinates that differ by 1e-9 degrees': (all) =>
    all.map((feature) =>
      moved(feature, ([x = 0, y = 0]) => [x + 1e-9 > 180 ? x + 1e-9 - 360 : x + 1e-9, y - 1e-9]),
    ),
  'a height of 0 added': (all) => all.map((feature) => moved(feature, ([x = 0, y = 0]) => [x, y, 0])),
  'other properties': (all) =>
    all.map((feature) => ({ ...feature, properties: { ...feature.properties, confidence: 0.1, note: 'x' } })),
  'a duplicate of each': (all) => all.flatMap((feature) => [feature, feature]),
};

function verdicts(store: WorkspaceStore): ReadonlyMap<string, string> {
  const found = store.detections([...store.matchingIds({})]).filter(({ review }) => review !== null);
  return new Map(found.map(({ properties, review }) => [String(properties.name), review?.note ?? '']));
}

function verdictOnEach(store: WorkspaceStore, names: readonly string[]): void {
  for (const { id, properties } of store.detections([...store.matchingIds({})])) {
    const name = String(properties.name);
    if (!names.includes(name)) continue;
    store.setReviews([id], { verdict: 'confirmed', note: name }, { ...act, batch: `${act.batch} ${id}` });
  }
}

/** Decides of each that its contact is the one named like it. */
function decideOnEach(
  store: WorkspaceStore,
  names: readonly string[],
  { by, at } = { by: 'anna', at: act.at },
) {
  for (const { id, properties } of store.detections([...store.matchingIds({})])) {
    const decision = String(properties.name);
    if (!names.includes(decision)) continue;
    const decided = [{ detectionId: id, decision, expected: null }];
    expect(store.decideAis(decided, { by, at })).toBe('recorded');
  }
}

/** The decisions in effect, each followed by those before it, by the names of their detections. */
function decisions(store: TestStore): ReadonlyMap<string, readonly (string | null)[]> {
  const database = new DatabaseSync(store.path, { readOnly: true });
  const sql = createSql(database);
  const found = store.detections([...store.matchingIds({})]).flatMap(({ id, properties }) => {
    const { history } = decisionsOf(sql, id);
    const name = String(properties.name);
    return history.length === 0 ? [] : [[name, history.map(({ decision }) => decision)] as const];
  });
  database.close();
  return new Map(found);
}

const reviewed = ['feature 0', 'feature 1', 'feature 2', 'feature 3'];

describe.each([
  ['without chips', false],
  ['with chips', true],
])('verdicts %s stay with their detections when the record comes again with', (_, hasChips) => {
  test.each(Object.keys(mutations))('%s', (name) => {
    const store = openTestStore();
    const before = features(hasChips);
    fillStore(store, [buildRecord({ assignedId, features: before })]);
    verdictOnEach(store, reviewed);
    const after = mutations[name]?.(before) ?? [];
    fillStore(store, [buildRecord({ assignedId, features: after })]);
    expect(verdicts(store)).toEqual(new Map(reviewed.map((each) => [each, each])));
  });

  test.each(Object.keys(mutations))('%s, and AIS decisions, too', (name) => {
    const store = openTestStore();
    const before = features(hasChips);
    fillStore(store, [buildRecord({ assignedId, features: before })]);
    decideOnEach(store, reviewed);
    for (const after of [mutations[name]?.(before) ?? [], before]) {
      fillStore(store, [buildRecord({ assignedId, features: after })]);
      expect(decisions(store)).toEqual(new Map(reviewed.map((each) => [each, [each]])));
    }
  });
});

/** Five detections without a chip, of which the first four have a verdict. */
function reviewedStore() {
  const store = openTestStore();
  const before = features(false);
  fillStore(store, [buildRecord({ assignedId, features: before })]);
  verdictOnEach(store, reviewed);
  return { store, before };
}

const comesAgain = (store: WorkspaceStore, changed: readonly BuiltFeature[]) =>
  fillStore(store, [buildRecord({ assignedId, features: changed })]);
const idOf = (store: WorkspaceStore, name: string) =>
  store.detections([...store.matchingIds({})]).find(({ properties }) => properties.name === name)?.id ?? 0;
const listed = (store: WorkspaceStore) => store.unattachedReviews({ offset: 0, limit: 100 });
const threeMeters = 3 / 111_195;

describe('a verdict whose detection has gone', () => {
  test('is listed with its place, and is shown again when the detection comes back', () => {
    const { store, before } = reviewedStore();
    comesAgain(store, before.slice(1));
    expect(listed(store)).toMatchObject({
      total: 1,
      rows: [
        {
          recordId: assignedId,
          review: { verdict: 'confirmed', note: 'feature 0', reviewer: 'anna' },
          analytic: 'SmallVesselDetection',
          isRecordPresent: true,
        },
      ],
    });
    expect(listed(store).rows[0]?.position?.[0]).toBeCloseTo(121.5, 9);
    comesAgain(store, before.toReversed());
    expect(listed(store)).toEqual({ rows: [], total: 0 });
    expect(verdicts(store).get('feature 0')).toBe('feature 0');
  });

  test('is attached to another by hand, and taken off again by undo', () => {
    const { store, before } = reviewedStore();
    comesAgain(store, before.slice(1));
    const [row] = listed(store).rows;
    if (!row) throw new Error('No verdict is listed.');
    const { recordId, identity } = row;
    const attach = (detectionId: number, batch: string) =>
      store.attachReview({ recordId, identity, detectionId }, { ...act, reviewer: 'bert', batch });
    expect(attach(idOf(store, 'feature 1'), 'refused')).toMatchObject({ failure: { code: 'conflict' } });
    expect(attach(99_999, 'refused')).toMatchObject({
      failure: { message: expect.stringContaining('99999') },
    });
    expect(attach(idOf(store, 'feature 4'), 'by hand')).toMatchObject({ ok: true });
    expect(listed(store).total).toBe(0);
    expect(verdicts(store).get('feature 4')).toBe('feature 0');
    expect(store.reviewHistory(idOf(store, 'feature 4'))).toMatchObject([
      { kind: 'attach', review: { note: 'feature 0', reviewer: 'anna' } },
    ]);
    expect(attach(idOf(store, 'feature 4'), 'again')).toMatchObject({
      failure: { message: expect.stringContaining('now has a detection') },
    });
    expect(store.undoReviews('by hand', { ...act, batch: 'undo' })).toMatchObject({ ok: true });
    expect(listed(store).rows).toMatchObject([{ review: { note: 'feature 0' } }]);
    expect(verdicts(store).has('feature 4')).toBe(false);
  });
});

describe('a verdict whose detection has moved a little', () => {
  test('is carried over and marked, and can be taken off', () => {
    const { store, before } = reviewedStore();
    const further = before.map((feature) => moved(feature, ([x = 0, y = 0]) => [x, y + threeMeters]));
    comesAgain(store, further);
    expect(verdicts(store).size).toBe(4);
    const id = idOf(store, 'feature 0');
    expect(store.detectionDetail(id)?.carriedOver?.meters).toBeCloseTo(3, 1);
    expect(store.detectionDetail(id)?.carriedOver?.from).toEqual([121.5, 31.25]);
    expect(store.detachReview(id)?.written).toMatchObject({ changed: 1, reviews: [{ id, review: null }] });
    expect(store.detachReview(id)).toBeUndefined();
    expect(verdicts(store).has('feature 0')).toBe(false);
    expect(listed(store).rows).toMatchObject([{ review: { note: 'feature 0' }, position: [121.5, 31.25] }]);
    // What was refused once is not carried over again.
    comesAgain(store, further.toReversed());
    expect(verdicts(store).has('feature 0')).toBe(false);
    expect(listed(store).total).toBe(1);
    // It moves back to where it was reviewed.
    comesAgain(store, before);
    expect(store.detectionDetail(idOf(store, 'feature 1'))?.carriedOver).toBeNull();
    expect(verdicts(store).size + listed(store).total).toBe(4);
  });

  test('stays without a detection where two are near, or one more than five meters away', () => {
    const { store, before } = reviewedStore();
    const at = (by: number) =>
      before.slice(0, 1).map((feature) => moved(feature, ([x = 0, y = 0]) => [x, y + by]));
    comesAgain(store, [...at(threeMeters), ...at(-threeMeters), ...before.slice(1)]);
    expect(listed(store).rows).toMatchObject([{ review: { note: 'feature 0' } }]);
    const { store: other } = reviewedStore();
    comesAgain(other, [...at(2 * threeMeters), ...before.slice(1)]);
    expect(listed(other).rows).toMatchObject([{ review: { note: 'feature 0' } }]);
  });
});

test('a record that comes again and again, changed by chance, loses no verdict and gives none to another', () => {
  const { store, before } = reviewedStore();
  const random = seededRandom(7);
  const all = [...before, ...Object.values(mutations['one inserted first']?.([]) ?? [])];
  for (let round = 0; round < 40; round += 1) {
    const remaining = all.filter(() => !random.chance(0.25));
    const by = random.next() * 5e-9;
    const jittered = remaining.map((feature) =>
      moved(feature, ([x = 0, y = 0]) => [x > 179 ? x - by : x + by, y + by, 5]),
    );
    comesAgain(store, random.chance(0.5) ? jittered.toReversed() : jittered);
    const shown = verdicts(store);
    for (const [name, note] of shown) expect(note).toBe(name);
    const names = new Set(remaining.map(({ properties }) => properties.name));
    expect([...shown.keys()].sort()).toEqual(reviewed.filter((name) => names.has(name)));
    expect(shown.size + listed(store).total).toBe(4);
  }
});

/** Two workspaces with different versions of a record; the features of the second are `after`, the last first. */
function withTwoVersions(hasChips: boolean) {
  const [anna, bert] = [openTestStore(), openTestStore()];
  const before = features(hasChips);
  const after = mutations['one inserted first']?.(
    before.map((feature) => moved(feature, ([x = 0, y = 0]) => [x - 1e-9, y + 1e-9, 0])),
  );
  fillStore(anna, [buildRecord({ assignedId, features: before })]);
  fillStore(bert, [buildRecord({ assignedId, features: after?.toReversed() ?? [] })]);
  return { anna, bert, after };
}

test.each([
  ['without chips', false],
  ['with chips', true],
])('two workspaces %s that hold different versions of a record merge their verdicts', (_, hasChips) => {
  const { anna, bert } = withTwoVersions(hasChips);
  verdictOnEach(anna, ['feature 0', 'feature 2']);
  verdictOnEach(bert, ['feature 0', 'feature 1', 'feature 3']);
  bert.close();
  const choice = { winner: 'present', except: [] } as const;
  const look = anna.previewMerge(bert.path);
  expect(look).toMatchObject({ value: { counts: { new: 2, same: 1, conflict: 0 }, waiting: 0 } });
  anna.mergeWorkspace(bert.path, { ...choice, except: [] }, { ...act, batch: 'merge' });
  expect(verdicts(anna)).toEqual(new Map(reviewed.map((each) => [each, each])));
  for (const name of reviewed) {
    const said = anna.reviewHistory(idOf(anna, name))?.map(({ review }) => review.note);
    expect(new Set(said)).toEqual(new Set([name]));
  }
  expect(anna.previewMerge(bert.path)).toMatchObject({ value: { counts: { new: 0, same: 3 } } });
});

test.each([
  ['without chips', false],
  ['with chips', true],
])('two workspaces %s that hold different versions of a record merge their AIS decisions', (_, hasChips) => {
  const { anna, bert, after } = withTwoVersions(hasChips);
  decideOnEach(anna, ['feature 0', 'feature 2']);
  const later = { by: 'bert', at: '2026-11-20T10:00:00.000Z' };
  decideOnEach(bert, ['feature 0', 'feature 1', 'feature 3'], later);
  bert.close();
  const look = anna.previewMerge(bert.path);
  expect(look).toMatchObject({ value: { decisions: { counts: { new: 2, same: 1, conflict: 0 } } } });
  anna.mergeWorkspace(bert.path, { winner: 'present', except: [] }, { ...act, batch: 'merge' });
  expect([...decisions(anna).keys()].sort()).toEqual(reviewed);
  for (const [name, history] of decisions(anna)) expect(new Set(history)).toEqual(new Set([name]));
  const again = { value: { decisions: { counts: { new: 0, same: 3, conflict: 0 } } } };
  expect(anna.previewMerge(bert.path)).toMatchObject(again);
  fillStore(anna, [buildRecord({ assignedId, features: after ?? [] })]);
  expect([...decisions(anna).keys()].sort()).toEqual(reviewed);
  expect(anna.previewMerge(bert.path)).toMatchObject(again);
});

test('AIS decisions of a workspace with a damaged detection are merged by their identities', () => {
  const [anna, bert] = [openTestStore(), openTestStore()];
  for (const store of [anna, bert])
    fillStore(store, [buildRecord({ assignedId, features: features(false) })]);
  decideOnEach(bert, reviewed);
  bert.close();
  const database = new DatabaseSync(bert.path);
  // The triggers of the spatial index call these.
  for (const name of ['IsEmpty', 'MinX', 'MaxX', 'MinY', 'MaxY'])
    database.function(`ST_${name}`, (_geometry) => 0);
  database.exec("UPDATE detections SET properties = x'00'");
  database.close();
  anna.mergeWorkspace(bert.path, { winner: 'present', except: [] }, { ...act, batch: 'merge' });
  expect([...decisions(anna).keys()].sort()).toEqual(reviewed);
});

test('verdicts of records that are not here are listed, and find their detections when these are fetched', () => {
  const [anna, bert] = [openTestStore(), openTestStore()];
  const before = features(false);
  fillStore(bert, [buildRecord({ assignedId, features: before })]);
  verdictOnEach(bert, reviewed);
  bert.close();
  anna.mergeWorkspace(bert.path, { winner: 'present', except: [] }, { ...act, batch: 'merge' });
  expect(listed(anna)).toMatchObject({ total: 4, rows: [{ isRecordPresent: false }, {}, {}, {}] });
  comesAgain(anna, mutations['one inserted first']?.(before.toReversed()) ?? []);
  expect(verdicts(anna).size).toBe(4);
  expect(listed(anna).total).toBe(0);
});
