import { expect, test } from 'vitest';
import { resolutionOfScale, scaleDenominator } from '../../../../renderer/map/scale-denominator.ts';

test.each([0, 35, -60, 84])('the resolution of a scale at %d° is the one that gives it', (latitude) => {
  expect(resolutionOfScale(scaleDenominator(120, latitude), latitude)).toBeCloseTo(120, 9);
});
