import { expect, test } from 'vitest';
import { describeFilter } from '../../../../shared/results/describe-filter.ts';
import { exclusionCondition, splitExclusions } from '../../../../shared/results/exclusions.ts';
import { printExpression } from '../../../../shared/results/expression/print-expression.ts';

test.each([
  [
    'not near("Platforms", 200 m)',
    [
      {
        text: 'not near("Platforms", 200 m)',
        exclusion: { layer: 'Platforms', meters: 200 },
        rest: undefined,
      },
    ],
  ],
  [
    'length > 40 and not inside("Zones") and class = "Tanker" and not near("Platforms", 1 km)',
    [
      {
        text: 'length > 40 and class = "Tanker"',
        exclusion: undefined,
        rest: 'not inside("Zones") and not near("Platforms", 1 km)',
      },
      {
        text: 'not inside("Zones")',
        exclusion: { layer: 'Zones', meters: null },
        rest: 'length > 40 and class = "Tanker" and not near("Platforms", 1 km)',
      },
      {
        text: 'not near("Platforms", 1 km)',
        exclusion: { layer: 'Platforms', meters: 1000 },
        rest: 'length > 40 and not inside("Zones") and class = "Tanker"',
      },
    ],
  ],
  // Within an “or” it hides nothing by itself.
  ['a = 1 or not inside("Z")', [{ text: 'a = 1 or not inside("Z")', exclusion: undefined, rest: undefined }]],
  ['a >', [{ text: 'a >', exclusion: undefined, rest: undefined }]],
])('the exclusions of %s', (expression, parts) => {
  expect(splitExclusions(expression)).toEqual(parts);
});

test('an exclusion is written as a condition, and has a chip with its name', () => {
  expect(printExpression(exclusionCondition({ layer: 'Platforms', meters: 200 }))).toBe(
    'not near("Platforms", 200 m)',
  );
  expect(printExpression(exclusionCondition({ layer: 'Zones', meters: null }))).toBe('not inside("Zones")');
  const expression = 'not inside("Zones") and not near("Platforms", 5 km) and a = 1';
  expect(describeFilter({ expression }).map(({ text }) => text)).toEqual([
    'a = 1',
    'hide Zones',
    'hide Platforms (within 5 km)',
  ]);
});
