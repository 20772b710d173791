import type { SimpleGeometry } from '../../../../shared/geo/simple-geometries.ts';
import { isObject, type UnknownObject } from './members.ts';
import type { ProblemList } from './problem-list.ts';
import { readGeometry } from './read-geometry.ts';

/** A feature of a record that has a place and can therefore be shown. */
export type ReadFeature = {
  /** Its place in the record's list. */
  readonly position: number;
  readonly geometry: SimpleGeometry;
  readonly hasZ: boolean;
  readonly properties: UnknownObject;
  /** The properties as JSON. */
  readonly propertiesText: string;
  readonly chipIdentifier: string | null;
};

const maxPropertiesLength = 262_144;
const maxPropertiesDepth = 32;
const maxChipIdentifierLength = 1000;

/** Reads one item of `content.features`. Undefined when it has no usable geometry; the reason is among the problems. */
export function readFeature(
  value: unknown,
  position: number,
  problems: ProblemList,
): ReadFeature | undefined {
  if (!isObject(value)) {
    problems.add(pathOf(position), 'is not an object');
    return undefined;
  }
  if (value.type !== undefined && value.type !== 'Feature')
    problems.add(pathOf(position, 'type'), 'is not “Feature”');
  const reading = readGeometry(value.geometry);
  if (!reading.ok) {
    problems.add(pathOf(position, 'geometry'), reading.message);
    return undefined;
  }
  if (reading.warning !== undefined) problems.add(pathOf(position, 'geometry'), reading.warning);
  const properties = readProperties(value.properties, position, problems);
  return {
    position,
    geometry: reading.geometry,
    hasZ: reading.hasZ,
    properties: properties.value,
    propertiesText: properties.text,
    chipIdentifier: readChipIdentifier(properties.value, position, problems),
  };
}

/** Made for a problem only: most features have none. */
function pathOf(position: number, member?: string): string {
  const path = `content.features[${position}]`;
  return member === undefined ? path : `${path}.${member}`;
}

const noProperties = { value: {}, text: '{}' };

function readProperties(
  value: unknown,
  position: number,
  problems: ProblemList,
): { readonly value: UnknownObject; readonly text: string } {
  if (value === undefined || value === null) return noProperties;
  if (!isObject(value)) {
    problems.add(pathOf(position, 'properties'), 'is not an object');
    return noProperties;
  }
  if (isDeeperThan(value, maxPropertiesDepth)) {
    problems.add(pathOf(position, 'properties'), `is nested deeper than ${maxPropertiesDepth} levels`);
    return noProperties;
  }
  const text = JSON.stringify(value);
  if (text.length > maxPropertiesLength) {
    problems.add(pathOf(position, 'properties'), `is longer than ${maxPropertiesLength} characters of JSON`);
    return noProperties;
  }
  return { value, text };
}

/** Bounded by `depth` itself, so that hostile nesting costs no stack. */
function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  for (const key in value) {
    if (isDeeperThan((value as UnknownObject)[key], depth - 1)) return true;
  }
  return false;
}

function readChipIdentifier(
  properties: UnknownObject,
  position: number,
  problems: ProblemList,
): string | null {
  const value = Object.hasOwn(properties, 'sarChipIdentifier') ? properties.sarChipIdentifier : undefined;
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && value.length <= maxChipIdentifierLength) return value;
  problems.add(pathOf(position, 'properties.sarChipIdentifier'), 'is not a short text');
  return null;
}
