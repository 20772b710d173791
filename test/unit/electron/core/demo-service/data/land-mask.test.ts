import { describe, expect, it } from 'vitest';
import { landMask } from '../../../../../../electron/core/demo-service/data/land-mask.ts';
import type { LonLat } from '../../../../../../shared/geo/geometry.ts';
import { positions } from '../../../../../builders/positions.ts';

const onLand: LonLat[] = positions('121.3 31.1, 127.0 37.5, 139.6 35.75, 30.5 50.4, 21.0 52.2');
const atSea: LonLat[] = positions('123.0 33.0, 119.9 24.0, 33.0 43.5, 20.0 57.5, 139.8 35.3');

describe('the land mask', () => {
  it('knows land and sea', () => {
    expect(onLand.filter((position) => !landMask().isLand(position))).toEqual([]);
    expect(onLand.filter((position) => landMask().isWater(position, 0))).toEqual([]);
    expect(atSea.filter((position) => !landMask().isWater(position, 200))).toEqual([]);
    expect(atSea.filter((position) => landMask().isLand(position))).toEqual([]);
  });

  it('keeps a clearance from the coast', () => {
    const [west, east]: [LonLat, LonLat] = [
      [121.3, 31.1],
      [123.0, 31.1],
    ];
    const steps = Array.from(
      { length: 2000 },
      (_, step): LonLat => [west[0] + ((east[0] - west[0]) * step) / 2000, west[1]],
    );
    const firstWater = steps.find((position) => landMask().isWater(position, 0));
    expect(firstWater && landMask().isWater(firstWater, 1000)).toBe(false);
  });

  it('says neither where the demo data does not lie', () => {
    expect(landMask().isLand([-100, 40])).toBe(false);
    expect(landMask().isWater([-30, 40], 0)).toBe(false);
  });
});
