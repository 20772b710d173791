import { expect, test } from 'vitest';
import { uncertainConditions } from '../../../../shared/results/uncertain-conditions.ts';

const layers = [
  { name: 'EEZ', accuracyMeters: 250 },
  { name: 'Ports', accuracyMeters: 1_000 },
  { name: 'Unknown', accuracyMeters: null },
];

test.each<[string, string[]]>([
  ['inside("EEZ")', ['edge("EEZ") <= 250 m']],
  ['not inside("EEZ") and length > 40', ['edge("EEZ") <= 250 m']],
  ['near("Ports", 5 km)', ['distance("Ports") >= 4 km and near("Ports", 6 km)']],
  [
    'near("Ports", 500 m) or inside("EEZ") or inside("EEZ")',
    ['distance("Ports") >= 0 m and near("Ports", 1500 m)', 'edge("EEZ") <= 250 m'],
  ],
  ['edge("EEZ") < 2 km', ['edge("EEZ") >= 1750 m and edge("EEZ") <= 2250 m']],
  // What is not stated is not decided, and an attribute has no edge.
  ['inside("Unknown") or inside("None") or nearest("Ports").name = "Busan" or distance("EEZ") is empty', []],
  ['inside(', []],
])('%s is open for %j', (expression, expected) => {
  expect(uncertainConditions(expression, layers).map((one) => one.expression)).toEqual(expected);
});
