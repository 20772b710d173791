import { expect, test } from 'vitest';
import { readClassList } from '../../../../shared/results/class-list.ts';

const both = [
  { label: 'cargo', share: 0.71 },
  { label: 'tanker', share: 0.22 },
];

test.each<[unknown]>([
  [
    [
      { label: 'cargo', probability: 0.71 },
      { label: 'tanker', probability: 0.22 },
    ],
  ],
  [
    [
      { class: 'cargo', confidence: '0.71' },
      { class: 'tanker', confidence: '0.22' },
    ],
  ],
  [
    [
      { classificationLabel: 'cargo', classificationConfidence: 71 },
      { classificationLabel: 'tanker', classificationConfidence: 22 },
    ],
  ],
  [[{ cargo: 0.71 }, { tanker: 0.22 }]],
  [
    [
      { kind: 'cargo', p: 0.71 },
      { kind: 'tanker', p: 0.22 },
    ],
  ],
])('%j is a list of likely classes', (value) => {
  expect(readClassList('classificationDetails', value)).toEqual(both);
});

test.each<[string, unknown]>([
  ['classificationDetails', []],
  ['classificationDetails', {}],
  ['classificationDetails', 'cargo'],
  ['classificationDetails', [null]],
  ['classificationDetails', [{ label: 'cargo' }, 7]],
  ['classificationDetails', [{ one: 'cargo', other: 'tanker' }]],
  ['classificationDetails', [{ label: { en: 'cargo' }, probability: 0.7 }]],
  ['measurements', [{ label: 'cargo', probability: 0.7 }]],
])('%s: %j is shown as it came', (name, value) => {
  expect(readClassList(name, value)).toBeNull();
});

test('a class without a share, or with one that is none, has a label only', () => {
  expect(readClassList('classes', ['cargo', { name: 'tanker', score: 900 }])).toEqual([
    { label: 'cargo', share: null },
    { label: 'tanker', share: null },
  ]);
});
