import { formatCount, formatQuantity, formatTime, formatTimeLeft } from '../../../shared/format.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { roleOf } from '../workspace/file/schema/table-roles.ts';
import type { RebuildReport, RescueCount } from './rebuild-report.ts';

/** A row and several rows of a table, in words. */
function wordsOf(table: string): readonly [string, string] {
  return roleOf(table)?.words ?? [`row of the table ${table}`, `rows of the table ${table}`];
}

/** A rebuild's report in words: what was rescued in one sentence, what was not in one each. */
export function describeRebuild(report: RebuildReport, now = Date.now()): Pick<Job, 'outcome' | 'warnings'> {
  const { records, detections, recordsFoundByBytes, reviews, doubtfulReviews, tables, remarks } = report;
  const listed = tables.filter(({ table }) => roleOf(table)?.words);
  const parts = [
    formatQuantity(records.rescued, 'record', 'records'),
    formatQuantity(detections, 'detection', 'detections'),
    ...(reviews.rescued > 0 ? [formatQuantity(reviews.rescued, 'review', 'reviews')] : []),
    ...listed.filter(({ rescued }) => rescued > 0).map(({ table, rescued }) => named(table, rescued)),
  ];
  const all = [{ ...records, table: 'records' }, { ...reviews, table: 'reviews' }, ...tables];
  const remade =
    report.reviewsRemade > 0
      ? [`${named('reviews', report.reviewsRemade)} were made again from their history.`]
      : [];
  const fromCopies = [
    { table: 'reviews', count: report.reviewsFromCopy },
    ...tables.map(({ table, fromCopy }) => ({ table, count: fromCopy })),
  ].filter(({ count }) => count > 0);
  const copied =
    report.copySavedAt !== undefined && fromCopies.length > 0
      ? [
          `From the safety copy of ${formatTime(report.copySavedAt)}, ${formatTimeLeft(now - Date.parse(report.copySavedAt))} before: ${fromCopies.map(({ table, count }) => named(table, count)).join(', ')}. What was changed after it may be missing.`,
        ]
      : [];
  const doubtful = tables.flatMap((table) =>
    table.doubtful > 0
      ? [`${named(table.table, table.doubtful)} lay on damaged pages; check them, they may be wrong.`]
      : [],
  );
  const found =
    recordsFoundByBytes > 0
      ? [
          `${formatQuantity(recordsFoundByBytes, 'record was', 'records were')} found without its row; query and time are those of its neighbors.`,
        ]
      : [];
  return {
    outcome: `Recovered: ${parts.join(', ')}.`,
    warnings: [
      ...remarks,
      ...all.flatMap(describeLost),
      ...remade,
      ...copied,
      ...doubtful,
      ...found,
      ...describeDoubtful(doubtfulReviews),
    ],
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

function describeLost({
  table,
  lost,
  isLostUnknown,
}: RescueCount & { readonly table: string }): readonly string[] {
  const [, many] = wordsOf(table);
  if (isLostUnknown) {
    const least = lost > 0 ? `at least ${formatCount(lost)}` : 'it may be none';
    return [`How many ${many} could not be read is unknown; ${least}.`];
  }
  return lost > 0 ? [`${named(table, lost)} could not be read.`] : [];
}

function named(table: string, count: number): string {
  return formatQuantity(count, ...wordsOf(table));
}
