import { formatDirection, formatPlainNumber, toDisplayUnit } from '../format.ts';
import type { DetectionField } from './detection-field.ts';
import { fieldLabel } from './field-title.ts';

/** A number of a field with its unit, where that is known: `31.5 °`, `12.4 kn`, `104 ft`, `045°` for a heading. */
export function formatFieldNumber(field: DetectionField, number: number): string {
  if (field === 'heading') return formatDirection(number);
  const { value, unit } = toDisplayUnit(number, fieldLabel(field).unit);
  const text = formatPlainNumber(value);
  if (unit === null) return text;
  return unit === '°' ? `${text}°` : `${text} ${unit}`;
}
