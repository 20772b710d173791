import { z } from 'zod';

/** Fields that every detection has a column for, whatever its record holds. */
export const builtinFields = [
  'id',
  'analytic',
  'region',
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

/** Those that a review may change. */
export const reviewFields: ReadonlySet<DetectionField> = new Set<BuiltinField>([
  'verdict',
  'flagged',
  'note',
  'reviewer',
  'reviewed',
]);

/**
 * A field of a detection by which can be sorted, filtered and grouped: one of ours, or a property of the feature as
 * `property:` and its name as it came, such as `property:length_m`.
 */
export type DetectionField = BuiltinField | `property:${string}`;

const builtins: ReadonlySet<string> = new Set(builtinFields);

export const detectionFieldSchema = z.custom<DetectionField>(
  (value) => typeof value === 'string' && (builtins.has(value) || value.startsWith('property:')),
  'A field is one of the built-in names, or property: and the name of a property.',
);

/** The property that a field names; undefined for a built-in field. */
export function propertyOf(field: DetectionField): string | undefined {
  return field.startsWith('property:') ? field.slice('property:'.length) : undefined;
}

/** What the values of a property are, over all detections that have it. */
export type PropertyType = 'number' | 'text' | 'boolean' | 'mixed';

/** A property that was found in the features of the workspace. */
export type PropertySummary = {
  readonly name: string;
  readonly type: PropertyType;
  /** How many detections have it. */
  readonly count: number;
};
