import { type BuiltinField, builtinFields, type DetectionField, propertyOf } from '../detection-field.ts';

/** What the values of a built-in field are. Those of a property may be anything. */
export type FieldType = 'number' | 'text' | 'time' | 'boolean' | 'verdict' | 'any';

const builtinTypes: Readonly<Record<BuiltinField, FieldType>> = {
  id: 'number',
  analytic: 'text',
  region: 'text',
  sensor: 'text',
  collected: 'time',
  uploaded: 'time',
  confidence: 'number',
  longitude: 'number',
  latitude: 'number',
  chip: 'text',
  record: 'text',
  verdict: 'verdict',
  flagged: 'boolean',
  note: 'text',
  reviewer: 'text',
  reviewed: 'time',
};

const builtins: ReadonlySet<string> = new Set(builtinFields);

/** Words of the language; a property of such a name is written in backticks. In any case. */
export const keywords: ReadonlySet<string> = new Set([
  'and',
  'or',
  'not',
  'in',
  'is',
  'empty',
  'contains',
  'starts',
  'ends',
  'with',
  'between',
  'true',
  'false',
]);

const propertyPrefix = 'property.';
const plainName = /^[\p{L}_][\p{L}\p{N}_.:-]*$/u;

/** The type that a field's values have; `any` for a property. */
export function fieldType(field: DetectionField): FieldType {
  return isBuiltin(field) ? builtinTypes[field] : 'any';
}

/** A name without backticks: a built-in field, `property.` and a property's name, or a property's name. */
export function readPlainName(name: string): DetectionField {
  if (isBuiltin(name)) return name;
  const isPrefixed = name.startsWith(propertyPrefix) && name.length > propertyPrefix.length;
  return `property:${isPrefixed ? name.slice(propertyPrefix.length) : name}`;
}

/**
 * A field as it is written in an expression. A property with the name of a built-in field is `property.confidence`,
 * one with an odd name stands in backticks, doubled where they are part of the name.
 */
export function printField(field: DetectionField): string {
  const name = propertyOf(field);
  if (name === undefined) return field;
  if (builtins.has(name)) return propertyPrefix + name;
  const isPlain =
    plainName.test(name) && !keywords.has(name.toLowerCase()) && !name.startsWith(propertyPrefix);
  return isPlain ? name : `\`${name.replaceAll('`', '``')}\``;
}

function isBuiltin(name: string): name is BuiltinField {
  return builtins.has(name);
}
