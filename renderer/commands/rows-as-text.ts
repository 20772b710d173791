import type { DetectionRow } from '../../shared/results/detection.ts';
import type { DetectionField } from '../../shared/results/detection-field.ts';
import { fieldTitle } from '../../shared/results/field-title.ts';
import { cellValue } from '../../shared/results/field-value.ts';

/**
 * Rows as tab-separated text with a line of titles, for spreadsheets. Values are as they came; text that a spreadsheet
 * would take for a formula gets an apostrophe in front.
 */
export function rowsAsText(rows: readonly DetectionRow[], fields: readonly DetectionField[]): string {
  const titles = fields.map((field) => plain(fieldTitle(field)));
  const lines = rows.map((row) => fields.map((field) => cellText(cellValue(row, field))));
  return [titles, ...lines].map((line) => line.join('\t')).join('\n');
}

function cellText(value: ReturnType<typeof cellValue>): string {
  return typeof value === 'string' ? plain(value) : String(value ?? '');
}

function plain(text: string): string {
  const line = text.replaceAll(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(line) ? `'${line}` : line;
}
