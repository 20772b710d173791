import { builtinFields } from '../builtin-fields.ts';
import { type DetectionField, type PropertySummary, propertyOf } from '../detection-field.ts';
import { findSimilarName } from '../find-similar-name.ts';
import { printField } from './field-name.ts';
import type { FilterExpression } from './filter-expression.ts';

/** Properties in an expression that are not among those of the workspace's detections, and a suggested name. */
export function unknownFields(
  expression: FilterExpression,
  properties: readonly PropertySummary[],
): readonly { readonly name: string; readonly message: string }[] {
  const known = new Set(properties.map(({ name }) => name));
  const names = [...new Set(fieldsOf(expression))].flatMap((field) => propertyOf(field) ?? []);
  return names
    .filter((name) => !known.has(name))
    .map((name) => {
      const suggestion = similarFieldName(name, properties);
      const remedy = suggestion === null ? 'Choose one from the list.' : `Did you mean ${suggestion}?`;
      return { name, message: `No detection has a property “${name}”. ${remedy}` };
    });
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

function fieldsOf(expression: FilterExpression): readonly DetectionField[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.parts.flatMap(fieldsOf);
    case 'not':
      return fieldsOf(expression.part);
    default:
      return [expression.field];
  }
}
