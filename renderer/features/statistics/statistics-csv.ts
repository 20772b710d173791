import type { StatisticsBar } from './statistics-bars.ts';
import { texts } from './texts.ts';

/** The numbers as CSV (RFC 4180). Text that a spreadsheet would interpret as a formula starts with an apostrophe. */
export function statisticsCsv(
  title: string,
  bars: readonly StatisticsBar[],
  summary: readonly { readonly label: string; readonly value: string }[] = [],
): string {
  const hasTotals = bars.some(({ total }) => total !== null);
  const lines = [
    [title, texts.csv.detections, ...(hasTotals ? [texts.csv.total] : [])],
    ...bars.map(({ label, count, total }) => [
      label,
      String(count),
      ...(hasTotals ? [String(total ?? '')] : []),
    ]),
    ...summary.map(({ label, value }) => [label, value]),
  ];
  return lines.map((line) => line.map(cell).join(',')).join('\r\n');
}

function cell(text: string): string {
  // Text that starts with a minus is not a formula if it is a number.
  const isFormula = /^[=+@\t\r]/.test(text) || (text.startsWith('-') && Number.isNaN(Number(text)));
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
