import { type BuiltinField, builtinFields, type DetectionField, propertyOf } from '../detection-field.ts';

/** Types of the values of fields; a property may have any values. */
export type DetectionFieldType = 'number' | 'text' | 'time' | 'boolean' | 'verdict' | 'any';

const builtinTypes: Readonly<Record<BuiltinField, DetectionFieldType>> = {
  id: 'number',
  analytic: 'text',
  region: 'text',
  place: 'text',
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

/** Keywords of the language, case-insensitive; a property of such a name is written in backticks. */
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

/** Returns the type of a field's values; `any` for a property. */
export function fieldType(field: DetectionField): DetectionFieldType {
  return isBuiltin(field) ? builtinTypes[field] : 'any';
}

/** Reads a name without backticks: a built-in field, `property.` and a property's name, or a property's name. */
export function readPlainName(name: string): DetectionField {
  if (isBuiltin(name)) return name;
  const isPrefixed = name.startsWith(propertyPrefix) && name.length > propertyPrefix.length;
  return `property:${isPrefixed ? name.slice(propertyPrefix.length) : name}`;
}

/**
 * Prints a field as it is written in an expression. A property with the name of a built-in field is
 * `property.confidence`; one with special characters is in backticks, which are doubled within the name.
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
