import {
  type ArgumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  type ObjectFieldNode,
  type ObjectValueNode,
  parse,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { fail, type Result, succeed } from '../../../../shared/result.ts';
import type { Filter, QueryScalar, ValueCondition } from './filter.ts';
import type { Projection } from './projection.ts';
import { recordSchema, rootFieldName, type SchemaField } from './record-schema.ts';

/** The maximum number of records in one response (service.md, Queries), and the default. */
const maximumLimit = 5000;
const defaultLimit = 1000;

/** More than any sensible query has; bounds the work of the parser. */
const maximumTokens = 20_000;

/** A parsed and validated query. */
export type RecordQuery = {
  readonly limit: number;
  readonly offset: number;
  readonly sort?: { readonly path: readonly string[]; readonly isDescending: boolean };
  /** Absent when every record is requested. */
  readonly filter?: Filter;
  /** Whether the filter has a condition on the region, which decides how permissions shorten the response. */
  readonly hasRegionFilter: boolean;
  readonly projection: Projection;
};

/**
 * Parses the body of a query: the bare selection, or one in braces. Whatever service.md does not allow is an
 * `invalid-input` failure with the reason.
 */
export function parseQuery(body: string, brand: string): Result<RecordQuery> {
  try {
    return succeed(readSelection(parseSelection(body), brand));
  } catch (error) {
    if (error instanceof QueryRefusal) return fail('invalid-input', error.message);
    if (error instanceof GraphQLError)
      return fail('invalid-input', `The query cannot be parsed. ${error.message}`);
    if (error instanceof RangeError) return fail('invalid-input', 'The query is nested too deeply.');
    throw error;
  }
}

/** The only field of the body's outermost selection. */
function parseSelection(body: string): FieldNode {
  const text = body.trim();
  if (text === '') refuse('The body is empty. Send the selection as the body text.');
  if (/^(\{\s*)?"/.test(text)) {
    refuse('The query is wrapped in JSON. Send the selection itself as the body text.');
  }
  if (/^(query|mutation|subscription)\b/.test(text)) {
    refuse('Send the selection without the query keyword.');
  }
  const document = parse(text.startsWith('{') ? text : `{${text}\n}`, {
    noLocation: true,
    maxTokens: maximumTokens,
  });
  const [definition, ...moreDefinitions] = document.definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION || moreDefinitions.length > 0) {
    refuse('Send one selection and nothing else.');
  }
  const [field, ...moreFields] = definition.selectionSet.selections;
  if (field?.kind !== Kind.FIELD || moreFields.length > 0) refuse('Send one root field and nothing else.');
  return field;
}

function readSelection(root: FieldNode, brand: string): RecordQuery {
  const expected = rootFieldName(brand);
  const name = readPlainName(root);
  if (name !== expected) refuse(`There is no query field named ${name}. Use ${expected}.`);
  const schema = recordSchema(brand);
  const parameters = readParameters(root.arguments ?? [], schema);
  return { ...parameters, projection: readProjection(schema, root.selectionSet, expected) };
}

type RecordGroup = SchemaField & { readonly kind: 'group' };

function readParameters(
  nodes: readonly ArgumentNode[],
  schema: RecordGroup,
): Omit<RecordQuery, 'projection'> {
  const seen = new Set<string>();
  const filters: (readonly [string, Filter])[] = [];
  const query: { -readonly [Key in 'limit' | 'offset' | 'sort']?: RecordQuery[Key] } = {};
  for (const { name: nameNode, value } of nodes) {
    const name = nameNode.value;
    if (seen.has(name)) refuse(`${name} is given twice.`);
    seen.add(name);
    if (name === 'limit') query.limit = readWhole(value, name, 1, maximumLimit);
    else if (name === 'offset') query.offset = readWhole(value, name, 0, Number.MAX_SAFE_INTEGER);
    else if (name === 'sortBy') query.sort = readSort(value, schema);
    else if (name === 'assignedId') filters.push([name, readAssignedId(value)]);
    else filters.push([name, readRecordFilter(schema, name, value)]);
  }
  const filter: Filter | undefined = filters.length > 0 ? { kind: 'fields', fields: filters } : undefined;
  return {
    limit: query.limit ?? defaultLimit,
    offset: query.offset ?? 0,
    ...(query.sort && { sort: query.sort }),
    ...(filter && { filter }),
    hasRegionFilter: filter !== undefined && hasConditionAt(filter, regionPath),
  };
}

const regionPath = ['content', 'processors', 'parameters', 'dissemination', 'region'];

function hasConditionAt(filter: Filter, path: readonly string[]): boolean {
  if (filter.kind === 'condition') return path.length === 0;
  const [first, ...rest] = path;
  return filter.fields.some(([name, inner]) => name === first && hasConditionAt(inner, rest));
}

function readRecordFilter(schema: RecordGroup, name: string, value: ValueNode): Filter {
  const field = schema.fields[name];
  if (field === undefined) {
    refuse(`There is no parameter named ${name}. Use limit, offset, sortBy, or a field of the record.`);
  }
  return readFilter(field, value, name);
}

function readAssignedId(node: ValueNode): Filter {
  if (node.kind !== Kind.STRING) refuse('assignedId takes a text directly, and no operator.');
  return { kind: 'condition', condition: { eq: node.value } };
}

function readWhole(node: ValueNode, name: string, least: number, most: number): number {
  const number = node.kind === Kind.INT ? Number(node.value) : Number.NaN;
  if (!(number >= least && number <= most))
    refuse(`${name} must be a whole number from ${least} to ${most}.`);
  return number;
}

function readSort(node: ValueNode, schema: RecordGroup): NonNullable<RecordQuery['sort']> {
  if (node.kind !== Kind.OBJECT) refuse('sortBy takes { field: "…", sortOrder: ASC } or DESC.');
  const members = new Map(node.fields.map(({ name, value }) => [name.value, value] as const));
  const field = members.get('field');
  const order = members.get('sortOrder');
  if (members.size !== 2 || node.fields.length !== 2 || field === undefined || order === undefined) {
    refuse('sortBy takes field and sortOrder, each once, and nothing beside them.');
  }
  if (order.kind !== Kind.ENUM || (order.value !== 'ASC' && order.value !== 'DESC')) {
    refuse('sortBy.sortOrder must be the bare word ASC or DESC.');
  }
  const path = readScalar(field, 'sortBy.field');
  if (typeof path !== 'string') refuse('sortBy.field takes a dot-separated path in quotes.');
  return { path: readSortPath(path, schema), isDescending: order.value === 'DESC' };
}

function readSortPath(text: string, schema: RecordGroup): string[] {
  const path = text.split('.');
  let field: SchemaField | undefined = schema;
  for (const name of path) {
    if (field?.kind === 'whole') continue;
    field = field?.kind === 'group' ? field.fields[name] : undefined;
  }
  if (field === undefined) refuse(`sortBy.field names no field of the record: ${text}.`);
  if (field.kind === 'group') refuse(`sortBy.field names a compound field: ${text}.`);
  return path;
}

/** Parses a field list by the rules of service.md: compound fields with their subfields, all others by name alone. */
function readProjection(
  group: SchemaField & { readonly kind: 'group' },
  selection: SelectionSetNode | undefined,
  path: string,
): Projection {
  if (selection === undefined) refuse(`${path} is a compound field: list its subfields in { }.`);
  const projection = new Map<string, Projection | null>();
  for (const node of selection.selections) {
    if (node.kind !== Kind.FIELD) refuse('Fragments are not supported.');
    const name = readPlainName(node);
    const fieldPath = `${path}.${name}`;
    const field = group.fields[name];
    if (field === undefined) refuse(`${path} has no field named ${name}.`);
    if (projection.has(name)) refuse(`${fieldPath} is listed twice.`);
    if (node.arguments?.length) refuse(`${fieldPath} takes no parameters.`);
    if (field.kind === 'group') {
      projection.set(name, readProjection(field, node.selectionSet, fieldPath));
    } else {
      if (node.selectionSet !== undefined) refuse(`${fieldPath} is listed by name alone, without subfields.`);
      projection.set(name, null);
    }
  }
  return projection;
}

/** The name of a field that has neither an alias nor directives. */
function readPlainName(node: FieldNode): string {
  if (node.alias !== undefined) refuse(`Aliases are not supported: ${node.alias.value}.`);
  if (node.directives?.length) refuse(`Directives are not supported: on ${node.name.value}.`);
  return node.name.value;
}

const scalarOperators = ['eq', 'ne', 'gt', 'lt'] as const;
const operators: ReadonlySet<string> = new Set([...scalarOperators, 'or']);

/** Reads the filter on a field, nested down to operators (service.md, Queries). `path` is for messages. */
function readFilter(field: SchemaField, node: ValueNode, path: string): Filter {
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

function readCondition(node: ObjectValueNode, path: string): ValueCondition {
  refuseRepeated(node.fields, path);
  const condition: { -readonly [Operator in keyof ValueCondition]: ValueCondition[Operator] } = {};
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
function readScalar(node: ValueNode, path: string): QueryScalar {
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

/** Reason why a query is refused. Thrown while parsing, and converted to a failure by `readQuery`. */
class QueryRefusal extends Error {}

/** Refuses the query with a reason for its author. */
function refuse(reason: string): never {
  throw new QueryRefusal(reason);
}
