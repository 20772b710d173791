import { z } from 'zod';
import {
  type DetectionField,
  detectionFieldSchema,
  type PropertySummary,
} from '../../shared/results/detection-field.ts';
import { statementOf } from '../../shared/results/meaning-fields.ts';

export const columnChoiceSchema = z.object({
  field: detectionFieldSchema,
  /** CSS pixels; absent: the default width, and wider when there is space. */
  width: z.number().min(30).max(2000).optional(),
});

/** A column that is shown. */
export type ColumnChoice = z.infer<typeof columnChoiceSchema>;

/** The columns from left to right. */
export type ColumnLayout = readonly ColumnChoice[];

const minWidth = 40;
const maxWidth = 800;

/** The widths of the table in CSS pixels from which there is room for the heading, and for the sensor. */
const widthWithHeading = 660;
const widthWithSensor = 900;

/**
 * The columns that are shown until others are chosen; length and heading where a property states them. In a
 * narrower table (CSS pixels), the sensor and then the heading are left out; the inspector shows them.
 */
export function defaultColumns(properties: readonly PropertySummary[], tableWidth: number): ColumnLayout {
  const stated = (field: 'length' | 'heading'): DetectionField[] =>
    properties.some(({ name }) => statementOf(field, name) !== null) ? [field] : [];
  const fields: readonly DetectionField[] = [
    'id',
    'analytic',
    ...stated('length'),
    ...(tableWidth < widthWithHeading ? [] : stated('heading')),
    'confidence',
    'collected',
    'place',
    ...(tableWidth < widthWithSensor ? [] : ['sensor' as const]),
    'verdict',
  ];
  return fields.map((field) => ({ field }));
}

/** Adds the column at the end, or removes it; the last column cannot be removed. */
export function toggleColumn(layout: ColumnLayout, field: DetectionField): ColumnLayout {
  const rest = layout.filter((column) => column.field !== field);
  if (rest.length === layout.length) return [...layout, { field }];
  return rest.length === 0 ? layout : rest;
}

/** Moves a column to another position, counted from 0 and clamped to the ends. */
export function moveColumn(layout: ColumnLayout, field: DetectionField, position: number): ColumnLayout {
  const moved = layout.find((column) => column.field === field);
  if (!moved) return layout;
  const rest = layout.filter((column) => column !== moved);
  const at = Math.min(rest.length, Math.max(0, position));
  return [...rest.slice(0, at), moved, ...rest.slice(at)];
}

/** Sets the width of a column in CSS pixels, clamped to a readable range. */
export function resizeColumn(layout: ColumnLayout, field: DetectionField, width: number): ColumnLayout {
  const bounded = Math.round(Math.min(maxWidth, Math.max(minWidth, width)));
  return layout.map((column) => (column.field === field ? { field, width: bounded } : column));
}
