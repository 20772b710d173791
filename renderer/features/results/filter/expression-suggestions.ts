import {
  builtinFields,
  type DetectionField,
  type PropertySummary,
} from '../../../../shared/results/detection-field.ts';
import type { CompletionPoint, Expected } from '../../../../shared/results/expression/completion-point.ts';
import { type FieldType, fieldType, printField } from '../../../../shared/results/expression/field-name.ts';
import { printValue } from '../../../../shared/results/expression/print-expression.ts';
import { reviewStateSchema } from '../../../../shared/review/review.ts';
import { formatCount } from '../../../components/format.ts';

/** Something that can be put into an expression where the cursor stands. */
export type Suggestion = {
  /** What is put there; also what is shown. */
  readonly text: string;
  /** Said beside it: the type and count of a property, how often a value occurs. */
  readonly detail: string;
};

/** Values of the field at hand, as far as they have been asked for. */
export type KnownValues = readonly { readonly value: string; readonly count: number }[];

/** Most suggestions that are shown. */
const mostShown = 50;

/** What can be put where the cursor stands, what begins as typed first. */
export function suggestionsFor(
  { expected, typed }: CompletionPoint,
  properties: readonly PropertySummary[],
  values: KnownValues,
): readonly Suggestion[] {
  return bestMatches(allSuggestions(expected, properties, values), typed).slice(0, mostShown);
}

function allSuggestions(
  expected: Expected,
  properties: readonly PropertySummary[],
  values: KnownValues,
): readonly Suggestion[] {
  switch (expected.kind) {
    case 'field':
      return [
        ...fieldSuggestions(properties),
        { text: 'not', detail: 'turns a condition round' },
        { text: '(', detail: 'conditions together' },
      ];
    case 'operator':
      return operatorSuggestions(typeOf(expected.field, properties), expected.isNegated);
    case 'value':
      return valueSuggestions(expected.field, values);
    case 'words':
      return expected.words.map((text) => ({ text, detail: '' }));
  }
}

function fieldSuggestions(properties: readonly PropertySummary[]): readonly Suggestion[] {
  return [
    ...properties.map(({ name, type, count }) => ({
      text: printField(`property:${name}`),
      detail: `${type === 'mixed' ? 'numbers and text' : type}, ${formatCount(count)}`,
    })),
    ...builtinFields.map((text) => ({ text, detail: builtinDetails[fieldType(text)] })),
  ];
}

const builtinDetails: Readonly<Record<FieldType, string>> = {
  number: 'number',
  text: 'text',
  time: 'time, UTC',
  boolean: 'true or false',
  verdict: 'verdict',
  any: '',
};

function typeOf(field: DetectionField, properties: readonly PropertySummary[]): FieldType {
  const type = fieldType(field);
  if (type !== 'any') return type;
  const found = properties.find(({ name }) => `property:${name}` === field)?.type;
  return found === undefined || found === 'mixed' ? 'any' : found;
}

function operatorSuggestions(type: FieldType, isNegated: boolean): readonly Suggestion[] {
  const equal = ['=', '!='];
  const order = ['>', '>=', '<', '<='];
  const texts = ['contains', 'starts with', 'ends with'];
  const hasText = type === 'text' || type === 'any';
  const hasOrder = type === 'number' || type === 'time' || type === 'any';
  const symbols = isNegated ? [] : [...equal, ...(hasOrder ? order : [])];
  const words = [
    'in',
    ...(hasText ? texts : []),
    ...(hasOrder ? ['between'] : []),
    ...(isNegated ? [] : ['is empty', 'is not empty']),
  ];
  return [...symbols, ...words].map((text) => ({ text, detail: operatorDetails.get(text) ?? '' }));
}

const operatorDetails: ReadonlyMap<string, string> = new Map([
  ['=', 'is'],
  ['!=', 'is not'],
  ['>', 'more than'],
  ['>=', 'at least'],
  ['<', 'less than'],
  ['<=', 'at most'],
  ['in', 'one of ("A", "B")'],
  ['between', '3 and 5, both included'],
  ['is empty', 'there is none'],
]);

function valueSuggestions(field: DetectionField, values: KnownValues): readonly Suggestion[] {
  switch (fieldType(field)) {
    case 'boolean':
      return ['true', 'false'].map((text) => ({ text, detail: '' }));
    case 'verdict':
      return reviewStateSchema.options.map((state) => ({ text: printValue(field, state), detail: '' }));
    case 'time':
      return [];
    case 'number':
      return values.map(({ value, count }) => ({ text: value, detail: formatCount(count) }));
    case 'text':
      return values.map(({ value, count }) => ({
        text: printValue(field, value),
        detail: formatCount(count),
      }));
    case 'any':
      return values.map(({ value, count }) => ({ text: printAny(field, value), detail: formatCount(count) }));
  }
}

/** Values come as text; of a property with numbers they are numbers. */
function printAny(field: DetectionField, value: string): string {
  if (value === 'true' || value === 'false') return value;
  return value !== '' && String(Number(value)) === value ? value : printValue(field, value);
}

/** Those that begin as typed, then those that hold it; without case and quotes. */
function bestMatches(suggestions: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const wanted = typed.toLowerCase();
  const ranked = suggestions.map((suggestion) => {
    const text = suggestion.text.replace(/^["`]/, '').toLowerCase();
    return { suggestion, rank: text.startsWith(wanted) ? 0 : text.includes(wanted) ? 1 : 2 };
  });
  return [0, 1].flatMap((rank) =>
    ranked.filter((one) => one.rank === rank).map(({ suggestion }) => suggestion),
  );
}
