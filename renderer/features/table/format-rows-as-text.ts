import { tabRow } from '../../../shared/csv-cell.ts';
import { describeNamedLayer } from '../../../shared/layers/describe-layer.ts';
import type { VectorLayer } from '../../../shared/layers/vector-layer.ts';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import type { DetectionField } from '../../../shared/results/detection-field.ts';
import { fieldTitle } from '../../../shared/results/field-title.ts';
import { cellValue } from '../../../shared/results/field-value.ts';
import { texts } from './texts.ts';

/**
 * Formats rows as tab-separated text with a header line, for spreadsheets. Values are unchanged; text that a spreadsheet
 * would interpret as a formula gets an apostrophe in front. The last column has the age, license and accuracy of the
 * layers that fields are about, if any.
 */
export function formatRowsAsText(
  rows: readonly DetectionRow[],
  fields: readonly DetectionField[],
  layers: readonly VectorLayer[] = [],
): string {
  const sources = layers.length === 0 ? [] : [layers.map(describeNamedLayer).join('; ')];
  const lines = rows.map((row) => [...fields.map((field) => cellValue(row, field) ?? null), ...sources]);
  return [[...fields.map(fieldTitle), ...sources.map(() => texts.copied.layers)], ...lines]
    .map(tabRow)
    .join('\n');
}
