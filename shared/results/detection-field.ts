import { z } from 'zod';
import { parseJson } from '../json-value.ts';
import {
  type BuiltinField,
  builtinFields,
  definitionOf,
  isBuiltinField,
  isItemField,
  isPresenceField,
} from './builtin-fields.ts';

/** Fields that a review may change. */
export const reviewFields: ReadonlySet<DetectionField> = new Set<DetectionField>(
  builtinFields.filter((field) => definitionOf(field).origin === 'review'),
);

/**
 * A field of a detection for sorting, filtering and grouping: a built-in field, or a property of the feature as
 * `property:` and its original name, such as `property:length_m`, or a parameter of the processor that found it as
 * `parameter:` and its name (`processor-parameters.ts`), or the share of one class as `class_share:` and its name. Of a
 * layer of the user's: whether it is inside a polygon, `inside:` and the layer's name; the distance to its nearest
 * feature in meters, `distance:` and the name, or to its nearest edge, `edge:` and the name; an attribute of that
 * feature (`nearestField`).
 */
export type DetectionField =
  | BuiltinField
  | `property:${string}`
  | `parameter:${string}`
  | `class_share:${string}`
  | `inside:${string}`
  | `distance:${string}`
  | `edge:${string}`
  | `nearest:${string}`;

export const detectionFieldSchema = z.custom<DetectionField>(
  (value) =>
    typeof value === 'string' &&
    (isBuiltinField(value) ||
      /^(?:property|parameter|class_share|inside|distance|edge):/.test(value) ||
      readNearest(value) !== undefined),
  'A field is one of the built-in names, or property:, parameter:, class_share:, inside:, distance: or edge: and a name, or nearest: and two names as JSON.',
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

/** Subject of a field about a layer of the user's, by the layer's name. */
export type LayerField =
  | { readonly kind: 'inside' | 'distance' | 'edge'; readonly layer: string }
  | { readonly kind: 'nearest'; readonly layer: string; readonly attribute: string };

/** The subject of a field about a layer; undefined for any other field. */
export function layerFieldOf(field: string): LayerField | undefined {
  for (const kind of ['inside', 'distance', 'edge'] as const)
    if (field.startsWith(`${kind}:`)) return { kind, layer: field.slice(kind.length + 1) };
  return readNearest(field);
}

/** Whether a field is a length in meters, which is written with a unit. */
export function isLength(field: DetectionField): boolean {
  const kind = layerFieldOf(field)?.kind;
  return kind === 'distance' || kind === 'edge';
}

/**
 * Whether the values of a field are computed of all detections together, or from layers or lists of the analyst's: they are
 * not among the members of a row, and are requested apart.
 */
export function isComputedField(field: DetectionField): boolean {
  return layerFieldOf(field) !== undefined || isPresenceField(field) || isItemField(field);
}

/** The field of an attribute of the nearest feature of a layer: `nearest:` and both names as JSON. */
export function nearestField(layer: string, attribute: string): `nearest:${string}` {
  return `nearest:${JSON.stringify([layer, attribute])}`;
}

const nearestNames = z.tuple([z.string(), z.string()]);

function readNearest(field: string): Extract<LayerField, { kind: 'nearest' }> | undefined {
  if (!field.startsWith('nearest:')) return undefined;
  const json = parseJson(field.slice('nearest:'.length));
  const names = nearestNames.safeParse(json.ok ? json.value : undefined).data;
  return names && { kind: 'nearest', layer: names[0], attribute: names[1] };
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

/** A layer of the user's that fields can be about. */
export type LayerSummary = {
  readonly name: string;
  readonly geometry: 'points' | 'lines' | 'polygons' | 'mixed' | 'none';
  readonly attributes: readonly {
    readonly name: string;
    readonly type: 'text' | 'integer' | 'real';
    readonly isBoolean?: boolean | undefined;
  }[];
};
