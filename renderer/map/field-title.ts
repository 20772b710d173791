import { builtinFields } from '../../shared/results/builtin-fields.ts';
import { fieldTitle } from '../../shared/results/field-title.ts';
import type { MapLabel } from './map-types.ts';

/** The labels that the map can show for every detection, in menu order. */
export const mapLabels: readonly MapLabel[] = [
  'analytic',
  'length',
  ...builtinFields.filter((field) => field !== 'analytic' && field !== 'length'),
];

/** Name of a label. */
export function labelTitle(label: MapLabel): string {
  return label === 'length' ? 'Length' : fieldTitle(label);
}

/** The unit of density, in every legend of it. */
export function densityUnit(cellPixels: number): string {
  return `detections in a square of ${cellPixels} × ${cellPixels} pixels`;
}
