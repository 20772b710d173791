import { describe, expect, test } from 'vitest';
import {
  type ChipCalibration,
  calibrationOf,
  chipMeasurementSchema,
  describeProduct,
  imageProductOf,
  metersPerPixel,
} from '../../../../shared/chips/chip-calibration.ts';

const product = { sensorName: 'ICEYE-X36', sensorMode: 'Spot', productType: 'GRD' };
const build = (change: Partial<ChipCalibration> = {}): ChipCalibration => ({
  id: '5b0e7f6e-35b2-4df8-9b0c-4c3f8a3f0d11',
  product,
  pixels: 40,
  lengthMeters: 100,
  lengthFrom: 'typed',
  calibratedAt: '2026-11-22T08:00:00.000Z',
  ...change,
});

describe('a calibration', () => {
  test('applies to chips of its image product only, and the last one of a product counts', () => {
    const other = build({ product: { ...product, sensorMode: 'Strip' }, lengthMeters: 7 });
    const later = build({ lengthMeters: 200 });
    expect(calibrationOf([build(), later, other], product)).toBe(later);
    expect(calibrationOf([build(), later, other], other.product)).toBe(other);
    expect(calibrationOf([build()], { ...product, productType: null })).toBeNull();
    expect(calibrationOf([build()], null)).toBeNull();
  });

  test('is metres for each pixel of the file', () => {
    expect(metersPerPixel(build())).toBe(2.5);
  });

  test.each([
    [{ pixels: 0 }, 'at least one pixel'],
    [{ lengthMeters: 0 }, 'above 0 m'],
    [{ lengthMeters: Number.NaN }, 'expected number'],
    [{ lengthMeters: 1e9 }, 'at most'],
  ])('refuses %o', (change, message) => {
    const parsed = chipMeasurementSchema.safeParse({ ...build(), ...change });
    expect(parsed.error?.issues[0]?.message).toContain(message);
  });
});

test('a record that does not name its sensor has no product to calibrate', () => {
  const sensor = { sensorName: 'ICEYE-X36', sensorMode: null, productType: 'GRD' };
  expect(imageProductOf(sensor)).toEqual(sensor);
  expect(describeProduct(sensor)).toBe('ICEYE-X36 · GRD');
  expect(imageProductOf({ ...sensor, sensorName: null })).toBeNull();
  expect(imageProductOf(null)).toBeNull();
});
