import { z } from 'zod';
import { type BuiltinField, builtinFields, definitionOf, isBuiltinField } from './builtin-fields.ts';

/** Fields that a review may change. */
export const reviewFields: ReadonlySet<DetectionField> = new Set<DetectionField>(
  builtinFields.filter((field) => definitionOf(field).origin === 'review'),
);

/**
 * A field of a detection for sorting, filtering and grouping: a built-in field, or a property of the feature as
 * `property:` and its original name, such as `property:length_m`.
 */
export type DetectionField = BuiltinField | `property:${string}`;

export const detectionFieldSchema = z.custom<DetectionField>(
  (value) => typeof value === 'string' && (isBuiltinField(value) || value.startsWith('property:')),
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
