import { timeHeading } from '../format.ts';
import { type BuiltinField, type DetectionField, propertyOf } from './detection-field.ts';
import { humanizePropertyName, type PropertyLabel } from './property-label.ts';

const builtinTitles: Readonly<Record<BuiltinField, string>> = {
  id: 'Id',
  analytic: 'Analytic',
  region: 'Region',
  place: 'Place',
  sensor: 'Sensor',
  collected: 'Collected',
  uploaded: 'Uploaded',
  confidence: 'Confidence',
  longitude: 'Longitude',
  latitude: 'Latitude',
  chip: 'Chip',
  record: 'Record',
  verdict: 'Review',
  flagged: 'Flagged',
  note: 'Note',
  reviewer: 'Reviewed by',
  reviewed: 'Reviewed',
};

const timeFields: ReadonlySet<DetectionField> = new Set(['collected', 'uploaded', 'reviewed']);

const builtinLabels: ReadonlySet<string> = new Set(Object.values(builtinTitles));

/** Returns the label of a field in tables and charts, and its unit if the name contains one. */
export function fieldLabel(field: DetectionField): PropertyLabel {
  const name = propertyOf(field);
  if (name === undefined) {
    const title = builtinTitles[field as BuiltinField];
    return { label: timeFields.has(field) ? timeHeading(title) : title, unit: null };
  }
  const { label, unit } = humanizePropertyName(name);
  return builtinLabels.has(label) ? { label: `${label} (property)`, unit } : { label, unit };
}

/** Returns label and unit as one text: `Length (m)`. */
export function fieldTitle(field: DetectionField): string {
  const { label, unit } = fieldLabel(field);
  return unit === null ? label : `${label} (${unit})`;
}
