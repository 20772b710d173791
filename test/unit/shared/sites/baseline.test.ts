import { describe, expect, it, test } from 'vitest';
import { baselineOf, deviationOf, isAnomaly, medianOf } from '../../../../shared/sites/baseline.ts';
import { type SeededRandom, seededRandom } from '../../../builders/seeded-random.ts';

/** A Poisson count by Knuth's method (The Art of Computer Programming, volume 2, 3.4.1). */
function poisson(random: SeededRandom, mean: number): number {
  const limit = Math.exp(-mean);
  let [count, product] = [-1, 1];
  while (product > limit) {
    product *= random.next();
    count += 1;
  }
  return count;
}

describe('the baseline of comparable passes', () => {
  it('is median and MAD, of eight passes or more', () => {
    expect(baselineOf([1, 2, 3, 4, 5, 6, 7])).toBeNull();
    expect(baselineOf([9, 1, 2, 3, 4, 5, 6, 7])).toEqual({ median: 4.5, mad: 2, unit: 2, passes: 8 });
    expect(medianOf([])).toBeNaN();
  });

  it('finds a count that is four MADs away, on either side, and none that is nearer', () => {
    const counts = [18, 20, 22, 19, 21, 20, 24, 16, 20, 23, 17];
    const baseline = baselineOf(counts);
    if (!baseline) throw new Error('Eleven passes are a baseline.');
    expect(baseline).toMatchObject({ median: 20, mad: 2 });
    expect([12, 13, 27, 28].map((count) => isAnomaly(count, baseline))).toEqual([true, false, false, true]);
    expect(deviationOf(28, baseline)).toBe(4);
    expect(deviationOf(12, baseline)).toBe(-4);
  });

  it('counts one object as the smallest deviation', () => {
    const baseline = baselineOf(Array.from({ length: 12 }, () => 2));
    if (!baseline) throw new Error('Twelve passes are a baseline.');
    expect(isAnomaly(3, baseline)).toBe(false);
    expect(isAnomaly(6, baseline)).toBe(true);
  });

  test.each([0.2, 0.5, 1, 2, 3, 4, 6, 10, 20, 50, 150])(
    'alarms at no more than one in twenty passes that differ by chance, of %s objects on average',
    (mean) => {
      const random = seededRandom(1000 + mean);
      let [alarms, passes] = [0, 0];
      for (let shuffle = 0; shuffle < 1000; shuffle += 1) {
        const counts = Array.from({ length: 25 }, () => poisson(random, mean));
        const baseline = baselineOf(counts);
        if (!baseline) throw new Error('25 passes are a baseline.');
        passes += counts.length;
        alarms += counts.filter((count) => isAnomaly(count, baseline)).length;
      }
      expect(alarms / passes).toBeLessThanOrEqual(0.05);
    },
  );
});
