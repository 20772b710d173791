import { type CsvSigns, csvRow } from '../../../../shared/csv-cell.ts';
import { analyticDisplayName } from '../../../../shared/results/analytics.ts';
import { type Verdict, verdictSchema } from '../../../../shared/review/review.ts';
import type { Progress } from '../export-progress.ts';
import type { OutputFile } from '../files/output-file.ts';
import type { createMeaningReader } from '../rows/derived-columns.ts';
import type { DetectionSourceRow } from '../rows/detection-source.ts';

const columns = [
  'analytic',
  'by',
  'value',
  'detections',
  'reviewed',
  'reviewed_share',
  'confirmed',
  'rejected',
  'unsure',
  'precision',
  'precision_low_95',
  'precision_high_95',
];

const notStated = 'not stated';

/** Lower ends of classes; each ends where the next one begins. */
const incidenceClasses = [0, 20, 30, 40, 50] as const;
const lengthClasses = [0, 20, 50, 100, 150, 200, 300] as const;

/**
 * Writes precision by analytic, and within each by processor version, sensor, incidence angle and length, as CSV. How
 * many detections were missed is not known, so that there is no recall.
 */
export function writeAccuracyTable(
  file: OutputFile,
  rows: Iterable<readonly DetectionSourceRow[]>,
  meaningOf: ReturnType<typeof createMeaningReader>,
  progress: Progress,
  csvSigns: CsvSigns,
): void {
  const groups = new Map<string, { readonly key: readonly string[]; readonly tally: AccuracyTally }>();
  for (const batch of rows) {
    for (const row of batch) {
      const verdict = verdictSchema.safeParse(row.review?.verdict).data ?? null;
      for (const key of keysOf(row, meaningOf)) {
        const text = JSON.stringify(key);
        const group = groups.get(text) ?? { key, tally: emptyTally() };
        groups.set(text, group);
        addVerdict(group.tally, verdict);
      }
    }
    progress.written(batch.length);
  }
  file.text(`${csvRow(columns, csvSigns)}\r\n`);
  for (const { key, tally } of [...groups.values()].sort(byKey)) {
    const cells = [...key.map((text) => text || null), ...tallyCells(tally)];
    file.text(`${csvRow(cells, csvSigns)}\r\n`);
  }
}

function keysOf(
  row: DetectionSourceRow,
  meaningOf: ReturnType<typeof createMeaningReader>,
): readonly (readonly string[])[] {
  const { analytic, traced, sensorName } = row.facts;
  const name = analyticDisplayName(analytic);
  const length = meaningOf(row, 'length');
  return [
    [name, 'all', ''],
    [name, 'processor version', String(traced.processor_version ?? notStated)],
    [name, 'sensor', sensorName ?? notStated],
    [name, 'incidence angle (°)', classOf(traced.incidence, incidenceClasses)],
    [name, 'length (m)', classOf(length, lengthClasses)],
  ];
}

/** The class of a number, such as `20 to < 30`. */
function classOf(value: unknown, starts: readonly number[]): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return notStated;
  const at = starts.findLastIndex((start) => value >= start);
  const [from, to] = [starts[at], starts[at + 1]];
  if (from === undefined) return `< ${starts[0]}`;
  return to === undefined ? `≥ ${from}` : `${from} to < ${to}`;
}

function tallyCells(tally: AccuracyTally): readonly (string | number | null)[] {
  const { total, confirmed, rejected, unsure } = tally;
  const interval = wilsonInterval(confirmed, confirmed + rejected);
  const share = (value: number | null | undefined) => (value == null ? null : Number(value.toFixed(4)));
  return [
    total,
    reviewedOf(tally),
    share(reviewedOf(tally) / total),
    confirmed,
    rejected,
    unsure,
    share(precisionOf(tally)),
    share(interval?.low),
    share(interval?.high),
  ];
}

type Group = { readonly key: readonly string[] };

/** By analytic and dimension; classes in the order of their numbers. */
function byKey({ key: one }: Group, { key: other }: Group): number {
  for (const [index, text] of one.entries()) {
    const order = text.localeCompare(other[index] ?? '', 'en', { numeric: true });
    if (order !== 0) return order;
  }
  return 0;
}

/** Verdicts of detections that share a value. */
type AccuracyTally = Record<Verdict | 'total', number>;

/** Bounds of a proportion at a confidence of 95 %, 0 to 1. */
type Interval = { readonly low: number; readonly high: number };

/** The 0.975 quantile of the standard normal distribution. */
const z = 1.959963984540054;

/**
 * The Wilson score interval of `successes` in `trials` (Wilson 1927, J. Am. Stat. Assoc. 22, 209). Null without trials.
 */
export function wilsonInterval(successes: number, trials: number): Interval | null {
  if (trials === 0) return null;
  const share = successes / trials;
  const scale = 1 + z ** 2 / trials;
  const center = (share + z ** 2 / (2 * trials)) / scale;
  const margin = (z / scale) * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2));
  // At 0 and 1 the bound is exact; rounding would leave it just inside.
  return {
    low: successes === 0 ? 0 : center - margin,
    high: successes === trials ? 1 : center + margin,
  };
}

/** Adds a detection to a tally; null: it has no verdict. */
export function addVerdict(tally: AccuracyTally, verdict: Verdict | null): void {
  tally.total += 1;
  if (verdict !== null) tally[verdict] += 1;
}

export function emptyTally(): AccuracyTally {
  return { total: 0, confirmed: 0, rejected: 0, unsure: 0 };
}

/** The number of detections with any verdict. */
export function reviewedOf({ confirmed, rejected, unsure }: AccuracyTally): number {
  return confirmed + rejected + unsure;
}

/** The share of confirmed in all that were confirmed or rejected, 0 to 1; null without any. */
export function precisionOf({ confirmed, rejected }: AccuracyTally): number | null {
  return confirmed + rejected === 0 ? null : confirmed / (confirmed + rejected);
}
