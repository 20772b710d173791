import {
  builtinFields,
  type DetectionField,
  type PropertySummary,
  propertyOf,
} from '../../../../shared/results/detection-field.ts';
import { printField } from '../../../../shared/results/expression/field-name.ts';
import type { FilterExpression } from '../../../../shared/results/expression/filter-expression.ts';

/** Properties in an expression that no detection has, and what may have been meant. Empty while none are known. */
export function unknownFields(
  expression: FilterExpression,
  properties: readonly PropertySummary[],
): readonly { readonly name: string; readonly message: string }[] {
  if (properties.length === 0) return [];
  const known = new Set(properties.map(({ name }) => name));
  const names = [...new Set(fieldsOf(expression))].flatMap((field) => propertyOf(field) ?? []);
  return names
    .filter((name) => !known.has(name))
    .map((name) => {
      const meant = likeName(name, properties);
      const remedy = meant === null ? 'Choose one from the list.' : `Did you mean ${meant}?`;
      return { name, message: `No detection has a property “${name}”. ${remedy}` };
    });
}

function likeName(name: string, properties: readonly PropertySummary[]): string | null {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const fields: readonly DetectionField[] = [
    ...builtinFields,
    ...properties.map((property): DetectionField => `property:${property.name}`),
  ];
  const wanted = plain(name);
  const exact = fields.find((field) => plain(propertyOf(field) ?? field) === wanted);
  const like =
    exact ?? fields.find((field) => wanted !== '' && plain(propertyOf(field) ?? field).includes(wanted));
  return like === undefined ? null : printField(like);
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
