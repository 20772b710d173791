import { z } from 'zod';
import {
  type DetectionField,
  detectionFieldSchema,
  type PropertySummary,
} from '../../shared/results/detection-field.ts';
import { readMeaning } from '../../shared/results/property-meaning.ts';

export const columnChoiceSchema = z.object({
  field: detectionFieldSchema,
  /** CSS pixels; absent: as wide as suits, and wider when there is room. */
  width: z.number().min(30).max(2000).optional(),
});

/** A column that is shown. */
export type ColumnChoice = z.infer<typeof columnChoiceSchema>;

/** The columns from left to right. */
export type ColumnLayout = readonly ColumnChoice[];

const narrowest = 40;
const widest = 800;

/** The columns that are shown until others are chosen; length and heading are properties of common names. */
export function defaultColumns(properties: readonly PropertySummary[]): ColumnLayout {
  const meaning = (what: 'lengthMetres' | 'headingDegrees'): DetectionField[] => {
    const found = properties.find(({ name }) => readMeaning({ [name]: 45 })[what] !== null);
    return found ? [`property:${found.name}`] : [];
  };
  const fields: readonly DetectionField[] = [
    'id',
    'analytic',
    ...meaning('lengthMetres'),
    ...meaning('headingDegrees'),
    'confidence',
    'collected',
    'sensor',
    'verdict',
  ];
  return fields.map((field) => ({ field }));
}

/** With the column at the end, or without it; the last column stays. */
export function toggleColumn(layout: ColumnLayout, field: DetectionField): ColumnLayout {
  const rest = layout.filter((column) => column.field !== field);
  if (rest.length === layout.length) return [...layout, { field }];
  return rest.length === 0 ? layout : rest;
}

/** With a column moved to another place, counted from 0; places beyond the ends are the ends. */
export function moveColumn(layout: ColumnLayout, field: DetectionField, place: number): ColumnLayout {
  const moved = layout.find((column) => column.field === field);
  if (!moved) return layout;
  const rest = layout.filter((column) => column !== moved);
  const at = Math.min(rest.length, Math.max(0, place));
  return [...rest.slice(0, at), moved, ...rest.slice(at)];
}

/** With a column of so many CSS pixels, within what can be read. */
export function resizeColumn(layout: ColumnLayout, field: DetectionField, width: number): ColumnLayout {
  const bounded = Math.round(Math.min(widest, Math.max(narrowest, width)));
  return layout.map((column) => (column.field === field ? { field, width: bounded } : column));
}
