import { type BuiltinFieldType, definitionOf, isBuiltinField } from '../builtin-fields.ts';
import { type DetectionField, parameterOf, propertyOf } from '../detection-field.ts';

/** Types of the values of fields; a property may have any values. */
export type DetectionFieldType = BuiltinFieldType | 'any';

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
/** Before the name of a parameter, which is in backticks where it has special characters. */
export const parameterPrefix = 'parameter.';
const plainName = /^[\p{L}_][\p{L}\p{N}_.:-]*$/u;

/** Returns the type of a field's values; `any` for a property. */
export function fieldType(field: DetectionField): DetectionFieldType {
  return isBuiltinField(field) ? definitionOf(field).type : 'any';
}

/**
 * Reads a name without backticks: a built-in field, `property.` and a property's name, `parameter.` and a parameter's
 * name, or a property's name.
 */
export function readPlainName(name: string): DetectionField {
  if (isBuiltinField(name)) return name;
  if (name.startsWith(parameterPrefix) && name.length > parameterPrefix.length) {
    return `parameter:${name.slice(parameterPrefix.length)}`;
  }
  const isPrefixed = name.startsWith(propertyPrefix) && name.length > propertyPrefix.length;
  return `property:${isPrefixed ? name.slice(propertyPrefix.length) : name}`;
}

/**
 * Prints a field as it is written in an expression. A property with the name of a built-in field is
 * `property.confidence`. One with special characters is in backticks, which are doubled within the name.
 */
export function printField(field: DetectionField): string {
  const parameter = parameterOf(field);
  if (parameter !== undefined) {
    return parameterPrefix + (/^[\p{L}\p{N}_.:-]+$/u.test(parameter) ? parameter : inBackticks(parameter));
  }
  const name = propertyOf(field);
  if (name === undefined) return field;
  if (isBuiltinField(name)) return propertyPrefix + name;
  const isPlain =
    plainName.test(name) &&
    !keywords.has(name.toLowerCase()) &&
    !name.startsWith(propertyPrefix) &&
    !name.startsWith(parameterPrefix);
  return isPlain ? name : inBackticks(name);
}

function inBackticks(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
