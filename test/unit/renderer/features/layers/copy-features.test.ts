import { expect, test } from 'vitest';
import { featuresAsTabs } from '../../../../../renderer/features/layers/vector-layers/copy-features.ts';

test('features are lines with their numbers and attributes, without tabs, line ends or formulas in their values', () => {
  const attributes = ['name', 'berths'].map((name) => ({ name, column: name, type: 'text' as const }));
  expect(
    featuresAsTabs({ attributes }, [
      { fid: 1, values: ['Busan\tNew Port', 12] },
      { fid: 20, values: ['=1+1', null] },
    ]),
  ).toBe("Number\tname\tberths\n1\tBusan New Port\t12\n20\t'=1+1\t");
});
