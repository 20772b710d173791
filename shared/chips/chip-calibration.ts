import { z } from 'zod';
import type { SensorData } from '../results/sensor-members.ts';

/** A kind of image, by what a record states of its sensor. Chips of one product are assumed to have one pixel size. */
export const imageProductSchema = z.object({
  sensorName: z.string(),
  sensorMode: z.string().nullable(),
  productType: z.string().nullable(),
});
export type ImageProduct = z.infer<typeof imageProductSchema>;

/** A line that the analyst drew on a chip, and how long it is on the ground. */
export const chipMeasurementSchema = z.object({
  product: imageProductSchema,
  /** Length of the line in pixels of the chip's file. */
  pixels: z.number().min(1, 'Draw a line of at least one pixel.').max(100_000),
  /** Its length on the ground in metres. */
  lengthMeters: z.number().positive('Enter a length above 0 m.').max(100_000, 'Enter at most 100,000 m.'),
  /** Origin of the length: the detection's own property, or typed. */
  lengthFrom: z.enum(['property', 'typed']),
});
export type ChipMeasurement = z.infer<typeof chipMeasurementSchema>;

/** The analyst's calibration of an image product. */
export const chipCalibrationSchema = chipMeasurementSchema.extend({
  id: z.uuid(),
  /** UTC, ISO 8601. */
  calibratedAt: z.string(),
});
export type ChipCalibration = z.infer<typeof chipCalibrationSchema>;

/**
 * The product of an image. Null when the record does not state its sensor, so that nothing can be assumed of other
 * chips.
 */
export function imageProductOf(
  sensor: Pick<SensorData, 'sensorName' | 'sensorMode' | 'productType'> | null,
): ImageProduct | null {
  if (!sensor?.sensorName) return null;
  const { sensorName, sensorMode, productType } = sensor;
  return { sensorName, sensorMode, productType };
}

/** The calibration that applies to a product: the last one made of it; null without one. */
export function calibrationOf(
  calibrations: readonly ChipCalibration[],
  product: ImageProduct | null,
): ChipCalibration | null {
  if (!product) return null;
  return calibrations.findLast((calibration) => isSameProduct(calibration.product, product)) ?? null;
}

/** The calibrations from elsewhere, those of image products without any here: a product that has one keeps it. */
export function calibrationsToAdd(
  present: readonly ChipCalibration[],
  arriving: readonly ChipCalibration[],
): readonly ChipCalibration[] {
  const isPresent = (one: ChipCalibration) =>
    present.some(({ id, product }) => id === one.id || isSameProduct(product, one.product));
  const added = new Map(arriving.filter((one) => !isPresent(one)).map((one) => [one.id, one]));
  return [...added.values()];
}

/** Metres on the ground for each pixel of the chip's file. */
export function metersPerPixel({
  lengthMeters,
  pixels,
}: Pick<ChipMeasurement, 'lengthMeters' | 'pixels'>): number {
  return lengthMeters / pixels;
}

/** A product in a line: `ICEYE-X36 · SLEA · GRD`. */
export function describeProduct({ sensorName, sensorMode, productType }: ImageProduct): string {
  return [sensorName, sensorMode, productType].filter((part) => part !== null).join(' · ');
}

function isSameProduct(one: ImageProduct, other: ImageProduct): boolean {
  return (
    one.sensorName === other.sensorName &&
    one.sensorMode === other.sensorMode &&
    one.productType === other.productType
  );
}
