import { z } from 'zod';
import { type BuiltinField, builtinFields, definitionOf, isBuiltinField } from './builtin-fields.ts';

/** Fields that a review may change. */
export const reviewFields: ReadonlySet<DetectionField> = new Set<DetectionField>(
  builtinFields.filter((field) => definitionOf(field).origin === 'review'),
);

/**
 * A field of a detection for sorting, filtering and grouping: a built-in field, or a property of the feature as
 * `property:` and its original name, such as `property:length_m`, or a parameter of the processor that found it as
 * `parameter:` and its name (`processor-parameters.ts`), or the share of one class as `class_share:` and its name. Only
 * filters have whether it is inside a polygon of a layer of the user's, `inside:` and the layer's name.
 */
export type DetectionField =
  | BuiltinField
  | `property:${string}`
  | `parameter:${string}`
  | `class_share:${string}`
  | `inside:${string}`;

export const detectionFieldSchema = z.custom<DetectionField>(
  (value) =>
    typeof value === 'string' &&
    (isBuiltinField(value) || /^(?:property|parameter|class_share|inside):/.test(value)),
  'A field is one of the built-in names, or property:, parameter:, class_share: or inside: and a name.',
);

/** Returns the name of the property of a field; undefined for any other field. */
export function propertyOf(field: DetectionField): string | undefined {
  return field.startsWith('property:') ? field.slice('property:'.length) : undefined;
}

/** Returns the name of the parameter of a field; undefined for any other field. */
export function parameterOf(field: DetectionField): string | undefined {
  return field.startsWith('parameter:') ? field.slice('parameter:'.length) : undefined;
}

/** Returns the name of the class whose share a field is; undefined for any other field. */
export function shareClassOf(field: DetectionField): string | undefined {
  return field.startsWith('class_share:') ? field.slice('class_share:'.length) : undefined;
}

/** Returns the name of the layer that a field is about; undefined for any other field. */
export function layerOf(field: DetectionField): string | undefined {
  return field.startsWith('inside:') ? field.slice('inside:'.length) : undefined;
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

/** A parameter that occurs in the processors of the workspace. */
export type ParameterSummary = Omit<PropertySummary, 'count'> & {
  /** Number of processors of records that have it. */
  readonly count: number;
};
