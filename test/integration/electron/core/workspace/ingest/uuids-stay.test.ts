import { describe, expect, test } from 'vitest';
import type { WorkspaceStore } from '../../../../../../electron/core/workspace/open/workspace-store.ts';
import { positions } from '../../../../../builders/positions.ts';
import { type BuiltFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import { type SeededRandom, seededRandom } from '../../../../../builders/seeded-random.ts';
import { fillStore, openTestStore } from '../../../../../builders/workspace-builder.ts';

const assignedId = 'record';
const uuidOf = (index: number) => `a1111111-1111-4111-8111-${String(index).padStart(12, '0')}`;
const meters = (count: number) => count / 111_195;

type Sent = { readonly name: string; readonly at: number; readonly uuid?: unknown; readonly chip?: string };

/** A detection `at` so many meters north of a place; `name` is the object that it truly is. */
const feature = ({ name, at, uuid, chip }: Sent): BuiltFeature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [129.05, 35 + meters(at)] },
  properties: { sensorDataIndex: 0, name, uuid, sarChipIdentifier: chip },
});

const deliver = (store: WorkspaceStore, sent: readonly Sent[], id = assignedId) =>
  fillStore(store, [buildRecord({ assignedId: id, features: sent.map(feature) })]);

/** Sets a verdict on the detections with these names, whose note is the name. */
function review(store: WorkspaceStore, ...names: readonly string[]): void {
  for (const { id, properties } of store.detections([...store.matchingIds({})])) {
    const name = String(properties.name);
    if (!names.includes(name)) continue;
    const info = { batch: `verdict on ${name} ${id}`, reviewer: 'anna', at: '2026-11-20T09:00:00.000Z' };
    store.setReviews([id], { verdict: 'confirmed', note: name }, info);
  }
}

/** The name and the note of each reviewed detection. */
function shownNotes(store: WorkspaceStore): readonly (readonly [string, string])[] {
  const rows = store.detections([...store.matchingIds({})]).filter((row) => row.review !== null);
  return rows.map(({ properties, review }) => [String(properties.name), review?.note ?? '']);
}

const shown = (store: WorkspaceStore): Record<string, string> => Object.fromEntries(shownNotes(store));

const waiting = (store: WorkspaceStore) =>
  store.unattachedReviews({ offset: 0, limit: 100 }).rows.map((row) => row.review.note);
const carriedOver = (store: WorkspaceStore) =>
  [...store.matchingIds({})].filter((id) => store.detectionDetail(id)?.carriedOver);

function openReviewed(sent: readonly Sent[], ...names: readonly string[]) {
  const store = openTestStore();
  deliver(store, sent);
  review(store, ...names);
  return store;
}

const [a, b] = [
  { name: 'a', at: 0, uuid: uuidOf(1) },
  { name: 'b', at: 60, uuid: uuidOf(2) },
];

describe('a verdict stays with the UUID of its detection', () => {
  test.each<[string, readonly Sent[], Record<string, string>, readonly string[]]>([
    [
      'when two exchange their places',
      [
        { ...a, at: 60 },
        { ...b, at: 0 },
      ],
      { a: 'a' },
      [],
    ],
    ['when it is gone and another lies at its place', [{ ...b, at: 0 }], {}, ['a']],
    ['when it is gone and a new one lies 1 m away', [b, { name: 'c', at: 1, uuid: uuidOf(3) }], {}, ['a']],
    ['when it has moved by 300 m, in another order', [b, { ...a, at: 300 }], { a: 'a' }, []],
    ['when it moves to the very place of another', [b, { ...a, at: 60 }], { a: 'a' }, []],
    [
      'when it is split into two that have UUIDs of their own',
      [{ name: 'c', at: 0, uuid: uuidOf(3) }, { name: 'd', at: 0, uuid: uuidOf(4) }, b],
      {},
      ['a'],
    ],
    ['when it is merged into another', [{ ...b, at: 30 }], {}, ['a']],
    ['in another case', [{ ...a, at: 300, uuid: uuidOf(1).toUpperCase() }, b], { a: 'a' }, []],
    ['in braces', [{ ...a, at: 300, uuid: `{${uuidOf(1)}}` }, b], { a: 'a' }, []],
    ['as far as its place goes, when it comes without', [b, { ...a, uuid: undefined }], { a: 'a' }, []],
    [
      'as far as its place goes, when another has the same',
      [{ name: 'c', at: 400, uuid: uuidOf(1) }, a, b],
      { a: 'a' },
      [],
    ],
    [
      'and goes to neither of two with the same elsewhere',
      [
        { ...a, at: 300 },
        { name: 'c', at: 400, uuid: uuidOf(1) },
      ],
      {},
      ['a'],
    ],
    ['which no other record takes', [], {}, ['a']],
  ])('%s', (_, second, expected, left) => {
    const store = openReviewed([a, b], 'a');
    deliver(store, second);
    deliver(store, [{ ...a, at: 700 }], 'another record');
    expect(shown(store)).toEqual(expected);
    expect(waiting(store)).toEqual(left);
    expect(carriedOver(store)).toEqual([]);
  });

  test('as a number, with all digits of a long one', () => {
    const features = (north: number) =>
      [17, 18].map((last, index) => ({
        name: `n${last}`,
        at: index * 60 + north,
        uuid: JSON.rawJSON(`123456789012345678${last}`),
      }));
    const store = openReviewed(features(0), 'n17');
    deliver(store, features(300).reverse());
    expect(shown(store)).toEqual({ n17: 'n17' });
  });

  test('through a delivery without UUIDs', () => {
    const store = openReviewed([a, b], 'a', 'b');
    deliver(store, [
      { ...b, uuid: undefined },
      { ...a, uuid: undefined },
    ]);
    expect(shown(store)).toEqual({ a: 'a', b: 'b' });
    deliver(store, [
      { ...b, at: 0 },
      { ...a, at: 900 },
    ]);
    expect(shown(store)).toEqual({ a: 'a', b: 'b' });
  });

  test('of one that had none when it was judged', () => {
    const store = openReviewed([{ ...a, uuid: undefined }, b], 'a');
    deliver(store, [a, b]);
    deliver(store, [{ ...b, at: 0 }]);
    expect(waiting(store)).toEqual(['a']);
    deliver(store, [
      { ...b, at: 0 },
      { ...a, at: 300 },
    ]);
    expect(shown(store)).toEqual({ a: 'a' });
  });

  test('but one that was carried over to a near one without stays marked, and can be taken off', () => {
    const store = openReviewed([a], 'a');
    const near = { name: 'c', at: 3, uuid: undefined };
    deliver(store, [near]);
    const [id = 0] = carriedOver(store);
    expect(shown(store)).toEqual({ c: 'a' });
    deliver(store, [near, b]);
    expect(carriedOver(store)).toEqual([id]);
    store.detachReview(id);
    deliver(store, [
      { ...near, uuid: uuidOf(9) },
      { ...a, at: 500 },
    ]);
    expect(shown(store)).toEqual({ a: 'a' });
  });

  test('or with its chip where one delivery has no UUID', () => {
    const withChips = [
      { ...a, chip: 'x' },
      { ...b, chip: 'x' },
      { name: 'c', at: 90, uuid: uuidOf(3), chip: 'y' },
    ];
    const store = openReviewed(withChips, 'b', 'c');
    deliver(store, []);
    expect(waiting(store).sort()).toEqual(['b', 'c']);
    deliver(
      store,
      withChips.map((each) => ({ ...each, at: each.at + 200, uuid: undefined })),
    );
    expect(shown(store)).toEqual({ b: 'b', c: 'c' });
    // The chips are exchanged, the UUIDs are not.
    deliver(store, [{ ...a, chip: 'y' }, b, { name: 'c', at: 90, uuid: uuidOf(3), chip: 'x' }]);
    expect(shown(store)).toEqual({ b: 'b', c: 'c' });
  });

  test('in workspaces that hold different versions of a record', () => {
    const anna = openReviewed([a, b], 'a');
    const bert = openReviewed(
      [
        { ...b, at: 0 },
        { ...a, at: 300 },
      ],
      'a',
      'b',
    );
    bert.close();
    const choice = { winner: 'present' as const, except: [] };
    expect(anna.previewMerge(bert.path)).toMatchObject({
      value: { counts: { new: 1, same: 1 }, waiting: 0 },
    });
    const info = { batch: 'merge', reviewer: 'anna', at: '2026-11-20T10:00:00.000Z' };
    anna.mergeWorkspace(bert.path, choice, info);
    expect(shown(anna)).toEqual({ a: 'a', b: 'b' });
    expect(carriedOver(anna)).toEqual([]);
  });

  test('of three equal outlines that come in reverse with other labels', () => {
    const outline = {
      type: 'Polygon',
      coordinates: [positions('129 35, 129.001 35, 129.001 35.001, 129 35')],
    };
    const outlines = (labels: readonly string[]) =>
      labels.map((label, index) => ({
        ...feature({ name: `f${index}`, at: 0, uuid: uuidOf(index) }),
        geometry: outline,
        properties: { name: `f${index}`, uuid: uuidOf(index), label },
      }));
    const store = openTestStore();
    fillStore(store, [buildRecord({ assignedId, features: outlines(['', '', '']) })]);
    review(store, 'f0');
    fillStore(store, [buildRecord({ assignedId, features: outlines(['cargo', '', 'tanker']).reverse() })]);
    expect(shown(store)).toEqual({ f0: 'f0' });
  });
});

/** State of a property test's deliveries. */
type Delivery = { readonly sent: readonly Sent[]; readonly identified: ReadonlySet<string> };

/** Some of ten objects, at any places, split, merged, in any order, most with their UUID in some notation. */
function makeDelivery(random: SeededRandom): Delivery {
  const hasUuids = random.chance(0.8);
  const identified = new Set<string>();
  const sent = Array.from({ length: 10 }, (_, index): Sent[] => {
    if (random.chance(0.2)) return [];
    const at = random.pick([0, 1, 3, 60, 120]) + random.between(0, 2) * 0.004;
    const name = `object ${index}`;
    const named = hasUuids && random.chance(0.9);
    const uuid = random.pick([uuidOf(index), uuidOf(index).toUpperCase(), `{${uuidOf(index)}}`]);
    const one = { name, at, ...(named ? { uuid } : {}) };
    if (random.chance(0.05)) return [one, { ...one, at: at + 1 }];
    if (named) identified.add(name);
    const half = {
      name: `half of ${index}`,
      at: at + 2,
      uuid: `b${uuidOf(random.between(0, 999)).slice(1)}`,
    };
    return random.chance(0.1) && hasUuids ? [one, half] : [one];
  }).flat();
  const shuffled = sent
    .map((each) => ({ each, rank: random.next() }))
    .sort((one, other) => one.rank - other.rank);
  return { sent: shuffled.map(({ each }) => each), identified };
}

test('records that come again and again, in every way, give no verdict to another UUID and lose none', () => {
  const random = seededRandom(20_261_127);
  for (let round = 0; round < 15; round += 1) {
    const store = openTestStore();
    const reviewed = new Set<string>();
    for (let step = 0; step < 10; step += 1) {
      const { sent, identified } = makeDelivery(random);
      deliver(store, sent);
      const notes = shownNotes(store);
      for (const [name, note] of notes) {
        if (identified.has(name) || name.startsWith('half'))
          expect(note, `${name} in ${round}.${step}`).toBe(name);
      }
      const names = notes.map(([name]) => name);
      expect(names).toEqual(expect.arrayContaining([...identified].filter((name) => reviewed.has(name))));
      expect([...notes.map(([, note]) => note), ...waiting(store)].sort()).toEqual([...reviewed].sort());
      const next = [...identified].find((name) => !reviewed.has(name));
      if (next === undefined) continue;
      review(store, next);
      reviewed.add(next);
    }
    expect(reviewed.size).toBeGreaterThan(4);
  }
});
