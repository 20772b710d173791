import { expect, test } from 'vitest';
import {
  isCorrectable,
  propertyCorrectionChangeSchema,
} from '../../../../shared/results/property-correction.ts';

test.each([
  ['length_m', true],
  ['anything', true],
  // Read with its record, and stored.
  ['confidence', false],
  ['sarConfidence', false],
])('whether the meaning of %s can be corrected: %s', (property, isPossible) => {
  expect(isCorrectable(property)).toBe(isPossible);
  const change = {
    format: { productType: null, documentVersion: null },
    property,
    expected: null,
    to: { meaning: 'lengthMetres', unit: 'ft' },
  };
  expect(propertyCorrectionChangeSchema.safeParse(change).success).toBe(isPossible);
  // One that is there already can be removed.
  expect(propertyCorrectionChangeSchema.safeParse({ ...change, to: null }).success).toBe(true);
});
