import { rm } from 'node:fs/promises';
import path from 'node:path';
import { formatCount, formatDuration, formatQuantity, formatTime } from '../../../shared/format.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { fail, type Result } from '../../../shared/result.ts';
import type { ChosenFile } from '../base/file-ids.ts';
import { requireSpace } from '../base/free-space.ts';
import { moveFile } from '../base/move-file.ts';
import { discardParts, planPart, putInPlace } from '../base/part-files.ts';
import { JobFailure, type JobRunner, newJob } from '../jobs/job-runner.ts';
import { followLink, syncFile } from '../session/replace-workspace-file.ts';
import { roleOf } from '../workspace/file/schema/table-roles.ts';
import { setAsideName } from '../workspace/file/set-file-aside.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { type FileExchange, throwFailure } from './exchange-open-file.ts';
import type { RunTool } from './run-tool.ts';
import type { RebuildReport, RescueCount } from './tasks/rebuild-workspace.ts';
import { freeWorkspacePath, sizeOf } from './workspace-files.ts';

type RebuildJobsDeps = {
  /** `<data dir>/workspaces`. */
  readonly folder: string;
  readonly jobs: Pick<JobRunner, 'start'>;
  readonly runTool: RunTool;
  readonly files: FileExchange;
  /** Opens a file instead of the open one. */
  readonly open: (file: string) => Promise<Result<void>>;
};

/** Rebuilds of workspaces from raw records, as jobs. */
export function createRebuildJobs({ folder, jobs, runTool, files, open }: RebuildJobsDeps) {
  return {
    /** Rebuilds the open file, together with one that was set aside when it was created. */
    async rebuildOpen(workspace: Workspace, aside: string | undefined): Promise<Result<Job>> {
      const from = aside === undefined ? [workspace.path] : [aside, workspace.path];
      const space = await requireSpace(path.dirname(followLink(workspace.path)), 2 * (await sizeOf(from)));
      if (!space.ok) return space;
      // Another job may have been started in the meantime.
      const idle = files.getIdle();
      if (!idle.ok) return idle;
      return jobs.start({
        job: newJob({ kind: 'workspace', title: 'Rebuild the workspace' }),
        async run(handle) {
          let end: ReturnType<typeof describeRebuild> | undefined;
          const keepAs = setAsideName(followLink(workspace.path), 'before-rebuild');
          const action = async (to: string) => {
            // Undefined where damage keeps SQLite from counting.
            const records = await workspace.counts({}).then(
              (counts) => counts.records,
              () => undefined,
            );
            const report = await runTool(
              'rebuild',
              { from, to, damaged: workspace.knownDamage()?.rows, descriptor: workspace.descriptor },
              { signal: handle.signal, onProgress: handle.progress },
            );
            if (records === undefined || report.recordsOfLast < records) {
              const rescued = freeWorkspacePath(folder, path.basename(workspace.path, '.gpkg'), 'Rescued');
              await moveFile(to, rescued);
              throw new JobFailure(fewerFailure(report, records, rescued));
            }
            end = describeRebuild(report);
          };
          const reason = 'The workspace is being rebuilt from its raw records. It can be read meanwhile.';
          await files.exchange({ workspace, reason, action, keepAs }, handle);
          if (!end) throw new Error('The rebuild has left no report.');
          return { ...end, outcome: `${end.outcome} The former file is kept as ${keepAs}.` };
        },
      });
    },
    /** Rebuilds any other file into a workspace of its own, named after the account's stem, which is then opened. */
    async rebuildInto(source: ChosenFile, stem: string): Promise<Result<Job>> {
      const space = await requireSpace(folder, 2 * (await sizeOf([source.path])));
      if (!space.ok) return space;
      return jobs.start({
        job: newJob({ kind: 'workspace', title: `Rescue ${source.name}` }),
        async run(handle) {
          const name = `Rescued ${path.basename(source.name, '.gpkg')}`;
          const to = freeWorkspacePath(folder, stem, name);
          const { signal, progress: onProgress } = handle;
          // Under another name until it is complete, so that a workspace that was rescued in part is never listed.
          const planned = planPart(to);
          const task = { from: [source.path], to: planned.part };
          try {
            const report = await runTool('rebuild', task, { signal, onProgress });
            handle.commit();
            await syncFile(planned.part);
            await putInPlace(planned);
            throwFailure(await open(to));
            if (source.isTemporary) await rm(source.path, { force: true });
            return describeRebuild(report);
          } finally {
            await discardParts([planned]);
          }
        },
      });
    },
  };
}

/** The open workspace counts more records than could be read from its file, so it must not be replaced. */
function fewerFailure({ recordsOfLast }: RebuildReport, expected: number | undefined, rescued: string) {
  const all = expected === undefined ? 'of its records' : `of the ${expected} records`;
  return fail(
    'disk',
    `Only ${recordsOfLast} ${all} could be read, so the open workspace was left as it is. What could be read is in the new workspace ${path.basename(rescued)}: open that (Settings → Workspace → Open another), and fetch the other records again.`,
  ).failure;
}

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
          `From the safety copy of ${formatTime(report.copySavedAt)}, ${formatDuration(now - Date.parse(report.copySavedAt))} before: ${fromCopies.map(({ table, count }) => named(table, count)).join(', ')}. What was changed after it may be missing.`,
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
  const warnings = [
    ...remarks,
    ...all.flatMap(describeLost),
    ...remade,
    ...copied,
    ...doubtful,
    ...found,
    ...describeDoubtful(doubtfulReviews),
  ];
  const isWhole =
    warnings.length === 0 ? ' Nothing of the file is missing: all of its rows could be read.' : '';
  return { outcome: `Recovered: ${parts.join(', ')}.${isWhole}`, warnings };
}

/** Maximum number of records in one sentence. */
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
