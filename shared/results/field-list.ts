import { z } from 'zod';
import { findRecordField, type RecordField, recordFields } from './record-fields.ts';

/** The field lists that have a name, from the least to everything. */
export const namedFieldLists = ['headers', 'without-features', 'all'] as const;
export type NamedFieldList = (typeof namedFieldLists)[number];

/**
 * Which fields of the records are requested: a named list, or else the paths of the fields separated by spaces, in the
 * order of the document. One choice of fields has one text, as `toFieldList` makes it. The identifier of an image, whose
 * name contains the operator's brand, is always `content.sensorData.svcId` here.
 */
export type FieldList = string;
export const fieldListSchema: z.ZodType<FieldList, FieldList> = z
  .string()
  .max(4000)
  .refine((text) => isNamed(text) || toFieldList(text.split(' ')) === text, 'This is not a list of fields.');

const neutralBrand = 'svc';
/** Paths of all fields that a query can name, in the order of the document: those without fields of their own. */
const allPaths = recordFields(neutralBrand).flatMap(listablePaths);

/** Returns the paths of the fields that a query can name at or below a field: the values, and what is returned whole. */
export function listablePaths(field: RecordField): readonly string[] {
  return field.kind === 'group' ? field.fields.flatMap(listablePaths) : [field.path];
}

/**
 * What is sent with any field below `below`: the identity of records and images, by which they are compared, and what
 * makes a detection.
 */
const requirements: readonly { readonly below: string; readonly paths: readonly string[] }[] = [
  { below: '', paths: ['assignedId', 'uploadTime'] },
  {
    below: 'content.features.',
    paths: [
      'content.features.type',
      'content.features.geometry.type',
      'content.features.geometry.coordinates',
      'content.features.properties',
      'content.processors.processorName',
    ],
  },
  { below: 'content.processors.', paths: ['content.processors.processorName'] },
  {
    below: 'content.sensorData.',
    paths: ['sensorDataIndex', 'sensorName', `${neutralBrand}Id`, 'vendorId', 'startTimeUTC'].map(
      (name) => `content.sensorData.${name}`,
    ),
  },
];

const namedPaths: Readonly<Record<NamedFieldList, readonly string[]>> = {
  headers: allPaths.filter((path) => !path.startsWith('content.')),
  'without-features': allPaths.filter((path) => !path.startsWith('content.features.')),
  all: allPaths,
};

function isNamed(text: string): text is NamedFieldList {
  return (namedFieldLists as readonly string[]).includes(text);
}

/** Makes the list of these fields, any brand, with those that must be sent with them; paths that are no field are ignored. */
export function toFieldList(paths: Iterable<string>): FieldList {
  const chosen = withRequired(paths);
  const ordered = allPaths.filter((path) => chosen.has(path));
  const named = namedFieldLists.find((list) => namedPaths[list].length === ordered.length);
  const isThisOne = named !== undefined && namedPaths[named].every((path) => chosen.has(path));
  return isThisOne ? named : ordered.join(' ');
}

function withRequired(paths: Iterable<string>): ReadonlySet<string> {
  const chosen = new Set(Array.from(paths, neutralPath));
  for (const { below, paths: required } of requirements) {
    if (below !== '' && ![...chosen].some((path) => path.startsWith(below))) continue;
    for (const path of required) chosen.add(path);
  }
  return chosen;
}

function neutralPath(path: string): string {
  return findRecordField(path)?.path ?? path;
}

/** Returns the paths of the fields of a list, in the order of the document. */
export function pathsOfFieldList(list: FieldList): readonly string[] {
  return isNamed(list) ? namedPaths[list] : list.split(' ');
}

/** Fields that are sent because others are: they cannot be chosen or left out alone. */
export const dependentPaths: ReadonlySet<string> = new Set(requirements.flatMap(({ paths }) => paths));

/** Whether a query with this list returns detections. */
export function hasFeatures(list: FieldList): boolean {
  return isRequested(list, 'content.features');
}

/** Whether a list has the field at a path, any field below it, or one that contains it; of any brand. */
export function isRequested(list: FieldList, path: string): boolean {
  if (list === 'all') return true;
  const neutral = neutralPath(path);
  return pathsOfFieldList(list).some(
    (listed) => listed === neutral || listed.startsWith(`${neutral}.`) || neutral.startsWith(`${listed}.`),
  );
}

/** Whether a list has all fields of another one. */
export function includesFieldList(list: FieldList, other: FieldList): boolean {
  if (list === 'all' || list === other) return true;
  const listed = new Set(pathsOfFieldList(list));
  return pathsOfFieldList(other).every((path) => listed.has(path));
}

/** Returns the list of the fields of both. */
export function joinFieldLists(one: FieldList, other: FieldList): FieldList {
  return toFieldList([...pathsOfFieldList(one), ...pathsOfFieldList(other)]);
}

/** A field listed in a query, with the listed fields of a group. */
export type FieldSelection = { readonly name: string; readonly selections?: readonly FieldSelection[] };

/** Returns the fields that a query with this field list names (results document, field list rules). */
export function listedFields(brand: string, list: FieldList): readonly FieldSelection[] {
  const listed = new Set(pathsOfFieldList(list));
  const select = (field: RecordField): readonly FieldSelection[] => {
    if (field.kind !== 'group') return listed.has(neutralPath(field.path)) ? [{ name: field.name }] : [];
    const selections = field.fields.flatMap(select);
    return selections.length > 0 ? [{ name: field.name, selections }] : [];
  };
  return recordFields(brand).flatMap(select);
}
