import { timeHeading } from '../format.ts';
import { type BuiltinField, builtinFields, definitionOf } from './builtin-fields.ts';
import { type DetectionField, layerOf, parameterOf, propertyOf, shareClassOf } from './detection-field.ts';
import { humanizePropertyName, type PropertyLabel } from './property-label.ts';

const builtinLabels: ReadonlySet<string> = new Set(builtinFields.map((field) => definitionOf(field).label));

/** Returns the label of a field in tables and charts, and its unit if the name contains one. */
export function fieldLabel(field: DetectionField): PropertyLabel {
  const layer = layerOf(field);
  if (layer !== undefined) return { label: `Inside ${layer}`, unit: null };
  const name = propertyOf(field);
  const parameter = parameterOf(field);
  if (parameter !== undefined) return { label: `${parameter} (parameter)`, unit: null };
  const shareClass = shareClassOf(field);
  if (shareClass !== undefined) return { label: `Share of ${shareClass}`, unit: null };
  if (name === undefined) {
    const { label, type, unit } = definitionOf(field as BuiltinField);
    return { label: type === 'time' ? timeHeading(label) : label, unit };
  }
  const { label, unit } = humanizePropertyName(name);
  return builtinLabels.has(label) ? { label: `${label} (property)`, unit } : { label, unit };
}

/** Returns label and unit as one text: `Length (m)`. */
export function fieldTitle(field: DetectionField): string {
  const { label, unit } = fieldLabel(field);
  return unit === null ? label : `${label} (${unit})`;
}
