import { type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import { type FieldList, pathsOfFieldList, toFieldList } from './field-list.ts';
import { findSimilarName } from './find-similar-name.ts';
import { recordsFieldName } from './query-text.ts';
import { type ProblemReporter, rangeOf } from './query-text-problem.ts';
import { findRecordField, type RecordField, recordFields } from './record-fields.ts';

/**
 * Returns the field list of a query text, whose fields may be in any order; undefined when it has a problem. A remark
 * names the fields that are added to it.
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
  if (!root.selectionSet) {
    tracking.problem(`The list of fields is missing after ${recordsFieldName(brand)}(…).`, rangeOf(root));
    return undefined;
  }
  const listed = new Set<string>();
  collect(root.selectionSet, recordFields(brand), 'a record', listed, tracking);
  if (!isValid) return undefined;
  const fields = toFieldList(listed);
  const added = pathsOfFieldList(fields).filter((path) => !listed.has(path));
  if (added.length > 0) {
    reports.remark(
      `${someOf(added)} ${added.length === 1 ? 'is' : 'are'} requested as well: Sightline needs ${added.length === 1 ? 'it' : 'them'} to identify records, images and detections.`,
      rangeOf(root.selectionSet),
    );
  }
  return fields;
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
      reports.problem(
        `List ${name} by its name alone, without an alias, arguments or directives.`,
        rangeOf(extra),
      );
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
        `List the fields of ${field.path} in braces after it. Its name alone requests nothing.`,
        rangeOf(node),
      );
    } else collect(node.selectionSet, field.fields, field.path, listed, reports);
    return;
  }
  if (node.selectionSet) {
    reports.problem(
      `${field.path} is listed by its name alone. It is returned as a whole.`,
      rangeOf(node.selectionSet),
    );
  } else listed.add(findRecordField(field.path)?.path ?? field.path);
}

/** Returns up to three names, or two and the number of the others. */
function someOf(names: readonly string[]): string {
  return names.length <= 3
    ? names.join(', ')
    : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}
