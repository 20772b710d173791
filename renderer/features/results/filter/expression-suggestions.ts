import { formatCount } from '../../../../shared/format.ts';
import { builtinFields, definitionOf } from '../../../../shared/results/builtin-fields.ts';
import {
  type DetectionField,
  isLength,
  type LayerSummary,
  layerFieldOf,
  nearestField,
  type ParameterSummary,
  type PropertySummary,
} from '../../../../shared/results/detection-field.ts';
import type { CompletionPoint, Expected } from '../../../../shared/results/expression/completion-point.ts';
import {
  classSharePrefix,
  type DetectionFieldType,
  fieldType,
  printField,
} from '../../../../shared/results/expression/field-name.ts';
import { printValue } from '../../../../shared/results/expression/print-expression.ts';
import { fieldGroup, groupByField } from '../../../../shared/results/field-groups.ts';
import { hasAreas } from '../../../../shared/results/layer-fields.ts';
import { reviewStateSchema } from '../../../../shared/review/review.ts';
import { texts } from '../texts.ts';

/** A text that can be inserted into an expression at the cursor. */
export type Suggestion = {
  /** The inserted and displayed text. */
  readonly text: string;
  /** Shown next to it: the type and count of a property, or how often a value occurs. */
  readonly detail: string;
  /** Title of the group of a field. */
  readonly group?: string;
};

/** Loaded values of a field with their counts. */
export type FieldValueCounts = readonly { readonly value: string; readonly count: number }[];

/** The fields of the workspace that are not built in. */
export type KnownFields = {
  readonly properties: readonly PropertySummary[];
  readonly parameters: readonly ParameterSummary[];
  /** The user's layers. */
  readonly layers?: readonly LayerSummary[];
  /** Names of likely classes, of which the share can be compared. */
  readonly classes?: FieldValueCounts;
};

/** Maximum number of suggestions shown. */
const maxShown = 50;

/** The suggestions at the cursor; those that start with the typed text come first. Numbers are the given round ones. */
export function suggestionsFor(
  { expected, typed }: CompletionPoint,
  known: KnownFields,
  values: FieldValueCounts,
  roundNumbers: readonly number[] = [],
): readonly Suggestion[] {
  return rankMatches(allSuggestions(expected, known, values, roundNumbers), typed).slice(0, maxShown);
}

/** The part of a class's name that is typed after `class_share.`; null when no share is being typed. */
export function typedClass({ expected, typed }: CompletionPoint): string | null {
  if (expected.kind !== 'field') return null;
  const text = typed.toLowerCase();
  if (text.startsWith(classSharePrefix)) return typed.slice(classSharePrefix.length).replace(/^`/, '');
  return text.length > 1 && classSharePrefix.startsWith(text) ? '' : null;
}

/** The field of which a number without a unit is expected at the cursor, else null. */
export function expectedNumberField(
  { expected }: CompletionPoint,
  known: KnownFields,
): DetectionField | null {
  if (expected.kind !== 'value' || isLength(expected.field)) return null;
  return typeOf(expected.field, known) === 'number' ? expected.field : null;
}

/** The field whose values are suggested at the cursor, else null. */
export function expectedValuesField(
  { expected }: CompletionPoint,
  known: KnownFields,
): DetectionField | null {
  return expected.kind === 'value' && typeOf(expected.field, known) !== 'number' ? expected.field : null;
}

const sampleDistances = ['200 m', '1 km', '5 km', '10 km', '12 nm', '50 km'] as const;

function allSuggestions(
  expected: Expected,
  known: KnownFields,
  values: FieldValueCounts,
  roundNumbers: readonly number[],
): readonly Suggestion[] {
  switch (expected.kind) {
    case 'field':
      return [
        ...fieldSuggestions(known),
        { text: 'not', detail: texts.suggestions.not },
        { text: '(', detail: texts.suggestions.group },
      ];
    case 'operator':
      return operatorSuggestions(typeOf(expected.field, known), expected.isNegated);
    case 'layer':
      return (known.layers ?? [])
        .filter(
          ({ geometry }) => (expected.of !== 'inside' && expected.of !== 'edge') || hasAreas({ geometry }),
        )
        .map(({ name, geometry }) => ({
          text: JSON.stringify(name),
          detail: texts.suggestions.layerKinds[geometry],
        }));
    case 'attribute':
      return attributeSuggestions(expected.layer, known);
    case 'value':
      if (isLength(expected.field)) return sampleDistances.map((text) => ({ text, detail: '' }));
      return typeOf(expected.field, known) === 'number'
        ? roundNumbers.map((number) => ({ text: String(number), detail: '' }))
        : valueSuggestions(expected.field, values);
    case 'words':
      return expected.words.map((text) => ({ text, detail: '' }));
  }
}

function fieldSuggestions({
  properties,
  parameters,
  layers = [],
  classes = [],
}: KnownFields): readonly Suggestion[] {
  const typed = (type: PropertySummary['type']) => (type === 'mixed' ? texts.suggestions.mixed : type);
  const suggest = (field: DetectionField, detail: string) => ({
    text: printField(field),
    detail,
    group: fieldGroup(field),
  });
  const ofProperties = properties.map(
    ({ name, type, count }) => [`property:${name}`, `${typed(type)}, ${formatCount(count)}`] as const,
  );
  return [
    ...groupByField(ofProperties, ([field]) => field).flatMap(({ items }) =>
      items.map(([field, detail]) => suggest(field, detail)),
    ),
    ...builtinFields.map((field) => {
      const { type, unit } = definitionOf(field);
      return suggest(field, unit === null ? builtinDetails[type] : `${builtinDetails[type]}, ${unit}`);
    }),
    ...parameters.map(({ name, type, count }) =>
      suggest(`parameter:${name}`, texts.suggestions.parameter(typed(type), count)),
    ),
    ...classes.map(({ value, count }) =>
      suggest(`class_share:${value}`, texts.suggestions.classShare(count)),
    ),
    ...layers.flatMap(layerSuggestions),
  ];
}

function layerSuggestions({ name, geometry }: LayerSummary): readonly Suggestion[] {
  const [group, layer] = [fieldGroup(`distance:${name}`), JSON.stringify(name)];
  const { inside, near, distance, edge, nearest } = texts.suggestions;
  return [
    ...(hasAreas({ geometry })
      ? [
          { text: printField(`inside:${name}`), detail: inside, group },
          { text: printField(`edge:${name}`), detail: edge, group },
        ]
      : []),
    { text: `near(${layer}, ${sampleDistances[2]})`, detail: near, group },
    { text: printField(`distance:${name}`), detail: distance, group },
    { text: `nearest(${layer})`, detail: nearest, group },
  ];
}

function attributeSuggestions(layer: string, { layers = [] }: KnownFields): readonly Suggestion[] {
  const attributes = layers.find(({ name }) => name === layer)?.attributes ?? [];
  return attributes.map(({ name, type, isBoolean }) => ({
    // After a dot, as in `nearest("Ports").name`.
    text: printField(nearestField('', name)).slice('nearest("")'.length),
    detail: isBoolean ? 'boolean' : type,
  }));
}

const builtinDetails: Readonly<Record<DetectionFieldType, string>> = texts.suggestions.types;

function typeOf(
  field: DetectionField,
  { properties, parameters, layers = [] }: KnownFields,
): DetectionFieldType {
  const type = fieldType(field);
  if (type !== 'any') return type;
  const ofLayer = layerFieldOf(field);
  if (ofLayer?.kind === 'nearest') {
    const layer = layers.find(({ name }) => name === ofLayer.layer);
    const attribute = layer?.attributes.find(({ name }) => name === ofLayer.attribute);
    if (attribute === undefined) return 'any';
    return attribute.isBoolean ? 'boolean' : attribute.type === 'text' ? 'text' : 'number';
  }
  const found =
    properties.find(({ name }) => `property:${name}` === field)?.type ??
    parameters.find(({ name }) => `parameter:${name}` === field)?.type;
  return found === undefined || found === 'mixed' ? 'any' : found;
}

function operatorSuggestions(type: DetectionFieldType, isNegated: boolean): readonly Suggestion[] {
  const equal = ['=', '!='];
  const order = ['>', '>=', '<', '<='];
  const textOperators = ['contains', 'starts with', 'ends with'];
  const hasText = type === 'text' || type === 'any';
  const textWords = hasText ? textOperators : type === 'names' ? ['contains'] : [];
  const hasOrder = type === 'number' || type === 'time' || type === 'any';
  const symbols = isNegated ? [] : [...equal, ...(hasOrder ? order : [])];
  const words = [
    'in',
    ...textWords,
    ...(hasOrder ? ['between'] : []),
    ...(isNegated ? [] : ['is empty', 'is not empty']),
  ];
  return [...symbols, ...words].map((text) => ({ text, detail: operatorDetails.get(text) ?? '' }));
}

const operatorDetails: ReadonlyMap<string, string> = new Map([
  ['=', texts.suggestions.operators.equal],
  ['!=', texts.suggestions.operators.unequal],
  ['>', texts.suggestions.operators.greater],
  ['>=', texts.suggestions.operators.atLeast],
  ['<', texts.suggestions.operators.less],
  ['<=', texts.suggestions.operators.atMost],
  ['in', texts.suggestions.operators.in],
  ['between', texts.suggestions.operators.between],
  ['is empty', texts.suggestions.operators.empty],
]);

function valueSuggestions(field: DetectionField, values: FieldValueCounts): readonly Suggestion[] {
  switch (fieldType(field)) {
    case 'boolean':
      return ['true', 'false'].map((text) => ({ text, detail: '' }));
    case 'verdict':
      return reviewStateSchema.options.map((state) => ({ text: printValue(field, state), detail: '' }));
    case 'names':
      if (field !== 'not_fetched') return countedSuggestions(field, values);
      return builtinFields
        .filter((name) => definitionOf(name).paths)
        .map((name) => ({ text: printValue(field, name), detail: definitionOf(name).label }));
    case 'time':
    case 'number':
      return [];
    case 'text':
      return countedSuggestions(field, values);
    case 'any':
      return values.map(({ value, count }) => ({
        text: printUntypedValue(field, value),
        detail: formatCount(count),
      }));
  }
}

function countedSuggestions(field: DetectionField, values: FieldValueCounts): readonly Suggestion[] {
  return values.map(({ value, count }) => ({ text: printValue(field, value), detail: formatCount(count) }));
}

/** Prints a value, which is loaded as text, for an expression: values of numeric properties without quotes. */
function printUntypedValue(field: DetectionField, value: string): string {
  if (value === 'true' || value === 'false') return value;
  return value !== '' && String(Number(value)) === value ? value : printValue(field, value);
}

/** Suggestions that start with the typed text, then those that contain it; ignores case and quotes. */
function rankMatches(suggestions: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const query = typed.replace(/^\.`?/, '').toLowerCase();
  const ranked = suggestions.map((suggestion) => {
    const text = suggestion.text.replace(/^\.?["`]?/, '').toLowerCase();
    return { suggestion, rank: text.startsWith(query) ? 0 : text.includes(query) ? 1 : 2 };
  });
  return [0, 1].flatMap((rank) =>
    ranked.filter((one) => one.rank === rank).map(({ suggestion }) => suggestion),
  );
}
