import { type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import { type FieldList, fieldListSchema } from './query.ts';
import { recordsFieldName } from './query-text.ts';
import { placeOf, type TextReports } from './query-text-problem.ts';
import { type FieldSelection, listedFields, type RecordField, recordFields } from './record-fields.ts';
import { similarName } from './similar-name.ts';

/** How a search calls its three field lists. */
const listNames: Readonly<Record<FieldList, string>> = {
  all: 'all fields',
  'without-features': 'all without features',
  headers: 'headers only',
};

/**
 * Which of the three field lists the text names, in whatever order. Any other is refused: records that came in parts
 * of somebody's choice could not be told from whole ones.
 */
export function readFieldList(root: FieldNode, brand: string, reports: TextReports): FieldList | undefined {
  let isSound = true;
  const own: TextReports = {
    ...reports,
    problem(message, place) {
      isSound = false;
      reports.problem(message, place);
    },
  };
  const listed = new Set<string>();
  if (!root.selectionSet) {
    own.problem(`The list of fields is missing after ${recordsFieldName(brand)}(…).`, placeOf(root));
    return undefined;
  }
  collect(root.selectionSet, recordFields(brand), 'a record', listed, own);
  if (!isSound) return undefined;
  for (const fields of fieldListSchema.options) {
    if (isSame(listed, new Set(pathsOf(listedFields(brand, fields), '')))) return fields;
  }
  own.problem(describeDifference(listed, brand), placeOf(root.selectionSet));
  return undefined;
}

function collect(
  set: SelectionSetNode,
  fields: readonly RecordField[],
  parent: string,
  listed: Set<string>,
  reports: TextReports,
): void {
  for (const node of set.selections) {
    if (node.kind !== Kind.FIELD) {
      reports.problem('Fragments cannot be sent. List the fields themselves.', placeOf(node));
      continue;
    }
    const name = node.name.value;
    const extra = node.alias ?? node.directives?.[0] ?? node.arguments?.[0];
    if (extra) {
      reports.problem(`${name} is listed by its name alone.`, placeOf(extra));
      continue;
    }
    const field = fields.find((each) => each.name === name);
    if (!field) {
      const names = fields.map((each) => each.name);
      const similar = similarName(name, names);
      reports.problem(
        `There is no field “${name}” in ${parent}. ${similar ? `Did you mean ${similar}?` : `There are ${names.join(', ')}.`}`,
        placeOf(node.name),
      );
    } else readListed(node, field, listed, reports);
  }
}

function readListed(node: FieldNode, field: RecordField, listed: Set<string>, reports: TextReports): void {
  if (field.kind === 'group') {
    if (!node.selectionSet) {
      reports.problem(
        `List the fields of ${field.path} in braces after it; its name alone brings nothing.`,
        placeOf(node),
      );
    } else collect(node.selectionSet, field.fields, field.path, listed, reports);
    return;
  }
  if (node.selectionSet) {
    reports.problem(`${field.path} is listed by its name alone and comes whole.`, placeOf(node.selectionSet));
  } else listed.add(field.path);
}

function pathsOf(selections: readonly FieldSelection[], parent: string): string[] {
  return selections.flatMap(({ name, selections: below }) =>
    below ? pathsOf(below, `${parent}${name}.`) : [`${parent}${name}`],
  );
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((path) => other.has(path));
}

/** Names what the closest of the three lists has, and this one lacks, or the other way round. */
function describeDifference(listed: ReadonlySet<string>, brand: string): string {
  const [closest] = fieldListSchema.options
    .map((fields) => {
      const paths = new Set(pathsOf(listedFields(brand, fields), ''));
      const missing = [...paths].filter((path) => !listed.has(path));
      return { fields, missing, extra: [...listed].filter((path) => !paths.has(path)) };
    })
    .toSorted((one, other) => sizeOf(one) - sizeOf(other));
  const parts = closest
    ? [
        ...(closest.missing.length > 0 ? [`without ${someOf(closest.missing)}`] : []),
        ...(closest.extra.length > 0 ? [`with ${someOf(closest.extra)} besides`] : []),
      ]
    : [];
  return `A field list of your own cannot be kept: it is “${closest ? listNames[closest.fields] : ''}” ${parts.join(' and ')}. List all fields, all without features, or the headers only.`;
}

function sizeOf({ missing, extra }: Record<'missing' | 'extra', readonly string[]>): number {
  return missing.length + extra.length;
}

function someOf(names: readonly string[]): string {
  return names.length <= 3
    ? names.join(', ')
    : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}
