import type { ChipCalibration } from '../../shared/chips/chip-calibration.ts';
import { buildUuid } from './record-builder.ts';

/** A calibration of the image product that the test's records state, of 3 m for each pixel. */
export function buildCalibration(fields: Partial<ChipCalibration> = {}): ChipCalibration {
  return {
    id: buildUuid(),
    calibratedAt: '2026-11-20T09:00:00.000Z',
    product: { sensorName: 'ICEYE-X7', sensorMode: 'Stripmap', productType: 'GRD' },
    pixels: 40,
    lengthMeters: 120,
    lengthFrom: 'typed',
    ...fields,
  };
}
