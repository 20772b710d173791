import { timeHeading } from '../format.ts';
import { type BuiltinField, builtinFields, definitionOf } from './builtin-fields.ts';
import {
  type DetectionField,
  type LayerField,
  layerFieldOf,
  parameterOf,
  propertyOf,
  shareClassOf,
} from './detection-field.ts';
import { humanizePropertyName, type PropertyLabel } from './property-label.ts';

const builtinLabels: ReadonlySet<string> = new Set(builtinFields.map((field) => definitionOf(field).label));

/** Returns the label of a field in tables and charts, and its unit if the name contains one. */
export function fieldLabel(field: DetectionField): PropertyLabel {
  const ofLayer = layerFieldOf(field);
  if (ofLayer) return layerFieldLabel(ofLayer);
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

function layerFieldLabel(field: LayerField): PropertyLabel {
  switch (field.kind) {
    case 'inside':
      return { label: `Inside ${field.layer}`, unit: null };
    case 'distance':
      return { label: `Distance to ${field.layer}`, unit: 'm' };
    case 'edge':
      return { label: `Distance to the edge of ${field.layer}`, unit: 'm' };
    case 'nearest':
      return { label: `Nearest ${field.layer}: ${field.attribute}`, unit: null };
  }
}

/** Returns label and unit as one text: `Length (m)`. */
export function fieldTitle(field: DetectionField): string {
  const { label, unit } = fieldLabel(field);
  return unit === null ? label : `${label} (${unit})`;
}
