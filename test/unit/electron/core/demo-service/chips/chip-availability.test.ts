import { expect, it } from 'vitest';
import { chipAvailability } from '../../../../../../electron/core/demo-service/chips/render-chip.ts';

it('lets few chips be late or absent, and a handful be forbidden', () => {
  const fates = Array.from({ length: 20_000 }, (_, index) => chipAvailability(`CHIP-20261120-0001-${index}`));
  const share = (fate: string) => fates.filter((one) => one === fate).length / fates.length;
  expect(share('late')).toBeCloseTo(0.015, 2);
  expect(share('absent')).toBeCloseTo(0.015, 2);
  expect(share('forbidden')).toBeGreaterThan(0.001);
  expect(share('forbidden')).toBeLessThan(0.005);
  expect(share('available')).toBeGreaterThan(0.95);
});
