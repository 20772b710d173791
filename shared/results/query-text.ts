import { listedFields } from './field-list.ts';
import type { Condition, ResultsQuery, Scalar } from './query.ts';

/** Form of the text for one service. */
export type QueryTextOptions = {
  /** The operator's name as used in the query field and in `<brand>Id`, such as `svc`. */
  readonly brand: string;
  /** Wrap the selection in `{ … }`. Absent: the bare selection that the service documents. */
  readonly braced?: boolean;
};

/** Returns the root field of a query, under which the response's `data` contains the records. */
export function recordsFieldName(brand: string): string {
  return `${brand}_udp_analyticgeojsonrecord`;
}

/**
 * Prints a query as the service expects it (service.md, Queries), with the fields that it lists, or else every field
 * that the service documents.
 *
 * Filters on one path are merged, so `gt` and `lt` may be in separate filters. A condition without operators restricts
 * nothing. Paths and the brand become names, everything else stays inside its string, number or list.
 *
 * Throws a TypeError with the path for a query that cannot be printed: a path that is not made of GraphQL names, one
 * that is not a filter (`limit`, `assignedId`, …), the same operator twice with different values, and a path that has
 * both operators and paths below it. `resultsQuerySchema` refuses only the first.
 */
export function toQueryText(query: ResultsQuery, { brand, braced = false }: QueryTextOptions): string {
  const root: GraphqlSelection = {
    name: recordsFieldName(brand),
    arguments: toArguments(query),
    selections: listedFields(brand, query.fields ?? 'all'),
  };
  return braced ? `{\n${printSelection(root, '  ')}\n}` : printSelection(root);
}

function toArguments(query: ResultsQuery): GraphqlArgument[] {
  const { limit, offset, sortBy, assignedId } = query;
  const fixed: GraphqlArgument[] = [];
  if (limit !== undefined) fixed.push(scalarArgument('limit', limit));
  if (offset !== undefined) fixed.push(scalarArgument('offset', offset));
  if (sortBy) {
    checkPath(sortBy.field);
    fixed.push({
      name: 'sortBy',
      value: {
        kind: 'object',
        fields: [
          scalarArgument('field', sortBy.field),
          { name: 'sortOrder', value: { kind: 'enum', name: sortBy.sortOrder } },
        ],
      },
    });
  }
  if (assignedId !== undefined) fixed.push(scalarArgument('assignedId', assignedId));
  return [...fixed, ...filterArguments(query.filters)];
}

function scalarArgument(name: string, value: string | number): GraphqlArgument {
  return { name, value: { kind: 'scalar', value } };
}

/** Filters as a tree of paths: a node has either operators or children. */
type FilterNode = {
  readonly children: Map<string, FilterNode>;
  readonly operators: Map<string, GraphqlValue>;
};

const parameterNames: ReadonlySet<string> = new Set(['limit', 'offset', 'sortBy', 'assignedId']);

function filterArguments(filters: ResultsQuery['filters']): GraphqlArgument[] {
  const root = emptyNode();
  for (const { path, condition } of filters) {
    const operators = toOperators(condition);
    if (operators.length > 0) addOperators(nodeAt(root, path), path, operators);
  }
  return childArguments(root);
}

function emptyNode(): FilterNode {
  return { children: new Map(), operators: new Map() };
}

function toOperators({ eq, ne, gt, lt, or }: Condition): [string, GraphqlValue][] {
  const scalars = Object.entries({ eq, ne, gt, lt }).flatMap(([name, value]): [string, GraphqlValue][] =>
    value === undefined ? [] : [[name, { kind: 'scalar', value }]],
  );
  return or ? [...scalars, ['or', { kind: 'list', values: or }]] : scalars;
}

function nodeAt(root: FilterNode, path: string): FilterNode {
  const [first, ...rest] = checkPath(path);
  if (first === undefined || parameterNames.has(first)) {
    throw new TypeError(`“${path}” is a parameter of the query, not a field that takes operators.`);
  }
  let node = childOf(root, first);
  for (const segment of rest) {
    if (node.operators.size > 0) throw mixedPath(path);
    node = childOf(node, segment);
  }
  if (node.children.size > 0) throw mixedPath(path);
  return node;
}

function childOf(node: FilterNode, segment: string): FilterNode {
  const child = node.children.get(segment) ?? emptyNode();
  node.children.set(segment, child);
  return child;
}

function addOperators(node: FilterNode, path: string, operators: readonly [string, GraphqlValue][]): void {
  for (const [name, value] of operators) {
    const present = node.operators.get(name);
    if (present && JSON.stringify(present) !== JSON.stringify(value)) {
      throw new TypeError(`“${path}” has the operator ${name} twice, with different values.`);
    }
    node.operators.set(name, value);
  }
}

function childArguments(node: FilterNode): GraphqlArgument[] {
  return Array.from(node.children, ([name, child]) => ({
    name,
    value: { kind: 'object', fields: nodeFields(child) },
  }));
}

function nodeFields(node: FilterNode): GraphqlArgument[] {
  return node.operators.size > 0
    ? Array.from(node.operators, ([name, value]) => ({ name, value }))
    : childArguments(node);
}

function mixedPath(path: string): TypeError {
  return new TypeError(`“${path}” cannot have both operators and fields below it in one query.`);
}

function checkPath(path: string): string[] {
  const segments = path.split('.');
  const wrong = segments.find((segment) => !isGraphqlName(segment));
  if (wrong !== undefined) {
    throw new TypeError(
      `“${path}” is not a field path: “${wrong}” must consist of letters, digits and _, and not begin with a digit.`,
    );
  }
  return segments;
}

/** A GraphQL argument value. */
type GraphqlValue =
  | { readonly kind: 'scalar'; readonly value: Scalar }
  | { readonly kind: 'enum'; readonly name: string }
  | { readonly kind: 'list'; readonly values: readonly Scalar[] }
  | { readonly kind: 'object'; readonly fields: readonly GraphqlArgument[] };

/** A GraphQL argument, `name: value`. */
type GraphqlArgument = { readonly name: string; readonly value: GraphqlValue };

/** A GraphQL field with its arguments and selected fields. */
type GraphqlSelection = {
  readonly name: string;
  readonly arguments?: readonly GraphqlArgument[];
  readonly selections?: readonly GraphqlSelection[];
};

/** Whether `text` is a Name of the GraphQL grammar (specification of October 2021, section 2.1.9). */
function isGraphqlName(text: string): boolean {
  return /^[_A-Za-z][_0-9A-Za-z]*$/.test(text);
}

/**
 * Prints a selection as GraphQL text over several lines, without a final line break.
 *
 * Names are checked and strings are escaped here, so that no text can end its string or become syntax. Throws a
 * TypeError for an invalid name and for a number that is not finite.
 */
function printSelection(selection: GraphqlSelection, indent = ''): string {
  const inner = `${indent}  `;
  const args = selection.arguments ?? [];
  const printedArguments = args.map((argument) => `\n${inner}${printArgument(argument)}`).join(',');
  const head =
    indent + printName(selection.name) + (args.length > 0 ? `(${printedArguments}\n${indent})` : '');
  if (!selection.selections) return head;
  const fields = selection.selections.map((field) => printSelection(field, inner));
  return [`${head} {`, ...fields, `${indent}}`].join('\n');
}

function printArgument(argument: GraphqlArgument): string {
  return `${printName(argument.name)}: ${printValue(argument.value)}`;
}

function printValue(value: GraphqlValue): string {
  switch (value.kind) {
    case 'scalar':
      return printScalar(value.value);
    case 'enum':
      return printName(value.name);
    case 'list':
      return `[${value.values.map(printScalar).join(', ')}]`;
    case 'object':
      return `{ ${value.fields.map(printArgument).join(', ')} }`;
  }
}

function printName(name: string): string {
  if (!isGraphqlName(name)) {
    throw new TypeError(
      `“${name}” is not a GraphQL name: use letters, digits and _, and do not begin with a digit.`,
    );
  }
  return name;
}

function printScalar(value: Scalar): string {
  if (typeof value === 'string') return printString(value);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new TypeError(`A query cannot hold the number ${value}.`);
  }
  return String(value);
}

/**
 * JSON's escapes are all GraphQL's too. Beyond JSON: a lone surrogate, which neither GraphQL nor UTF-8 can express,
 * becomes U+FFFD as it would on the wire, and characters that some readers take for the end of a line or drop
 * (C1 controls, U+2028, U+2029, U+FEFF) are escaped.
 */
function printString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
