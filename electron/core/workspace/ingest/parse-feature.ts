import { parseExactJson } from '../../../../shared/exact-json.ts';
import { closePolygonsOverPole } from '../../../../shared/geo/close-over-pole.ts';
import type { SimpleGeometry } from '../../../../shared/geo/flatten-geometry.ts';
import { parseGeometry } from '../../../../shared/geo/parse-geometry.ts';
import { isObject, type ProblemList, type UnknownObject } from './member-reader.ts';
import { composeJson, printShallow } from './print-shallow.ts';

/** A feature of a record that has a geometry and can therefore be shown. */
export type ParsedFeature = {
  /** Its index in the record's list. */
  readonly position: number;
  readonly geometry: SimpleGeometry;
  readonly hasZ: boolean;
  /** Properties that `parseExactJson` reads. */
  readonly properties: UnknownObject;
  /** The properties as JSON, with all digits of integers. */
  readonly propertiesText: string;
  readonly chipIdentifier: string | null;
};

const maxPropertiesLength = 262_144;
const maxPropertiesDepth = 32;
const maxChipIdentifierLength = 1000;

/**
 * Reads one item of `content.features`. Undefined when it has no usable geometry; the reason is among the problems.
 * `printable`: its properties with long integers as `parsePrintableJson` has them, where it has such.
 */
export function parseFeature(
  value: unknown,
  position: number,
  problems: ProblemList,
  printable?: unknown,
): ParsedFeature | undefined {
  if (!isObject(value)) {
    problems.add(pathOf(position), 'is not an object');
    return undefined;
  }
  if (value.type !== undefined && value.type !== 'Feature')
    problems.add(pathOf(position, 'type'), 'is not “Feature”');
  const parsed = parseGeometry(value.geometry);
  if (!parsed.ok) {
    problems.add(pathOf(position, 'geometry'), parsed.message);
    return undefined;
  }
  const closed = closePolygonsOverPole(parsed.geometry);
  for (const note of [...parsed.notes, ...(closed ? [closed.note] : [])])
    problems.addOnce(pathOf(position, notePath), note);
  const properties = parseProperties(value.properties, position, problems, printable);
  return {
    position,
    geometry: closed?.geometry ?? parsed.geometry,
    hasZ: parsed.hasZ && !closed,
    properties: properties.exact,
    propertiesText: properties.text,
    chipIdentifier: parseChipIdentifier(properties.rounded, position, problems),
  };
}

/** Path of a note on a geometry that is used: one at `geometry` itself means that its feature is not. */
const notePath = 'geometry.coordinates';

/** Made for a problem only: most features have none. */
function pathOf(position: number, member?: string): string {
  const path = `content.features[${position}]`;
  return member === undefined ? path : `${path}.${member}`;
}

type ParsedProperties = {
  /** Properties that `parseExactJson` reads. */
  readonly exact: UnknownObject;
  /** Value of `JSON.parse`. */
  readonly rounded: UnknownObject;
  readonly text: string;
};

const noProperties: ParsedProperties = { exact: {}, rounded: {}, text: '{}' };

function parseProperties(
  value: unknown,
  position: number,
  problems: ProblemList,
  printable?: unknown,
): ParsedProperties {
  if (value === undefined || value === null) return noProperties;
  if (!isObject(value)) {
    problems.add(pathOf(position, 'properties'), 'is not an object');
    return noProperties;
  }
  const written = printShallow(isObject(printable) ? printable : value, maxPropertiesDepth);
  if (written === undefined) {
    problems.add(pathOf(position, 'properties'), `is nested deeper than ${maxPropertiesDepth} levels`);
    return noProperties;
  }
  if (written.length > maxPropertiesLength) {
    problems.add(pathOf(position, 'properties'), `is longer than ${maxPropertiesLength} characters of JSON`);
    return noProperties;
  }
  const text = composeJson(written, value);
  const exact = printable === undefined && text === written ? value : (parseExactJson(text) as UnknownObject);
  return { exact, rounded: value, text };
}

function parseChipIdentifier(
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
