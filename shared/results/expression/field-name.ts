import { type BuiltinFieldType, definitionOf, isBuiltinField } from '../builtin-fields.ts';
import {
  type DetectionField,
  layerFieldOf,
  parameterOf,
  propertyOf,
  shareClassOf,
} from '../detection-field.ts';

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
/** Before the name of a class whose share is meant, written like that of a parameter. */
export const classSharePrefix = 'class_share.';
/** The functions of a layer's name: whether inside, near, how far from it or its edge, and an attribute of the nearest feature. */
export const layerFunctions = ['inside', 'near', 'distance', 'edge', 'nearest'] as const;
export type LayerFunction = (typeof layerFunctions)[number];

/** The function that a word is; functions are case-insensitive. */
export function layerFunctionOf(word: string): LayerFunction | undefined {
  const name = word.toLowerCase();
  return layerFunctions.find((each) => each === name);
}

const plainName = /^[\p{L}_][\p{L}\p{N}_.:-]*$/u;

const layerFieldTypes = { inside: 'boolean', distance: 'number', edge: 'number', nearest: 'any' } as const;

/** Returns the type of a field's values; `any` for a property, and for an attribute of a layer. */
export function fieldType(field: DetectionField): DetectionFieldType {
  if (shareClassOf(field) !== undefined) return 'number';
  const ofLayer = layerFieldOf(field);
  if (ofLayer) return layerFieldTypes[ofLayer.kind];
  return isBuiltinField(field) ? definitionOf(field).type : 'any';
}

/**
 * Reads a name without backticks: a built-in field, `property.` and a property's name, `parameter.` and a parameter's
 * name, `class_share.` and a class, or a property's name.
 */
export function readPlainName(name: string): DetectionField {
  if (isBuiltinField(name)) return name;
  if (name.startsWith(parameterPrefix) && name.length > parameterPrefix.length) {
    return `parameter:${name.slice(parameterPrefix.length)}`;
  }
  if (name.startsWith(classSharePrefix) && name.length > classSharePrefix.length) {
    return `class_share:${name.slice(classSharePrefix.length)}`;
  }
  const isPrefixed = name.startsWith(propertyPrefix) && name.length > propertyPrefix.length;
  return `property:${isPrefixed ? name.slice(propertyPrefix.length) : name}`;
}

/**
 * Prints a field as it is written in an expression. A property with the name of a built-in field is
 * `property.confidence`. One with special characters is in backticks, which are doubled within the name.
 */
export function printField(field: DetectionField): string {
  const ofLayer = layerFieldOf(field);
  if (ofLayer) {
    const call = `${ofLayer.kind}(${JSON.stringify(ofLayer.layer)})`;
    if (ofLayer.kind !== 'nearest') return call;
    const { attribute } = ofLayer;
    return `${call}.${plainName.test(attribute) ? attribute : inBackticks(attribute)}`;
  }
  const parameter = parameterOf(field);
  if (parameter !== undefined) return parameterPrefix + printSuffix(parameter);
  const shareClass = shareClassOf(field);
  if (shareClass !== undefined) return classSharePrefix + printSuffix(shareClass);
  const name = propertyOf(field);
  if (name === undefined) return field;
  if (isBuiltinField(name)) return propertyPrefix + name;
  const isPlain =
    plainName.test(name) &&
    !keywords.has(name.toLowerCase()) &&
    !name.startsWith(propertyPrefix) &&
    !name.startsWith(parameterPrefix) &&
    !name.startsWith(classSharePrefix);
  return isPlain ? name : inBackticks(name);
}

function printSuffix(name: string): string {
  return /^[\p{L}\p{N}_.:-]+$/u.test(name) ? name : inBackticks(name);
}

function inBackticks(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
