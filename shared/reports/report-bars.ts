import type { ReportBar } from './report-document.ts';

/** The greatest value of a chart, at least 1. */
export function longestBar(bars: readonly ReportBar[]): number {
  return bars.reduce((most, { value }) => Math.max(most, value ?? 0), 1);
}

/** The number of a bar and its note: `12`, `45 · UNUSUAL`, `unknown`. */
export function barText({ value, note = '' }: ReportBar): string {
  if (value === null) return note;
  return note === '' ? String(value) : `${value} · ${note}`;
}
