import { csvCell } from '../../../../shared/csv-cell.ts';
import { analyticDisplayName } from '../../../../shared/results/analytic-name.ts';
import {
  type AccuracyTally,
  addVerdict,
  emptyTally,
  precisionOf,
  reviewedOf,
  wilsonInterval,
} from '../../../../shared/review/accuracy.ts';
import { verdictSchema } from '../../../../shared/review/review.ts';
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
  file.text(`${columns.join(',')}\r\n`);
  for (const { key, tally } of [...groups.values()].sort(byKey)) {
    const cells = [...key.map((text) => text || null), ...tallyCells(tally)];
    file.text(`${cells.map((cell) => csvCell(cell)).join(',')}\r\n`);
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
