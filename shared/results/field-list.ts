import { z } from 'zod';
import { findRecordField, type RecordField, recordFields } from './record-fields.ts';

/** The field lists that have a name, from the fewest fields to all. */
export const namedFieldLists = ['headers', 'without-features', 'all'] as const;
export type NamedFieldList = (typeof namedFieldLists)[number];

/**
 * Fields of the records that are requested: the name of a list or, for other choices, the paths of the fields separated
 * by spaces, in the order of service.md. `toFieldList` returns the same text for the same choice of fields. The
 * identifier of an image, whose name contains the operator's brand, is always `content.sensorData.svcId` here.
 */
export type FieldList = string;
export const fieldListSchema: z.ZodType<FieldList, FieldList> = z
  .string()
  .max(4000)
  .refine((text) => isNamed(text) || toFieldList(text.split(' ')) === text, 'This is not a list of fields.');

const neutralBrand = 'svc';
/**
 * Paths of all fields that a query can list, in the order of service.md. Groups are not among them.
 */
const allPaths = recordFields(neutralBrand).flatMap(listablePaths);

/**
 * Returns the paths of the fields that a query can list: the field itself or, for a group, all such fields inside it.
 */
export function listablePaths(field: RecordField): readonly string[] {
  return field.kind === 'group' ? field.fields.flatMap(listablePaths) : [field.path];
}

/**
 * Fields that are requested together with any field whose path starts with `below`: those that identify records and
 * images, and those that a detection needs.
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

/**
 * Returns the list of these fields and of those that must be requested with them. The paths may have the name of any
 * brand; paths of unknown fields are ignored.
 */
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

/** Returns the paths of the fields of a list, in the order of service.md. */
export function pathsOfFieldList(list: FieldList): readonly string[] {
  return isNamed(list) ? namedPaths[list] : list.split(' ');
}

/** Paths of the fields that are requested because others are; the user cannot choose or leave out one of them alone. */
export const dependentPaths: ReadonlySet<string> = new Set(requirements.flatMap(({ paths }) => paths));

/** Whether a query with this list requests detections. */
export function hasFeatures(list: FieldList): boolean {
  return isRequested(list, 'content.features');
}

/**
 * Whether a list has the field at a path, a field inside it, or one that contains it. The path may have the name of
 * any brand.
 */
export function isRequested(list: FieldList, path: string): boolean {
  if (list === 'all') return true;
  const neutral = neutralPath(path);
  return pathsOfFieldList(list).some(
    (listed) => listed === neutral || listed.startsWith(`${neutral}.`) || neutral.startsWith(`${listed}.`),
  );
}

/** Whether `list` has all fields of `other`. */
export function includesFieldList(list: FieldList, other: FieldList): boolean {
  if (list === 'all' || list === other) return true;
  const listed = new Set(pathsOfFieldList(list));
  return pathsOfFieldList(other).every((path) => listed.has(path));
}

/** Returns the list of the fields that are in either list. */
export function joinFieldLists(one: FieldList, other: FieldList): FieldList {
  return toFieldList([...pathsOfFieldList(one), ...pathsOfFieldList(other)]);
}

/** A field as a query lists it; a group has the listed fields inside it. */
export type FieldSelection = { readonly name: string; readonly selections?: readonly FieldSelection[] };

/** Returns the fields of a query with this field list (service.md, Queries). */
export function listedFields(brand: string, list: FieldList): readonly FieldSelection[] {
  const listed = new Set(pathsOfFieldList(list));
  const select = (field: RecordField): readonly FieldSelection[] => {
    if (field.kind !== 'group') return listed.has(neutralPath(field.path)) ? [{ name: field.name }] : [];
    const selections = field.fields.flatMap(select);
    return selections.length > 0 ? [{ name: field.name, selections }] : [];
  };
  return recordFields(brand).flatMap(select);
}
