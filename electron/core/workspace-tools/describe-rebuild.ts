import { formatCount, formatQuantity } from '../../../shared/format.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import type { RebuildReport } from './rebuild-report.ts';

const names: Readonly<Record<string, readonly [string, string]>> = {
  areas: ['area', 'areas'],
  orders: ['order', 'orders'],
  submissions: ['sent order', 'sent orders'],
  order_drafts: ['order draft', 'order drafts'],
  searches: ['saved search', 'saved searches'],
  fetches: ['fetch in the history', 'fetches in the history'],
  settings: ['setting', 'settings'],
  review_history: ['change of a review', 'changes of reviews'],
};

/** A rebuild's report in words: what was rescued in one sentence, what was not in one each. */
export function describeRebuild(report: RebuildReport): Pick<Job, 'outcome' | 'warnings'> {
  const { records, detections, recordsFoundByBytes, reviews, doubtfulReviews, tables, remarks } = report;
  const listed = tables.filter(({ table }) => names[table]);
  const parts = [
    formatQuantity(records.rescued, 'record', 'records'),
    formatQuantity(detections, 'detection', 'detections'),
    ...(reviews.rescued > 0 ? [formatQuantity(reviews.rescued, 'review', 'reviews')] : []),
    ...listed.filter(({ rescued }) => rescued > 0).map(({ table, rescued }) => named(table, rescued)),
  ];
  const lost = [
    ...(records.lost > 0
      ? [`Up to ${formatQuantity(records.lost, 'record', 'records')} could not be read.`]
      : []),
    ...(reviews.lost > 0
      ? [`Up to ${formatQuantity(reviews.lost, 'review', 'reviews')} could not be read.`]
      : []),
    ...tables
      .filter((table) => table.lost > 0)
      .map(({ table, lost }) =>
        names[table]
          ? `Up to ${named(table, lost)} could not be read.`
          : `A part of the table ${table} could not be read.`,
      ),
  ];
  const found =
    recordsFoundByBytes > 0
      ? [
          `${formatQuantity(recordsFoundByBytes, 'record was', 'records were')} found without its row; query and time are those of its neighbors.`,
        ]
      : [];
  return {
    outcome: `Recovered: ${parts.join(', ')}.`,
    warnings: [...remarks, ...lost, ...found, ...describeDoubtful(doubtfulReviews)],
  };
}

/** How many records are named in one sentence. */
const maxNamed = 20;

function describeDoubtful(records: readonly string[]): readonly string[] {
  const all = [...new Set(records)];
  if (all.length === 0) return [];
  const more = all.length > maxNamed ? ` and ${formatCount(all.length - maxNamed)} more` : '';
  return [
    `Reviews of ${formatQuantity(all.length, 'record')} lay on damaged pages. What could be read of them was copied and may be wrong; check them: ${all.slice(0, maxNamed).join(', ')}${more}.`,
  ];
}

function named(table: string, count: number): string {
  const [one, many] = names[table] ?? [table, table];
  return formatQuantity(count, one, many);
}
