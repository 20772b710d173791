import {
  formatDirection,
  formatDuration,
  formatMetres,
  formatObjectLength,
  formatPlainNumber,
  toDisplayUnit,
} from '../format.ts';
import { type DetectionField, layerFieldOf, propertyOf } from './detection-field.ts';
import { fieldLabel } from './field-title.ts';
import { wordsOf } from './property-label.ts';

/** Milliseconds of the units of durations. */
const durationUnits: ReadonlyMap<string, number> = new Map([
  ['s', 1000],
  ['min', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Last words of the names of properties that are directions over ground, but for a unit. */
const directionWords: ReadonlySet<string> = new Set(['heading', 'course', 'cog', 'bearing']);

/**
 * A number of a field for people: `31.5°`, `12.4 kn`, `104 ft`, `045°` for a direction, `3 h 43 min` for a duration. A
 * value in the unit in which it came keeps up to six digits.
 */
export function formatFieldNumber(field: DetectionField, number: number): string {
  const { unit } = fieldLabel(field);
  // A number that is no direction is shown as it is.
  if (isDirection(field) && Math.abs(number) <= 360) return formatDirection(number);
  const milliseconds = unit === null ? undefined : durationUnits.get(unit);
  if (milliseconds !== undefined) return formatDuration(number * milliseconds);
  if (unit === 'm' && layerFieldOf(field)) return formatMetres(number);
  if (toDisplayUnit(number, unit).unit !== unit) return formatObjectLength(number);
  const digits = formatPlainNumber(number);
  if (unit === null) return digits;
  return unit === '°' || unit === '%' ? `${digits}${unit}` : `${digits} ${unit}`;
}

function isDirection(field: DetectionField): boolean {
  if (field === 'heading') return true;
  const words = wordsOf(propertyOf(field) ?? '');
  const last = ['deg', 'degree', 'degrees'].includes(words.at(-1) ?? '') ? words.at(-2) : words.at(-1);
  return directionWords.has(last ?? '') || words.join(' ').endsWith('course over ground');
}
