import { z } from 'zod';
import { memoizeByObject } from '../memoize-by-object.ts';
import { utcInstantSchema } from '../time.ts';
import { type CorrectedReadings, meaningOfName, unitsOf } from './property-meaning.ts';

/** The meanings that a user can give to a property. Others are read when a page is written. */
export const correctableMeanings = [
  'lengthMetres',
  'widthMetres',
  'headingDegrees',
  'speedKnots',
  'areaSquareMetres',
  'className',
  'vesselName',
  'mmsi',
  'imo',
] as const;
export type CorrectableMeaning = (typeof correctableMeanings)[number];

const name = z.string().max(10_000);

const productFormatSchema = z.object({
  productType: name.nullable(),
  documentVersion: name.nullable(),
});
/** The product format of a record (service.md, Records), which decides what its properties are; null where absent. */
export type ProductFormat = z.infer<typeof productFormatSchema>;

const correctedMeaningSchema = z
  .object({
    /** Null: it states nothing about the detection. */
    meaning: z.enum(correctableMeanings).nullable(),
    /** One of `unitsOf` its meaning; `''` for none. */
    unit: z.string(),
  })
  .refine(({ meaning, unit }) => unit === '' || (meaning !== null && Object.hasOwn(unitsOf(meaning), unit)), {
    message: 'The unit is not one of this meaning.',
    path: ['unit'],
  });
/** The meaning that the user states for a property. */
export type CorrectedMeaning = z.infer<typeof correctedMeaningSchema>;

/**
 * The last correction of what a property means in one product format, as it is stored and exchanged: when it was made
 * (UTC), with null as its meaning when it was removed.
 */
export const storedCorrectionSchema = productFormatSchema.extend({
  property: name,
  as: correctedMeaningSchema.nullable(),
  at: utcInstantSchema,
});
export type StoredCorrection = z.infer<typeof storedCorrectionSchema>;

/** A correction that is in effect. */
export const propertyCorrectionSchema = storedCorrectionSchema.extend({ as: correctedMeaningSchema });
export type PropertyCorrection = z.infer<typeof propertyCorrectionSchema>;

/** Whether a user can correct what a property means: not where its meaning is read when a page is written. */
export function isCorrectable(property: string): boolean {
  const named = meaningOfName(property);
  return named === null || correctableMeanings.some((meaning) => meaning === named);
}

/** Replaces what the user stated about a property: `expected` is what it was, null stands for none. */
export const propertyCorrectionChangeSchema = z
  .object({
    format: productFormatSchema,
    property: name,
    expected: correctedMeaningSchema.nullable(),
    to: correctedMeaningSchema.nullable(),
  })
  // A correction that is there already can be removed.
  .refine(({ property, to }) => to === null || isCorrectable(property), {
    message: 'The meaning of this property is read with its record and cannot be corrected.',
    path: ['property'],
  });
export type PropertyCorrectionChange = z.infer<typeof propertyCorrectionChangeSchema>;

/** Whether two product formats are the same. */
export function isSameFormat(one: ProductFormat, other: ProductFormat): boolean {
  return one.productType === other.productType && one.documentVersion === other.documentVersion;
}

/** The readings that corrections of one format lead to. */
export const correctedReadings: (corrections: readonly PropertyCorrection[]) => CorrectedReadings =
  memoizeByObject(
    (corrections) =>
      new Map(
        corrections.map(({ property, as: { meaning, unit } }) => [
          property,
          meaning === null ? null : { meaning, factor: unitsOf(meaning)[unit] ?? null, rank: correctedRank },
        ]),
      ),
  );

/** Counts before all that names state. */
const correctedRank = -1;
