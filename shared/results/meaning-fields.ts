import { foldText } from '../fold-text.ts';
import { memoizeByNames } from '../memoize-by-names.ts';
import { memoizeByObject } from '../memoize-by-object.ts';
import { memoizeLast } from '../memoize-last.ts';
import type { FieldOf } from './builtin-fields.ts';
import { likeliestFirst, namesClasses, readClasses } from './class-list.ts';
import { type DetectionField, shareClassOf } from './detection-field.ts';
import {
  type CorrectedReadings,
  familyOf,
  type Meaning,
  type Reading,
  readingOf,
  readValue,
} from './property-meaning.ts';

/** A field whose value is that of the property that counts for a meaning. */
export type MeaningField = FieldOf<'property'>;

/** The meaning of each field; lists of classes are read besides. */
const meanings = {
  length: 'lengthMetres',
  width: 'widthMetres',
  heading: 'headingDegrees',
  speed: 'speedKnots',
  area: 'areaSquareMetres',
  class: 'className',
  classes: 'className',
  class_share: null,
  vessel_name: 'vesselName',
  mmsi: 'mmsi',
  imo: 'imo',
} as const satisfies Readonly<Record<MeaningField, Meaning | null>>;

/** The fields in the order in which lists show them. */
export const meaningFields = Object.keys(meanings) as readonly MeaningField[];

/** Whether a field has the value of the property that counts. */
export function isMeaningField(field: string): field is MeaningField {
  return Object.hasOwn(meanings, field);
}

/** A field that properties state: a meaning, or the share of one class. */
export type StatedField = MeaningField | `class_share:${string}`;

/** Whether properties state a field. */
export function isStatedField(field: DetectionField): field is StatedField {
  return isMeaningField(field) || shareClassOf(field) !== undefined;
}

/** Whether the column of this one property has all values of a field: one property states it, in the field's unit. */
export function isStatedAsIs(field: MeaningField, names: readonly string[]): boolean {
  const stating = names.filter((name) => statementOf(field, name) !== null);
  const [only] = stating;
  if (only === undefined) return true;
  const reading = readingOf(only);
  return stating.length === 1 && reading?.meaning === meanings[field] && reading.factor === 1;
}

/**
 * Statement of a field by a property: of several the one of the lowest rank counts, of equal ones the last by code
 * units.
 */
export type Statement = { readonly rank: number; read(value: unknown): number | string | null };

/** Behind all that properties state themselves: a list of classes for the class, and the class for the list. */
const lastRank = 100_000;

/** The statement of a field by the name of a property; null when it does not. */
export function statementOf(
  field: StatedField,
  name: string,
  corrected?: CorrectedReadings,
): Statement | null {
  const correction = corrected?.get(name);
  const shareClass = shareClassOf(field);
  if (shareClass !== undefined) {
    const label = foldText(shareClass);
    const isStated = correction === undefined && namesClasses(name) && !isOfOthers(name);
    return isStated
      ? {
          rank: 0,
          read: (value) => likelyClasses(value).find((each) => foldText(each.label) === label)?.share ?? null,
        }
      : null;
  }
  return isMeaningField(field) ? makeMeaning(field, name, correction) : null;
}

/** Mostly all fields of one list are read together. */
const likelyClasses = memoizeLast((value: unknown) => likeliestFirst(readClasses(value) ?? []));

function makeMeaning(
  field: MeaningField,
  name: string,
  correction: Reading | null | undefined,
): Statement | null {
  const reading = correction === undefined ? readingOf(name) : correction;
  const counts = reading?.meaning === meanings[field] && reading.rank !== null ? reading : null;
  const rank = counts?.rank ?? null;
  const readPlain = (value: unknown) => (counts ? readValue(counts, value) : null);
  if (field !== 'class' && field !== 'classes' && field !== 'class_share') {
    return rank === null ? null : { rank, read: readPlain };
  }
  const isList = correction === undefined && namesClasses(name) && !isOfOthers(name);
  if (rank === null && !isList) return null;
  const readList = (value: unknown) => (isList ? likelyClasses(value) : []);
  switch (field) {
    case 'class':
      return {
        rank: rank ?? lastRank,
        read: (value) => readPlain(value) ?? readList(value)[0]?.label ?? null,
      };
    case 'classes':
      return {
        rank: rank === null ? 0 : lastRank + rank,
        read: (value) =>
          readPlain(value) ??
          (readList(value)
            .map(({ label }) => label)
            .join(', ') ||
            null),
      };
    case 'class_share':
      return isList ? { rank: 0, read: (value) => readList(value)[0]?.share ?? null } : null;
  }
}

/** Statements of AIS and of transfers between ships are not about the content of the image. */
function isOfOthers(name: string): boolean {
  const family = familyOf(name);
  return family === 'ais' || family === 'sts';
}

/** A value, and the rank of the statement it is from. */
export type RankedValue = { readonly name: string; readonly rank: number };

/** Whether the property `one` counts before the property `other`. */
export function countsBefore(one: RankedValue, other: RankedValue): boolean {
  return one.rank < other.rank || (one.rank === other.rank && one.name > other.name);
}

/** Reads fields of properties with the same names, whose statements are found once for all of them. */
export type PropertiesReader = (
  properties: Readonly<Record<string, unknown>>,
  field: StatedField,
) => number | string | null;

/** The reader for properties with the names of these. */
export function readerOf(
  properties: Readonly<Record<string, unknown>>,
  corrected: CorrectedReadings = noCorrections,
): PropertiesReader {
  return readersOf(corrected)(properties);
}

const noCorrections: CorrectedReadings = new Map();

const readersOf = memoizeByObject((corrected: CorrectedReadings) =>
  memoizeByNames((names) => createPropertiesReader(names, corrected)),
);

function createPropertiesReader(names: readonly string[], corrected: CorrectedReadings): PropertiesReader {
  const known = new Map<StatedField, FieldReader | null>();
  return (properties, field) => {
    let read = known.get(field);
    if (read === undefined) {
      read = fieldReaderOf(field, names, corrected);
      known.set(field, read);
    }
    return read?.(properties) ?? null;
  };
}

type FieldReader = (properties: Readonly<Record<string, unknown>>) => number | string | null;

/** Reads a field of properties with these names; null where none of them states it. */
export function fieldReaderOf(
  field: StatedField,
  names: readonly string[],
  corrected: CorrectedReadings = noCorrections,
): FieldReader | null {
  const statements = orderedStatements(field, names, corrected);
  if (statements.length === 0) return null;
  return (properties) => {
    for (const { name, read } of statements) {
      const value = read(properties[name]);
      if (value !== null) return value;
    }
    return null;
  };
}

type NamedStatement = Statement & { readonly name: string };

/** The statements of a field by properties of these names, the one that counts first. */
function orderedStatements(
  field: StatedField,
  names: readonly string[],
  corrected: CorrectedReadings,
): readonly NamedStatement[] {
  return names
    .flatMap((name): readonly NamedStatement[] => {
      const statement = statementOf(field, name, corrected);
      return statement ? [{ name, ...statement }] : [];
    })
    .sort((one, other) => (countsBefore(one, other) ? -1 : 1));
}

/** The value of a field; null when no property states it. */
export function readMeaningField(
  field: StatedField,
  properties: Readonly<Record<string, unknown>>,
  corrected?: CorrectedReadings,
): number | string | null {
  return readerOf(properties, corrected)(properties, field);
}
