import type { DetectionRow } from '../../../shared/results/detection.ts';
import type { DetectionField } from '../../../shared/results/detection-field.ts';
import { fieldTitle } from '../../../shared/results/field-title.ts';
import { cellValue } from '../../../shared/results/field-value.ts';

/**
 * Formats rows as tab-separated text with a header line, for spreadsheets. Values are unchanged; text that a spreadsheet
 * would interpret as a formula gets an apostrophe in front.
 */
export function formatRowsAsText(rows: readonly DetectionRow[], fields: readonly DetectionField[]): string {
  const titles = fields.map((field) => escapeForSpreadsheet(fieldTitle(field)));
  const lines = rows.map((row) => fields.map((field) => cellText(cellValue(row, field))));
  return [titles, ...lines].map((line) => line.join('\t')).join('\n');
}

function cellText(value: ReturnType<typeof cellValue>): string {
  return typeof value === 'string' ? escapeForSpreadsheet(value) : String(value ?? '');
}

function escapeForSpreadsheet(text: string): string {
  const line = text.replaceAll(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(line) ? `'${line}` : line;
}
