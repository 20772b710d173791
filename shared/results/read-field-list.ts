import { type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import { findSimilarName } from './find-similar-name.ts';
import { type FieldList, fieldListSchema } from './query.ts';
import { recordsFieldName } from './query-text.ts';
import { type ProblemReporter, rangeOf } from './query-text-problem.ts';
import { type FieldSelection, listedFields, type RecordField, recordFields } from './record-fields.ts';

/** Display names of the three field lists. */
const listNames: Readonly<Record<FieldList, string>> = {
  all: 'all fields',
  'without-features': 'all without features',
  headers: 'headers only',
};

/**
 * Returns which of the three field lists the text names, in any order. Any other list is refused, because partial
 * records with arbitrary fields could not be distinguished from complete ones.
 */
export function readFieldList(
  root: FieldNode,
  brand: string,
  reports: ProblemReporter,
): FieldList | undefined {
  let isValid = true;
  const tracking: ProblemReporter = {
    ...reports,
    problem(message, range) {
      isValid = false;
      reports.problem(message, range);
    },
  };
  const listed = new Set<string>();
  if (!root.selectionSet) {
    tracking.problem(`The list of fields is missing after ${recordsFieldName(brand)}(…).`, rangeOf(root));
    return undefined;
  }
  collect(root.selectionSet, recordFields(brand), 'a record', listed, tracking);
  if (!isValid) return undefined;
  for (const fields of fieldListSchema.options) {
    if (isSame(listed, new Set(pathsOf(listedFields(brand, fields), '')))) return fields;
  }
  tracking.problem(describeDifference(listed, brand), rangeOf(root.selectionSet));
  return undefined;
}

function collect(
  set: SelectionSetNode,
  fields: readonly RecordField[],
  parent: string,
  listed: Set<string>,
  reports: ProblemReporter,
): void {
  for (const node of set.selections) {
    if (node.kind !== Kind.FIELD) {
      reports.problem('Fragments cannot be sent. List the fields themselves.', rangeOf(node));
      continue;
    }
    const name = node.name.value;
    const extra = node.alias ?? node.directives?.[0] ?? node.arguments?.[0];
    if (extra) {
      reports.problem(`${name} is listed by its name alone.`, rangeOf(extra));
      continue;
    }
    const field = fields.find((each) => each.name === name);
    if (!field) {
      const names = fields.map((each) => each.name);
      const similar = findSimilarName(name, names);
      reports.problem(
        `There is no field “${name}” in ${parent}. ${similar ? `Did you mean ${similar}?` : `There are ${names.join(', ')}.`}`,
        rangeOf(node.name),
      );
    } else readListed(node, field, listed, reports);
  }
}

function readListed(
  node: FieldNode,
  field: RecordField,
  listed: Set<string>,
  reports: ProblemReporter,
): void {
  if (field.kind === 'group') {
    if (!node.selectionSet) {
      reports.problem(
        `List the fields of ${field.path} in braces after it; its name alone brings nothing.`,
        rangeOf(node),
      );
    } else collect(node.selectionSet, field.fields, field.path, listed, reports);
    return;
  }
  if (node.selectionSet) {
    reports.problem(`${field.path} is listed by its name alone and comes whole.`, rangeOf(node.selectionSet));
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

/** Describes the differences to the closest of the three lists. */
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
  return `A custom field list is not supported: this is “${closest ? listNames[closest.fields] : ''}” ${parts.join(' and ')}. List all fields, all without features, or the headers only.`;
}

function sizeOf({ missing, extra }: Record<'missing' | 'extra', readonly string[]>): number {
  return missing.length + extra.length;
}

function someOf(names: readonly string[]): string {
  return names.length <= 3
    ? names.join(', ')
    : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}
