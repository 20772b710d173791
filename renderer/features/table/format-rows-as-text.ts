import { tabRow } from '../../../shared/csv-cell.ts';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import type { DetectionField } from '../../../shared/results/detection-field.ts';
import { fieldTitle } from '../../../shared/results/field-title.ts';
import { cellValue } from '../../../shared/results/field-value.ts';

/**
 * Formats rows as tab-separated text with a header line, for spreadsheets. Values are unchanged; text that a spreadsheet
 * would interpret as a formula gets an apostrophe in front.
 */
export function formatRowsAsText(rows: readonly DetectionRow[], fields: readonly DetectionField[]): string {
  const lines = rows.map((row) => fields.map((field) => cellValue(row, field) ?? null));
  return [fields.map(fieldTitle), ...lines].map(tabRow).join('\n');
}
