import { describe, expect, test } from 'vitest';
import { designTokens } from '../../../../renderer/ui/design-tokens.ts';
import { colorCodes, maxColorCategories } from '../../../../shared/results/feed-colors.ts';
import { describeColors, valueColor, valueColors } from '../../../../shared/results/value-colors.ts';
import { ciede2000, contrastOf, labOf } from '../../../builders/color-math.ts';
import { colorVisions } from '../../../builders/color-vision.ts';

const ramp = { kind: 'ramp' } as const;
const codes = Array.from({ length: 25 }, (_, step) => (step / 24) * colorCodes.highest);

describe.each(['dark', 'light'] as const)('%s', (scheme) => {
  const { categories, other, absent, notFetched } = valueColors[scheme];
  const { sea, land } = designTokens[scheme];
  const differ = (one: string, two: string, see: (hex: string) => Parameters<typeof labOf>[0]) =>
    ciede2000(labOf(see(one)), labOf(see(two)));

  test.each(Object.entries(colorVisions))('names differ as analytics do, for %s vision', (_, see) => {
    const colors = [...categories, other, absent, notFetched];
    const pairs = colors.flatMap((one, index) => colors.slice(0, index).map((two) => [one, two] as const));
    expect(Math.min(...pairs.map(([one, two]) => differ(one, two, see)))).toBeGreaterThan(13);
  });

  test.each(Object.entries(colorVisions))(
    'a ramp is ordered, and unlike no value, for %s vision',
    (_, see) => {
      const lightness = codes.map((code) => labOf(see(valueColor(ramp, code, scheme)))[0]);
      const isBrighter = (scheme === 'dark' ? 1 : -1) as 1 | -1;
      expect(lightness).toEqual(lightness.toSorted((one, two) => isBrighter * (one - two)));
      expect(Math.abs((lightness.at(-1) ?? 0) - (lightness[0] ?? 0))).toBeGreaterThan(35);
      const fromNone = codes.flatMap((code) =>
        [absent, notFetched].map((none) => differ(valueColor(ramp, code, scheme), none, see)),
      );
      expect(Math.min(...fromNone)).toBeGreaterThan(10);
    },
  );

  test('every color is distinct from sea and land', () => {
    const colors = [...categories, other, absent, notFetched];
    for (const color of [...colors, ...codes.map((code) => valueColor(ramp, code, scheme))]) {
      expect(Math.min(contrastOf(color, sea), contrastOf(color, land)), color).toBeGreaterThanOrEqual(2.95);
    }
  });

  test('there is a color for each name', () => {
    expect(categories).toHaveLength(maxColorCategories);
    const scale = { kind: 'categories' } as const;
    const used = [0, 5, colorCodes.other, colorCodes.notFetched, colorCodes.absent];
    expect(used.map((code) => valueColor(scale, code, scheme))).toEqual([
      categories[0],
      categories[5],
      other,
      notFetched,
      absent,
    ]);
  });
});

test('a legend names what occurs', () => {
  const labels = { other: 'Other', absent: 'No value', notFetched: 'Not fetched' };
  const { absent, categories, notFetched } = valueColors.dark;
  const occurs = { hasOther: false, hasAbsent: true, hasNotFetched: true };
  expect(describeColors({ kind: 'categories', names: ['HH'], ...occurs }, 'dark', labels)).toEqual({
    ramp: null,
    entries: [
      { label: 'HH', color: categories[0] },
      { label: 'No value', color: absent },
      { label: 'Not fetched', color: notFetched },
    ],
  });
  expect(describeColors({ kind: 'ramp', low: 20, high: 40, ...occurs }, 'dark', labels)).toMatchObject({
    ramp: { low: 20, high: 40 },
    entries: [{ label: 'No value' }, { label: 'Not fetched' }],
  });
  expect(describeColors({ kind: 'ramp', low: null, high: null, ...occurs }, 'dark', labels).ramp).toBeNull();
});
