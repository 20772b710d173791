import { exportFormatInfo } from '../../../shared/exchange/export-format.ts';
import {
  csvSignsOf,
  type ExportOptions,
  type ReportMap,
  standardReport,
} from '../../../shared/exchange/export-request.ts';
import { fail, failFrom, type Result } from '../../../shared/result.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { discardParts, PublishError, planPart } from '../base/part-files.ts';
import { publishWithJournal } from '../base/publish-journal.ts';
import { isSameFile } from '../base/replaceable-file.ts';
import { runInThread, smallBatchLimits } from '../base/start-thread.ts';
import { writeFailure } from '../base/write-error.ts';
import type { ExportPlan } from './export-plan.ts';
import type { ExportThreadMethods, WrittenExport } from './export-rpc.ts';
import type { ExportTargets } from './export-targets.ts';
import type { ProjectContent } from './formats/qgis/project-content.ts';

/** Content and files of an export. `chipSource` is the chip cache, without which no chips can be written. */
export type ExportTask = Pick<
  ExportPlan,
  'workspacePath' | 'scope' | 'chipSource' | 'colors' | 'passes' | 'computed' | 'layers'
> & {
  readonly options: ExportOptions;
  readonly targets: ExportTargets;
  /** File in which several files are noted while they are put in place; see `publishWithJournal`. */
  readonly journalFolder: string;
  /** Content of the QGIS project, where the targets have one. */
  readonly projectContent?: ProjectContent;
  /** The filter of the detections, for reports; absent: they were chosen one by one. */
  readonly filter?: DetectionFilter | undefined;
  /** The conditions of the filter as sentences, for reports. */
  readonly conditions?: readonly string[] | undefined;
  /** For reports, the map as a window of the app drew it. */
  readonly reportMap?: ReportMap | undefined;
};

/**
 * Runs an export in a worker thread, whose entry is `export-worker.ts`; there `runExport` writes the files. They are put
 * in place together once all are complete. An aborted signal stops it at the next batch, and it fails with `cancelled`.
 * Never rejects.
 */
export async function performExport(
  workerUrl: URL,
  task: ExportTask,
  signal: AbortSignal,
  onProgress: (written: number) => void,
): Promise<Result<WrittenExport>> {
  const plan = planFiles(task);
  const files = [plan.detections, plan.footprints, plan.chips, plan.qgisProject].filter(
    (file) => file !== undefined,
  );
  for (const { target } of files) {
    if (await isSameFile(target, task.workspacePath))
      return fail('invalid-input', `${target} is the workspace itself. Choose another name.`);
  }
  const result = await writeInThread(workerUrl, plan, signal, onProgress);
  if (signal.aborted || !result.ok) await discardParts(files);
  if (signal.aborted) return fail('cancelled', 'The export was cancelled.');
  if (!result.ok) return result;
  try {
    await publishWithJournal(files, task.journalFolder);
    return result;
  } catch (error) {
    await discardParts(files);
    const [cause, target] =
      error instanceof PublishError ? [error.cause, error.target] : [error, plan.detections.target];
    return { ok: false, failure: writeFailure(cause, target) };
  }
}

function planFiles({
  options,
  targets,
  journalFolder: _journalFolder,
  projectContent,
  filter,
  conditions = [],
  reportMap,
  chipSource,
  ...content
}: ExportTask): ExportPlan {
  const { format, reviews, places, properties, byteOrderMark, footprints: withFootprints } = options;
  const { detections, footprints, chips, qgisProject } = targets;
  const info = exportFormatInfo(format);
  const needsChips = options.chips !== 'none' || info.chips === 'always in the file';
  const report = {
    ...(options.report ?? standardReport),
    map: reportMap,
    conditions: filter ? conditions : ['chosen one by one'],
    filter,
  };
  return {
    ...content,
    ...{ format, reviews, places, properties, byteOrderMark, withFootprints },
    csvSigns: csvSignsOf(options),
    detections: planPart(detections.path),
    footprints: footprints && planPart(footprints.path),
    chips: chips && chipSource && planPart(chips.path),
    chipSource: needsChips ? chipSource : undefined,
    report: info.isReport ? report : undefined,
    qgisProject: qgisProject && projectContent && { ...planPart(qgisProject.path), content: projectContent },
  };
}

/** Resolves when the thread has ended. Never rejects; when the signal has stopped it, the result is a failure, too. */
async function writeInThread(
  workerUrl: URL,
  plan: ExportPlan,
  signal: AbortSignal,
  onProgress: (written: number) => void,
): Promise<Result<WrittenExport>> {
  try {
    return await runInThread<ExportThreadMethods, 'write'>(workerUrl, 'write', [plan], {
      name: 'The export',
      resourceLimits: smallBatchLimits,
      signal,
      onProgress,
    });
  } catch (error) {
    return failFrom('disk', error, 'The export failed.');
  }
}
