import { z } from 'zod';
import { cutText } from './cut-text.ts';
import { type Failure, type FieldProblem, fail } from './result.ts';

/** Maximum number of problems that are listed; one broken list can have thousands. */
const maxProblems = 20;
/** Maximum length of a value in a message. */
const maxShownValue = 80;

type Issue = z.core.$ZodIssue;

/**
 * Returns the failure for input that a schema refused (decision 40): `invalid-input` with a problem for each field,
 * which names the field, its value and the remedy. A message stated in the schema is used unchanged. `message`
 * precedes them.
 */
export function inputFailure({ issues }: z.ZodError, input: unknown, message = countText(issues)): Failure {
  const refusal = issues.map(refusalOf).find((failure) => failure !== undefined);
  if (refusal) return refusal;
  const problems = issues.slice(0, maxProblems).map((issue) => problemOf(issue, input));
  return fail('invalid-input', message, { problems }).failure;
}

function countText({ length }: readonly Issue[]): string {
  if (length === 1) return 'A value cannot be accepted.';
  const listed = length > maxProblems ? `; the first ${maxProblems} of them are listed` : '';
  return `${length} values cannot be accepted${listed}.`;
}

/** The messages of a schema's error, without zod's own JSON message. */
export function describeSchemaError({ issues }: z.ZodError): string {
  return issues
    .slice(0, maxProblems)
    .map(({ path, message }) => `${path.join('.') || 'the value'}: ${message}`)
    .join('; ');
}

/** Returns an issue for `superRefine` that refuses the whole input with this failure. */
export function refuseWith(failure: Failure) {
  return { code: 'custom', message: failure.message, params: { failure } } as const;
}

function refusalOf(issue: Issue): Failure | undefined {
  return issue.code === 'custom' ? (issue.params?.failure as Failure | undefined) : undefined;
}

function problemOf(issue: Issue, input: unknown): FieldProblem {
  const value = valueAt(input, issue.path);
  const field = issue.path.join('.');
  const message = statedMessage(issue, value) ?? describeIssue(issue, field, value);
  return { field, value: value === undefined ? '' : plainText(value), message };
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) value = value instanceof Object ? Reflect.get(value, key) : undefined;
  return value;
}

const { localeError: standardMessage } = z.locales.en();

/** The message stated in the schema; undefined when there is only zod's. */
function statedMessage(issue: Issue, value: unknown): string | undefined {
  if (issue.code === 'custom') return issue.message;
  const standard = standardMessage({ ...issue, input: value } as z.core.$ZodRawIssue);
  const text = typeof standard === 'string' ? standard : standard?.message;
  return issue.message === text ? undefined : issue.message;
}

/** Returns a sentence about the problem, and one about the remedy. */
function describeIssue(issue: Issue, field: string, value: unknown): string {
  const name = field === '' ? 'The input' : `“${field}”`;
  const shown = `${name} is ${valueText(value)}.`;
  switch (issue.code) {
    case 'invalid_type': {
      const remedy = `Give ${typeNames[issue.expected] ?? `a value of the type ${issue.expected}`}.`;
      return value === undefined ? `${name} is missing. ${remedy}` : `${shown} ${remedy}`;
    }
    case 'too_small':
      return `${sizeText(name, issue.origin, value)} Give ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}.`;
    case 'too_big':
      return `${sizeText(name, issue.origin, value)} Give ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}.`;
    case 'invalid_format':
      return `${shown} Give ${formatNames[issue.format] ?? 'a text of the expected form'}.`;
    case 'not_multiple_of':
      return `${shown} Give a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `${name} has ${issue.keys.map((key) => `“${key}”`).join(', ')}, which is not known. Leave it out.`;
    case 'invalid_value':
      return `${value === undefined ? `${name} is missing.` : shown} Give ${listText(issue.values)}.`;
    case 'invalid_union': {
      const [nearest] = issue.errors.toSorted((one, other) => one.length - other.length);
      const [first] = nearest ?? [];
      if (!first) return `${shown} It is none of the forms that are possible here. Give one of them.`;
      const path = [field, ...first.path].filter((part) => part !== '').join('.');
      return describeIssue(first, path, valueAt(value, first.path));
    }
    default:
      return `${shown} It cannot be used here. Give another value.`;
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'nothing',
};

const formatNames: Readonly<Record<string, string>> = {
  uuid: 'an identifier (UUID)',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  date: 'a day such as 2026-01-31',
  email: 'an email address',
  url: 'an address that begins with https://',
};

function sizeText(name: string, origin: string, value: unknown): string {
  if (typeof value === 'string') return `${name} has ${value.length} characters.`;
  if (Array.isArray(value)) return `${name} has ${value.length} entries.`;
  return origin === 'object' ? `${name} has another size.` : `${name} is ${valueText(value)}.`;
}

function listText(values: readonly unknown[]): string {
  const texts = values.map((value) => valueText(value));
  return texts.length === 1 ? (texts[0] ?? '') : `one of ${texts.join(', ')}`;
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? `“${plainText(value)}”` : plainText(value);
}

function plainText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return cutText(text, maxShownValue + 1);
}
