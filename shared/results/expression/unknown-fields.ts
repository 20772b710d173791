import { builtinFields } from '../builtin-fields.ts';
import {
  type DetectionField,
  type ParameterSummary,
  type PropertySummary,
  parameterOf,
  propertyOf,
} from '../detection-field.ts';
import { findSimilarName } from '../find-similar-name.ts';
import { printField } from './field-name.ts';
import { fieldsOf } from './fields-of.ts';
import type { FilterExpression } from './filter-expression.ts';

/** Properties and parameters in an expression that the workspace does not have, and a suggested name. */
export function unknownFields(
  expression: FilterExpression,
  properties: readonly PropertySummary[],
  parameters: readonly ParameterSummary[],
): readonly { readonly name: string; readonly message: string }[] {
  const known = new Set(properties.map(({ name }) => name));
  const fields = [...new Set(fieldsOf(expression))];
  const knownParameters = new Set(parameters.map(({ name }) => name));
  const unknownParameters = fields
    .flatMap((field) => parameterOf(field) ?? [])
    .filter((name) => !knownParameters.has(name))
    .map((name) => ({
      name,
      message: `No processor of a record has a parameter “${name}”. Choose one from the list.`,
    }));
  const names = fields.flatMap((field) => propertyOf(field) ?? []);
  const unknownProperties = names
    .filter((name) => !known.has(name))
    .map((name) => {
      const suggestion = similarFieldName(name, properties);
      const remedy = suggestion === null ? 'Choose one from the list.' : `Did you mean ${suggestion}?`;
      return { name, message: `No detection has a property “${name}”. ${remedy}` };
    });
  return [...unknownProperties, ...unknownParameters];
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
