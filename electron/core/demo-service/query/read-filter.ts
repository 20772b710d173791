import { Kind, type ObjectFieldNode, type ObjectValueNode, type ValueNode } from 'graphql';
import type { Condition, Filter, QueryScalar } from './filter.ts';
import { refuse } from './query-refusal.ts';
import type { SchemaField } from './record-schema.ts';

const scalarOperators = ['eq', 'ne', 'gt', 'lt'] as const;
const operators: ReadonlySet<string> = new Set([...scalarOperators, 'or']);

/** Reads the filter on a field, nested down to operators (service.md, Queries). `path` is for messages. */
export function readFilter(field: SchemaField, node: ValueNode, path: string): Filter {
  if (node.kind !== Kind.OBJECT) {
    refuse(
      field.kind === 'group'
        ? `${path} is a compound field: nest the filter on one of its fields in { }.`
        : `${path} takes an operator, such as { eq: … }, and no direct value.`,
    );
  }
  if (node.fields.length === 0) refuse(`The filter on ${path} is empty.`);
  switch (field.kind) {
    case 'group':
      return { kind: 'fields', fields: readMembers(node, path, (name) => field.fields[name]) };
    case 'value':
      return { kind: 'condition', condition: readCondition(node, path) };
    case 'whole':
      return readFreeFilter(field, node, path);
  }
}

/** Below a field that is returned whole the field names are unknown, so operators are recognized by their names. */
function readFreeFilter(field: SchemaField, node: ObjectValueNode, path: string): Filter {
  const named = node.fields.filter(({ name }) => operators.has(name.value)).length;
  if (named === node.fields.length) return { kind: 'condition', condition: readCondition(node, path) };
  if (named > 0) refuse(`The filter on ${path} mixes operators and field names.`);
  return { kind: 'fields', fields: readMembers(node, path, () => field) };
}

function readMembers(
  node: ObjectValueNode,
  path: string,
  fieldNamed: (name: string) => SchemaField | undefined,
): (readonly [string, Filter])[] {
  refuseRepeated(node.fields, path);
  return node.fields.map(({ name: { value: name }, value }) => {
    const field = fieldNamed(name);
    if (field === undefined) {
      refuse(
        operators.has(name)
          ? `${path} is a compound field and takes no operator; nest ${name} under one of its fields.`
          : `${path} has no field named ${name}.`,
      );
    }
    return [name, readFilter(field, value, `${path}.${name}`)] as const;
  });
}

function readCondition(node: ObjectValueNode, path: string): Condition {
  refuseRepeated(node.fields, path);
  const condition: { -readonly [Operator in keyof Condition]: Condition[Operator] } = {};
  for (const { name, value } of node.fields) {
    const operator = scalarOperators.find((known) => known === name.value);
    if (operator !== undefined) condition[operator] = readScalar(value, `${path}.${operator}`);
    else if (name.value === 'or') condition.or = readList(value, `${path}.or`);
    else refuse(`${path} has the unknown operator ${name.value}. Use eq, ne, gt, lt or or.`);
  }
  return condition;
}

function readList(node: ValueNode, path: string): QueryScalar[] {
  if (node.kind !== Kind.LIST) refuse(`${path} takes a list in square brackets.`);
  if (node.values.length === 0) refuse(`${path} takes a list with at least one value.`);
  return node.values.map((item) => readScalar(item, path));
}

/** Reads a quoted text, number, boolean or null. */
export function readScalar(node: ValueNode, path: string): QueryScalar {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.NULL:
      return null;
    case Kind.ENUM:
      return refuse(`${path} has the bare word ${node.value}; texts stand in quotes.`);
    case Kind.VARIABLE:
      return refuse(`${path} is a variable; variables are not supported.`);
    default:
      return refuse(`${path} takes a scalar value.`);
  }
}

function refuseRepeated(fields: readonly ObjectFieldNode[], path: string): void {
  const names = new Set<string>();
  for (const { name } of fields) {
    if (names.has(name.value)) refuse(`${path} has ${name.value} twice.`);
    names.add(name.value);
  }
}
