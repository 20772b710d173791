import { describe, expect, test } from 'vitest';
import {
  type CorrectionsMerge,
  keyOf,
  maxCorrections,
  mergeCorrections,
} from '../../../../shared/results/merge-corrections.ts';
import type { StoredCorrection } from '../../../../shared/results/property-correction.ts';
import { type SeededRandom, seededRandom } from '../../../builders/seeded-random.ts';

const now = '2026-11-27T12:00:00.000Z';

function correction(changes: Partial<StoredCorrection> = {}): StoredCorrection {
  return {
    ...{ productType: 'VESSEL', documentVersion: '2.0', property: 'size' },
    as: { meaning: 'lengthMetres', unit: 'ft' },
    at: '2026-11-20T08:00:00.000Z',
    ...changes,
  };
}

const meanings: readonly StoredCorrection['as'][] = [
  null,
  { meaning: null, unit: '' },
  { meaning: 'lengthMetres', unit: 'ft' },
  { meaning: 'lengthMetres', unit: '' },
  { meaning: 'className', unit: '' },
];

function randomList(random: SeededRandom): readonly StoredCorrection[] {
  const pick = <T>(list: readonly [T, ...T[]]) => list[Math.floor(random.next() * list.length)] ?? list[0];
  return Array.from({ length: Math.floor(random.next() * 8) }, () =>
    correction({
      productType: pick<string | null>(['VESSEL', null]),
      property: pick(['size', 'extent', 'kind']),
      as: pick(meanings as [StoredCorrection['as'], ...StoredCorrection['as'][]]),
      // Few times, so that many are equal; some with and some without milliseconds.
      at: pick(['2026-11-20T08:00:00Z', '2026-11-20T08:00:00.500Z', '2026-11-20T08:00:01Z']),
    }),
  );
}

const meaningsOf = ({ merged }: Pick<CorrectionsMerge, 'merged'>) =>
  Object.fromEntries(merged.map((one) => [keyOf(one), one.as]));

const merge = (...lists: readonly (readonly StoredCorrection[])[]) =>
  lists.reduce<readonly StoredCorrection[]>((all, list) => mergeCorrections(all, list, now).merged, []);

test('of each property the later one is in effect, whatever the order and however often', () => {
  const random = seededRandom(38);
  for (let round = 0; round < 2000; round += 1) {
    const [a, b, c] = [randomList(random), randomList(random), randomList(random)];
    const once = meaningsOf({ merged: merge(a, b, c) });
    expect(meaningsOf({ merged: merge(c, b, a, b, c) })).toEqual(once);
    expect(meaningsOf({ merged: merge(a, merge(c, b)) })).toEqual(once);
    for (const one of [...a, ...b, ...c]) {
      const later = [...a, ...b, ...c].some(
        (other) => keyOf(other) === keyOf(one) && Date.parse(other.at) > Date.parse(one.at),
      );
      const competitors = [...a, ...b, ...c].filter(
        (other) => keyOf(other) === keyOf(one) && Date.parse(other.at) === Date.parse(one.at),
      );
      if (!later) expect(competitors.map(({ as }) => as)).toContainEqual(once[keyOf(one)]);
    }
  }
});

test('the inverse of its changes leads back to the meanings before', () => {
  const random = seededRandom(39);
  for (let round = 0; round < 500; round += 1) {
    const present = merge(randomList(random));
    const { merged, changes } = mergeCorrections(present, randomList(random), now);
    const reverted = { ...meaningsOf({ merged }) };
    for (const { format, property, expected, to } of changes) {
      const key = keyOf({ ...format, property });
      expect(reverted[key]).toEqual(to);
      reverted[key] = expected;
    }
    const before = meaningsOf({ merged: present });
    for (const [key, as] of Object.entries(reverted)) expect(as).toEqual(before[key] ?? null);
  }
});

describe('what arrives', () => {
  test('is counted when a later one here means something else', () => {
    const present = correction({ at: '2026-11-21T00:00:00Z', as: { meaning: null, unit: '' } });
    expect(mergeCorrections([present], [correction()], now)).toEqual({
      merged: [present],
      changes: [],
      older: 1,
      leftOut: 0,
    });
    const same = correction({ at: '2026-11-21T00:00:00Z' });
    expect(mergeCorrections([same], [correction()], now).older).toBe(0);
  });

  test('from a clock far ahead does not stay in front of later ones', () => {
    const { merged } = mergeCorrections([], [correction({ at: '9999-01-01T00:00:00Z' })], now);
    expect(merged.map(({ at }) => at)).toEqual([now]);
  });

  test('replaces a later one that it was made of', () => {
    const present = correction({ at: '2026-11-22T00:00:00Z' });
    const limited = correction({ at: '2026-11-21T00:00:00Z' });
    expect(mergeCorrections([present], [{ ...limited, replaces: present.at }], now).merged).toEqual([
      limited,
    ]);
    const changedSince = correction({ at: '2026-11-23T00:00:00Z' });
    expect(mergeCorrections([changedSince], [{ ...limited, replaces: present.at }], now).merged).toEqual([
      changedSince,
    ]);
  });

  test('adds no more than a workspace accepts', () => {
    const many = Array.from({ length: maxCorrections + 3 }, (_each, index) =>
      correction({ property: `p${index}` }),
    );
    const { merged, leftOut } = mergeCorrections([], many, now);
    expect([merged.length, leftOut]).toEqual([maxCorrections, 3]);
    const later = correction({ property: 'p0', at: '2026-11-22T00:00:00Z', as: null });
    expect(mergeCorrections(merged, [later], now).changes).toHaveLength(1);
  });
});
