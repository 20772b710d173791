import { type ArgumentNode, type FieldNode, GraphQLError, Kind, parse, type ValueNode } from 'graphql';
import { formatCount } from '../format.ts';
import { describePastedCharacter, withTypedCharacters } from '../pasted-characters.ts';
import { assignConditions } from './assign-conditions.ts';
import { findSimilarName } from './find-similar-name.ts';
import { type Condition, fieldPathSchema, type Sort } from './query.ts';
import { recordsFieldName } from './query-text.ts';
import {
  createProblemFactory,
  type ProblemReporter,
  type QueryTextProblem,
  rangeOf,
  type TextRange,
} from './query-text-problem.ts';
import { readFieldList, readFilters } from './read-query-parts.ts';
import type { SearchInput } from './search.ts';
import { maxRecordLimit } from './search-form.ts';
import { searchPaths } from './search-paths.ts';
import { isCompleteSort } from './search-query.ts';

/** The result of reading a query text: the search with remarks, or the problems, each with its position. */
export type QueryTextReading =
  | { readonly ok: true; readonly search: SearchInput; readonly remarks: readonly QueryTextProblem[] }
  | {
      readonly ok: false;
      readonly problems: readonly QueryTextProblem[];
      /** The text with what other programs put in replaced; undefined when that is nothing. */
      readonly correction: string | undefined;
    };

const parameters = ['limit', 'offset', 'sortBy', 'assignedId', 'uploadTime', 'header', 'content'] as const;

/** Bounds the work of the parser; no sensible query has more tokens. */
const maxTokens = 20_000;

/**
 * Parses a query text (service.md, Queries), with or without braces, as an equivalent search.
 *
 * `limit` is the total number of records, whatever the page size; a fetch starts at `offset`. Anything that a search cannot express is refused with
 * its position: aliases, variables, directives, fragments and listed fields that are not documented. Paths of
 * conditions that it does not name are accepted, with a remark.
 */
export function readQueryText(text: string, { brand }: { readonly brand: string }): QueryTextReading {
  const isBraced = /^(?:[\s,\ufeff]|#[^\n\r]*)*\{/.test(text);
  const make = createProblemFactory(text, isBraced ? 0 : 1);
  const problems: QueryTextProblem[] = [];
  const remarks: QueryTextProblem[] = [];
  const reports: ProblemReporter = {
    problem: (message, place) => problems.push(make(message, place)),
    remark: (message, place) => remarks.push(make(message, place)),
  };
  const root = parseRoot(text, isBraced, brand, reports);
  const search = root && readRoot(root, brand, reports);
  return search && problems.length === 0
    ? { ok: true, search, remarks }
    : {
        ok: false,
        problems: problems.toSorted((one, other) => one.start - other.start),
        correction: withTypedCharacters(text) === text ? undefined : withTypedCharacters(text),
      };
}

function parseRoot(
  text: string,
  isBraced: boolean,
  brand: string,
  { problem }: ProblemReporter,
): FieldNode | undefined {
  const expected = recordsFieldName(brand);
  const everything = { start: 0, end: text.length + 1 };
  const refuse = (message: string, place: TextRange = everything): undefined => {
    problem(message, place);
  };
  const first = text.trim();
  if (first === '') return refuse(`There is no query. Begin with ${expected}.`);
  if (/^\{?\s*"/.test(first)) {
    return refuse('This is JSON. Write the selection itself, without quotes around it.');
  }
  if (!isBraced && /^(?:query|mutation|subscription|fragment)\b/.test(first)) {
    const start = text.indexOf(first) + 1;
    const word = first.split(/\W/, 1)[0] ?? '';
    return refuse(`Leave out “${word}”: the text begins with ${expected}.`, {
      start,
      end: start + word.length,
    });
  }
  let document: ReturnType<typeof parse>;
  try {
    document = parse(isBraced ? text : `{${text}\n}`, { maxTokens: maxTokens });
  } catch (error) {
    if (error instanceof RangeError) return refuse('The query is nested too deeply.');
    if (!(error instanceof GraphQLError)) throw error;
    const start = error.positions?.[0] ?? 0;
    const pasted = describePastedCharacter(text.charAt(start - (isBraced ? 0 : 1)));
    return refuse(pasted ? `This is ${pasted}.` : syntaxMessage(error.message), { start, end: start + 1 });
  }
  const [definition, other] = document.definitions;
  if (other) return refuse('Write one query and nothing else.', rangeOf(other));
  if (definition?.kind !== Kind.OPERATION_DEFINITION) return refuse(`Begin with ${expected}.`);
  const [field, another] = definition.selectionSet.selections;
  if (another) return refuse(`Write ${expected} once and nothing else.`, rangeOf(another));
  if (field?.kind !== Kind.FIELD) return refuse(`Begin with ${expected}.`);
  if (field.name.value !== expected) {
    return refuse(
      `This profile’s query is called ${expected}, not ${field.name.value}.`,
      rangeOf(field.name),
    );
  }
  if (field.alias) return refuse('A query cannot be given another name.', rangeOf(field.alias));
  for (const directive of field.directives ?? []) problem('Directives cannot be sent.', rangeOf(directive));
  return field;
}

/** Returns the message of the GraphQL parser without its prefix. */
function syntaxMessage(message: string): string {
  const plain = message.replace(/^Syntax Error: /, '');
  if (!plain.includes('<EOF>')) return plain;
  return `${plain.replace('<EOF>', 'the end of the text')} A bracket, brace or quotation mark may be missing at the end.`;
}

function readRoot(root: FieldNode, brand: string, reports: ProblemReporter): SearchInput {
  const given = new Map<string, ArgumentNode>();
  for (const argument of root.arguments ?? []) {
    const name = argument.name.value;
    if (given.has(name)) reports.problem(`${name} is given twice.`, rangeOf(argument));
    else given.set(name, argument);
  }
  const filters = readFilters([...given.values()].filter(isFilter), reports);
  const limit = readLimit(given.get('limit')?.value, reports);
  const startOffset = readOffset(given.get('offset'), reports);
  const limitArgument = given.get('limit');
  // A text with an offset was probably copied from one page of many, and its limit is the page size.
  if (limit !== undefined && limitArgument && given.has('offset')) {
    reports.remark(
      `No more than ${limit} records are fetched in all. Leave limit out to fetch all.`,
      rangeOf(limitArgument),
    );
  }
  const sort = readSort(given.get('sortBy')?.value, reports);
  const assignedId = readAssignedId(given.get('assignedId')?.value, reports);
  for (const [name, argument] of given) {
    if ((parameters as readonly string[]).includes(name)) continue;
    reports.problem(
      `There is no parameter “${name}”. ${didYouMean(name, parameters)}`,
      rangeOf(argument.name),
    );
  }
  const fields = readFieldList(root, brand, reports);
  const conditions: { path: string; condition: Condition }[] = [...assignedId, ...filters];
  return {
    ...assignConditions({ regions: [], analytics: [] }, conditions),
    ...(fields === undefined || fields === 'all' ? {} : { fields }),
    ...(limit === undefined ? {} : { maxRecords: limit }),
    ...(startOffset === undefined ? {} : { startOffset }),
    ...(sort && !isCompleteSort(sort) ? { sort } : {}),
  };
}

function isFilter({ name }: ArgumentNode): boolean {
  return name.value === 'uploadTime' || name.value === 'header' || name.value === 'content';
}

function didYouMean(name: string, names: readonly string[]): string {
  const similar = findSimilarName(name, names);
  return similar === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${similar}?`;
}

function readLimit(node: ValueNode | undefined, { problem }: ProblemReporter): number | undefined {
  if (!node) return undefined;
  const value = node.kind === Kind.INT ? Number(node.value) : Number.NaN;
  if (value >= 1 && value <= maxRecordLimit) return value;
  problem('limit is a whole number from 1 on: the maximum number of records in all.', rangeOf(node));
  return undefined;
}

function readOffset(
  argument: ArgumentNode | undefined,
  { problem, remark }: ProblemReporter,
): number | undefined {
  if (!argument) return undefined;
  const { value } = argument;
  const offset = value.kind === Kind.INT ? Number(value.value) : Number.NaN;
  if (offset === 0) {
    remark('offset is left out: Sightline goes from page to page by itself.', rangeOf(argument));
    return undefined;
  }
  if (offset > 0 && offset < maxRecordLimit) {
    remark(
      `The fetch starts at record ${formatCount(offset + 1)}. Leave offset out to start at the first one.`,
      rangeOf(argument),
    );
    return offset;
  }
  problem('offset is a whole number from 0 on: how many records are left out.', rangeOf(argument));
  return undefined;
}

function readSort(node: ValueNode | undefined, { problem }: ProblemReporter): Sort | undefined {
  if (!node) return undefined;
  const shape = 'sortBy takes { field: "…", sortOrder: ASC } or DESC.';
  const refuse = (message: string, place: TextRange): undefined => {
    problem(message, place);
  };
  if (node.kind !== Kind.OBJECT) return refuse(shape, rangeOf(node));
  let field: string | undefined;
  let sortOrder: Sort['sortOrder'] | undefined;
  for (const member of node.fields) {
    const { name, value } = member;
    if (name.value === 'field' && value.kind === Kind.STRING && field === undefined) {
      if (fieldPathSchema.safeParse(value.value).success) field = value.value;
      else {
        return refuse(
          'A path is names joined by dots, such as content.sensorData.startTimeUTC.',
          rangeOf(value),
        );
      }
    } else if (name.value === 'sortOrder' && sortOrder === undefined) {
      if (value.kind === Kind.ENUM && (value.value === 'ASC' || value.value === 'DESC'))
        sortOrder = value.value;
      else return refuse('sortOrder is the bare word ASC or DESC.', rangeOf(value));
    } else return refuse(shape, rangeOf(member));
  }
  if (field === undefined || sortOrder === undefined) return refuse(shape, rangeOf(node));
  return { field, sortOrder };
}

function readAssignedId(
  node: ValueNode | undefined,
  { problem }: ProblemReporter,
): { path: string; condition: Condition }[] {
  if (!node) return [];
  if (node.kind === Kind.STRING) {
    return [{ path: searchPaths.assignedId, condition: { eq: node.value.toWellFormed() } }];
  }
  problem('assignedId takes a text in quotes directly, and no operator.', rangeOf(node));
  return [];
}
