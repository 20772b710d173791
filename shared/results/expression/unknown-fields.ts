import { foldText } from '../../fold-text.ts';
import { ports } from '../../places/ports.ts';
import { builtinFields } from '../builtin-fields.ts';
import type { DetectionFilter } from '../detection.ts';
import {
  type DetectionField,
  type LayerSummary,
  layerFieldOf,
  type ParameterSummary,
  type PropertySummary,
  parameterOf,
  propertyOf,
} from '../detection-field.ts';
import { findSimilarName } from '../find-similar-name.ts';
import { printField } from './field-name.ts';
import { conditionsOf, fieldsOf } from './fields-of.ts';
import type { FilterExpression } from './filter-expression.ts';
import { nameMembers, type RecordNames } from './lift-conditions.ts';
import { parseExpression } from './parse-expression.ts';

/**
 * Properties, parameters, layers and attributes of layers in an expression that the workspace does not have, and places that
 * are no named port, with a suggested name. Null: not known which it has, so that none is unknown.
 */
export function unknownFields(
  expression: FilterExpression,
  properties: readonly PropertySummary[] | null,
  parameters: readonly ParameterSummary[] | null,
  layers: readonly Pick<LayerSummary, 'name' | 'attributes'>[] | null = null,
): readonly { readonly name: string; readonly message: string }[] {
  const fields = [...new Set(fieldsOf(expression))];
  const unknownParameters = missing(
    fields.flatMap((field) => parameterOf(field) ?? []),
    parameters,
  ).map((name) => ({
    name,
    message: `No processor of a record has a parameter “${name}”. Choose another one.`,
  }));
  const unknownProperties = missing(
    fields.flatMap((field) => propertyOf(field) ?? []),
    properties,
  ).map((name) => {
    const suggestion = similarFieldName(name, properties ?? []);
    const remedy = suggestion === null ? 'Choose another one.' : `Did you mean ${suggestion}?`;
    return { name, message: `No detection has a property “${name}”. ${remedy}` };
  });
  return [
    ...unknownProperties,
    ...unknownParameters,
    ...unknownOfLayers(fields, layers),
    ...unknownPlaces(expression),
  ];
}

const portNames = ports.map(([name]) => name);
const foldedPorts: ReadonlySet<string> = new Set(portNames.map(foldText));

function unknownPlaces(
  expression: FilterExpression,
): readonly { readonly name: string; readonly message: string }[] {
  const names = comparedNames(expression, 'place').filter((name) => !foldedPorts.has(foldText(name)));
  return names.map((name) => {
    const similar = findSimilarName(name, portNames);
    const remedy = similar === undefined ? 'Choose another one.' : `Did you mean ${similar}?`;
    return { name, message: `No named port is “${name}”. ${remedy}` };
  });
}

/** The names that a field is compared with as a whole, each once. */
export function comparedNames(expression: FilterExpression, field: DetectionField): readonly string[] {
  const names = conditionsOf(expression)
    .filter((condition) => condition.field === field)
    .flatMap((condition) => {
      if (condition.kind === 'compare') return [String(condition.value)];
      return condition.kind === 'in' ? condition.values.map(String) : [];
    });
  return [...new Set(names)];
}

/**
 * A sentence for each name of a filter that no record has, and each property and value of a field that no detection has;
 * `values` has those of fields of which all are known.
 */
export function describeMissingNames(
  filter: DetectionFilter,
  properties: readonly string[],
  known: RecordNames & {
    readonly property: readonly string[];
    readonly values: Readonly<Partial<Record<DetectionField, readonly string[]>>>;
  },
): readonly string[] {
  const parsed = filter.expression === undefined ? undefined : parseExpression(filter.expression);
  const describe = (what: string, names: readonly string[], candidates: readonly string[]) =>
    [...new Set(names)].map((name) => {
      const similar = findSimilarName(name, candidates);
      return `${what} “${name}”.${similar === undefined ? '' : ` Did you mean “${similar}”?`}`;
    });
  return [
    ...(['analytic', 'region', 'sensor'] as const).flatMap((field) => {
      const folded = new Set(known[field].map((name) => name.toLowerCase()));
      const written = parsed?.ok ? comparedNames(parsed.expression, field) : [];
      const missing = [
        ...(filter[nameMembers[field]] ?? []).filter((name) => !known[field].includes(name)),
        ...written.filter((name) => !folded.has(name.toLowerCase())),
      ];
      return describe(`No record of the workspace has the ${field}`, missing, known[field]);
    }),
    ...Object.entries(known.values).flatMap(([field, values = []]) => {
      const folded = new Set(values.map(foldText));
      const written = parsed?.ok ? comparedNames(parsed.expression, field as DetectionField) : [];
      const absent = written.filter((name) => !folded.has(foldText(name)));
      return describe(`No detection of the workspace has the ${field}`, absent, values);
    }),
    ...describe(
      'No detection of the workspace has the property',
      properties.filter((name) => !known.property.includes(name)),
      known.property,
    ),
  ];
}

function unknownOfLayers(
  fields: readonly DetectionField[],
  layers: readonly Pick<LayerSummary, 'name' | 'attributes'>[] | null,
): readonly { readonly name: string; readonly message: string }[] {
  const ofLayers = fields.flatMap((field) => layerFieldOf(field) ?? []);
  const names = new Set(ofLayers.map(({ layer }) => layer));
  const unknownLayers = missing([...names], layers).map((name) => ({
    name,
    message: `There is no layer “${name}”. Import it, or choose another one.`,
  }));
  const unknownAttributes = ofLayers.flatMap((field) => {
    const layer = field.kind === 'nearest' ? layers?.find(({ name }) => name === field.layer) : undefined;
    if (field.kind !== 'nearest' || !layer) return [];
    return missing([field.attribute], layer.attributes).map((name) => ({
      name,
      message: `The layer “${layer.name}” has no attribute “${name}”. Choose another one.`,
    }));
  });
  return [...unknownLayers, ...unknownAttributes];
}

function missing(
  names: readonly string[],
  known: readonly { readonly name: string }[] | null,
): readonly string[] {
  return known === null ? [] : names.filter((name) => !known.some((each) => each.name === name));
}

function similarFieldName(name: string, properties: readonly PropertySummary[]): string | null {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const fields: readonly DetectionField[] = [
    ...builtinFields,
    ...properties.map((property): DetectionField => `property:${property.name}`),
  ];
  const query = plain(name);
  const exact = fields.find((field) => plain(propertyOf(field) ?? field) === query);
  const similar =
    exact ?? fields.find((field) => query !== '' && plain(propertyOf(field) ?? field).includes(query));
  if (similar !== undefined) return printField(similar);
  const misspelled = findSimilarName(
    name,
    fields.map((field) => propertyOf(field) ?? field),
  );
  const meant = fields.find((field) => (propertyOf(field) ?? field) === misspelled);
  return meant === undefined ? null : printField(meant);
}
