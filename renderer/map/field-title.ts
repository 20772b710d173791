import { propertyOf } from '../../shared/results/detection-field.ts';
import { humanizePropertyName } from '../../shared/results/property-label.ts';
import type { MapLabel } from './map-types.ts';

/** The fields that labels on the map can show for every detection, in menu order. */
export const labelTitles: ReadonlyMap<MapLabel, string> = new Map([
  ['analytic', 'Analytic'],
  ['length', 'Length'],
  ['confidence', 'Confidence'],
  ['id', 'Id'],
  ['sensor', 'Sensor'],
  ['collected', 'Collected'],
  ['verdict', 'Verdict'],
  ['note', 'Note'],
]);

/** How a field is called where its values are shown on the map. */
export function fieldTitle(field: MapLabel): string {
  const property = field === 'length' ? undefined : propertyOf(field);
  if (property === undefined) return labelTitles.get(field) ?? field;
  const { label, unit } = humanizePropertyName(property);
  return unit === null ? label : `${label} (${unit})`;
}
