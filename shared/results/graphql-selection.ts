import type { Scalar } from './query.ts';

/** A GraphQL argument value. */
export type GraphqlValue =
  | { readonly kind: 'scalar'; readonly value: Scalar }
  | { readonly kind: 'enum'; readonly name: string }
  | { readonly kind: 'list'; readonly values: readonly Scalar[] }
  | { readonly kind: 'object'; readonly fields: readonly GraphqlArgument[] };

/** A GraphQL argument, `name: value`. */
export type GraphqlArgument = { readonly name: string; readonly value: GraphqlValue };

/** A GraphQL field with its arguments and selected fields. */
export type GraphqlSelection = {
  readonly name: string;
  readonly arguments?: readonly GraphqlArgument[];
  readonly selections?: readonly GraphqlSelection[];
};

/** Whether `text` is a Name of the GraphQL grammar (specification of October 2021, section 2.1.9). */
export function isGraphqlName(text: string): boolean {
  return /^[_A-Za-z][_0-9A-Za-z]*$/.test(text);
}

/**
 * Prints a selection as GraphQL text over several lines, without a final line break.
 *
 * Names are checked and strings are escaped here, so that no text can end its string or become syntax. Throws a
 * TypeError for an invalid name and for a number that is not finite.
 */
export function printSelection(selection: GraphqlSelection, indent = ''): string {
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
