import { csvCell } from '../../../shared/csv-cell.ts';
import type { StatisticsBar } from './statistics-bars.ts';
import { texts } from './texts.ts';

/** The numbers as CSV (RFC 4180). Text that a spreadsheet would interpret as a formula starts with an apostrophe. */
export function statisticsCsv(
  title: string,
  bars: readonly StatisticsBar[],
  summary: readonly { readonly label: string; readonly value: string }[] = [],
): string {
  const hasTotals = bars.some(({ total }) => total !== null);
  const hasLooks = bars.some(({ looks }) => looks !== undefined);
  const lines = [
    [
      title,
      texts.csv.detections,
      ...(hasTotals ? [texts.csv.total] : []),
      ...(hasLooks ? [texts.csv.looks] : []),
    ],
    ...bars.map(({ label, count, total, looks }) => [
      label,
      String(count),
      ...(hasTotals ? [String(total ?? '')] : []),
      ...(hasLooks ? [String(looks ?? '')] : []),
    ]),
    ...summary.map(({ label, value }) => [label, value]),
  ];
  return lines.map((line) => line.map((text) => csvCell(text)).join(',')).join('\r\n');
}
