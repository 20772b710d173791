import {
  type ArgumentNode,
  type FieldNode,
  Kind,
  type ObjectFieldNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { describePastedCharacter } from '../pasted-characters.ts';
import { operatorValueProblem } from './condition-rows.ts';
import { readTime, valueProblem } from './condition-value.ts';
import { type FieldList, pathsOfFieldList, toFieldList } from './field-list.ts';
import { findSimilarName } from './find-similar-name.ts';
import type { Condition, Scalar } from './query.ts';
import { recordsFieldName } from './query-text.ts';
import { type ProblemReporter, rangeOf } from './query-text-problem.ts';
import { fieldTypeAt, findRecordField, type RecordField, recordFields } from './record-fields.ts';

type PathCondition = { path: string; condition: Condition };

const operators = ['eq', 'ne', 'gt', 'lt', 'or'] as const;
type Operator = (typeof operators)[number];

/** Reads the conditions of filters, which are nested objects (service.md, Queries), by path. */
export function readFilters(filters: readonly ArgumentNode[], reports: ProblemReporter): PathCondition[] {
  const found: PathCondition[] = [];
  for (const { name, value } of filters) readNode(name.value, value, found, reports);
  return found;
}

function readNode(path: string, node: ValueNode, found: PathCondition[], reports: ProblemReporter): void {
  if (node.kind !== Kind.OBJECT) {
    reports.problem(
      `${path} takes an operator, such as { eq: ${node.kind === Kind.STRING ? JSON.stringify(node.value) : '"…"'} }.`,
      rangeOf(node),
    );
    return;
  }
  if (node.fields.length === 0) {
    reports.problem(`The braces after ${path} are empty.`, rangeOf(node));
    return;
  }
  const seen = new Set<string>();
  const condition: Condition = {};
  for (const member of node.fields) {
    const name = member.name.value;
    if (seen.has(name)) {
      reports.problem(`${name} is given twice here.`, rangeOf(member));
      continue;
    }
    seen.add(name);
    // An operator's value is never an object, so a name with one is a field, whatever it is called.
    if (member.value.kind === Kind.OBJECT) {
      const below = `${path}.${name}`;
      if (!findRecordField(below)) remarkUnknown(below, member, reports);
      readNode(below, member.value, found, reports);
    } else if (isOperator(name)) readOperator(path, name, member.value, condition, reports);
    else reports.problem(unknownName(path, name), rangeOf(member.name));
  }
  const names = Object.keys(condition);
  if (names.length === 0) return;
  if (findRecordField(path)?.kind === 'group') {
    reports.problem(`${path} has fields below it. Put the condition on one of those.`, rangeOf(node));
  } else if (node.fields.some(({ value }) => value.kind === Kind.OBJECT)) {
    reports.problem(`${path} cannot have both operators and fields below it in one query.`, rangeOf(node));
  } else found.push({ path, condition });
}

function isOperator(name: string): name is Operator {
  return (operators as readonly string[]).includes(name);
}

function unknownName(path: string, name: string): string {
  const field = findRecordField(path);
  if (field && field.kind !== 'value') {
    return `${path}.${name} takes an operator in braces, such as { eq: "…" }.`;
  }
  const similar = findSimilarName(name, operators);
  return `There is no operator “${name}”. ${similar ? `Did you mean ${similar}?` : `There are ${operators.join(', ')}.`}`;
}

/** Paths that the service does not document may exist; below an opaque field they are expected. */
function remarkUnknown(path: string, member: ObjectFieldNode, { remark }: ProblemReporter): void {
  const parentPath = path.slice(0, path.lastIndexOf('.'));
  const parent = findRecordField(parentPath);
  if (!parent || parent.kind === 'whole') return;
  const similar = findSimilarName(
    member.name.value,
    parent.fields.map(({ name }) => name),
  );
  remark(
    `${path} is not in the service’s documents. ${similar ? `Did you mean ${similar}? ` : ''}It is requested as it stands.`,
    rangeOf(member.name),
  );
}

function readOperator(
  path: string,
  operator: Operator,
  node: ValueNode,
  condition: Condition,
  reports: ProblemReporter,
): void {
  if (operator === 'or') {
    if (node.kind !== Kind.LIST) {
      reports.problem('“or” takes a list in square brackets, such as ["A", "B"].', rangeOf(node));
      return;
    }
    if (node.values.length === 0) reports.problem('The list is empty: nothing would match.', rangeOf(node));
    const values = node.values.flatMap((value) => {
      const scalar = readScalar(path, operator, value, reports);
      return scalar === undefined ? [] : [scalar];
    });
    condition.or = [...new Set(values)];
    return;
  }
  const value = readScalar(path, operator, node, reports);
  if (value !== undefined) condition[operator] = value;
}

function readScalar(
  path: string,
  operator: Operator,
  node: ValueNode,
  { problem, remark }: ProblemReporter,
): Scalar | undefined {
  const value = scalarOf(node);
  const [space] =
    typeof value === 'string'
      ? (/[\u00a0\u00ad\u2000-\u200f\u202f\u2060\u3000\ufeff]/.exec(value) ?? [])
      : [];
  const pasted = space === undefined ? undefined : describePastedCharacter(space);
  if (pasted)
    remark(
      `${JSON.stringify(value)} has ${pasted}. Only values with the same character match.`,
      rangeOf(node),
    );
  if (value === undefined) {
    problem(scalarMessage(operator, node), rangeOf(node));
    return undefined;
  }
  const type = fieldTypeAt(path);
  const reason = valueProblem(value, type) ?? operatorValueProblem(operator, value, path);
  if (reason !== undefined) {
    problem(`${path}: ${reason}`, rangeOf(node));
    return undefined;
  }
  if (type !== 'time' || typeof value !== 'string') return value;
  const time = readTime(value);
  return time.ok ? time.value : undefined;
}

/** Returns a scalar; undefined for any other node, and for a number that cannot be represented exactly. */
function scalarOf(node: ValueNode): Scalar | undefined {
  switch (node.kind) {
    case Kind.STRING:
      return node.value.toWellFormed();
    case Kind.BOOLEAN:
      return node.value;
    case Kind.NULL:
      return null;
    case Kind.INT:
    case Kind.FLOAT: {
      const value = Number(node.value);
      const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
      return isExact ? (value === 0 ? 0 : value) : undefined;
    }
    default:
      return undefined;
  }
}

function scalarMessage(operator: Operator, node: ValueNode): string {
  switch (node.kind) {
    case Kind.ENUM:
      return `“${node.value}” needs quotes: "${node.value}".`;
    case Kind.VARIABLE:
      return `There are no variables. Write the value in place of $${node.name.value}.`;
    case Kind.INT:
    case Kind.FLOAT:
      return `${node.value} is too large to be represented exactly.`;
    default:
      return `“${operator}” takes ${operator === 'or' ? 'single values in its list' : 'one value; for several, use or: […]'}.`;
  }
}

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
