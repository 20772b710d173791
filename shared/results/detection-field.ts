import { z } from 'zod';

/** Fields that every detection has, whatever its record contains. */
export const builtinFields = [
  'id',
  'analytic',
  'region',
  'place',
  'sensor',
  'collected',
  'uploaded',
  'confidence',
  'longitude',
  'latitude',
  'chip',
  'record',
  'verdict',
  'flagged',
  'note',
  'reviewer',
  'reviewed',
] as const;
export type BuiltinField = (typeof builtinFields)[number];

/** Fields that a review may change. */
export const reviewFields: ReadonlySet<DetectionField> = new Set<BuiltinField>([
  'verdict',
  'flagged',
  'note',
  'reviewer',
  'reviewed',
]);

/**
 * A field of a detection for sorting, filtering and grouping: a built-in field, or a property of the feature as
 * `property:` and its original name, such as `property:length_m`.
 */
export type DetectionField = BuiltinField | `property:${string}`;

const builtins: ReadonlySet<string> = new Set(builtinFields);

export const detectionFieldSchema = z.custom<DetectionField>(
  (value) => typeof value === 'string' && (builtins.has(value) || value.startsWith('property:')),
  'A field is one of the built-in names, or property: and the name of a property.',
);

/** Returns the name of the property of a field; undefined for a built-in field. */
export function propertyOf(field: DetectionField): string | undefined {
  return field.startsWith('property:') ? field.slice('property:'.length) : undefined;
}

/** Type of the values of a property over all detections that have it. */
export type PropertyType = 'number' | 'text' | 'boolean' | 'mixed';

/** A property that occurs in the features of the workspace. */
export type PropertySummary = {
  readonly name: string;
  readonly type: PropertyType;
  /** Number of detections that have it. */
  readonly count: number;
};
