import { Worker } from 'node:worker_threads';
import type { ExportOptions } from '../../../shared/exchange/export-request.ts';
import { type Failure, fail } from '../../../shared/result.ts';
import { discardParts, PublishError, planPart } from '../base/part-files.ts';
import { publishWithJournal } from '../base/publish-journal.ts';
import { describeWriteError } from '../base/write-error.ts';
import type { ExportMessage, ExportPlan, PlannedScope } from './export-plan.ts';
import type { ExportTargets } from './exports.ts';
import type { ExportThreadSetup } from './threads/print-protocol.ts';

/** What is exported, and into which files. */
export type ExportTask = {
  readonly workspacePath: string;
  readonly scope: PlannedScope;
  readonly options: ExportOptions;
  readonly targets: ExportTargets;
  /** Where several files are noted while they are put in place; see `publishWithJournal`. */
  readonly journalFolder: string;
  /** The chip cache, and the profile of its chips. Without it, no chips can be written. */
  readonly chipSource?: { readonly cacheFolder: string; readonly profileId: string };
};

/** How an export ended. */
export type ExportOutcome =
  | { readonly kind: 'complete'; readonly written: number; readonly warnings: readonly string[] }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The final message of an export thread. */
type ExportEnd = Exclude<ExportMessage, { readonly kind: 'progress' }>;

/** Rows are processed in small batches: a small young generation limits memory and is not slower. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/**
 * Runs an export in a worker thread, whose entry is `export-worker.ts`; there `runExport` writes the files. They are put
 * in place together once all are complete. An aborted signal stops it at the next batch. Never rejects.
 */
export async function performExport(
  workerUrl: URL,
  task: ExportTask,
  signal: AbortSignal,
  onProgress: (written: number) => void,
): Promise<ExportOutcome> {
  const plan = planFiles(task);
  const files = [plan.detections, plan.footprints, plan.chips].filter((file) => file !== undefined);
  try {
    const end = await runInThread(workerUrl, plan, signal, onProgress);
    if (end.kind === 'done' && !signal.aborted) {
      await publishWithJournal(files, task.journalFolder);
      return { kind: 'complete', written: end.written, warnings: end.warnings };
    }
    await discardParts(files);
    return end.kind === 'failed' && !signal.aborted ? failed(end.message) : { kind: 'cancelled' };
  } catch (error) {
    await discardParts(files);
    const [cause, target] =
      error instanceof PublishError ? [error.cause, error.target] : [error, plan.detections.target];
    return failed(describeWriteError(cause, target));
  }
}

function failed(message: string): ExportOutcome {
  return { kind: 'failed', failure: fail('disk', message).failure };
}

type PlannedExport = Omit<ExportPlan, 'stop'>;

function planFiles({ workspacePath, scope, options, targets, chipSource }: ExportTask): PlannedExport {
  const { format, reviews, properties, byteOrderMark, footprints: withFootprints } = options;
  const { detections, footprints, chips } = targets;
  return {
    workspacePath,
    scope,
    format,
    reviews,
    byteOrderMark,
    withFootprints,
    ...(properties ? { properties } : {}),
    detections: planPart(detections.path),
    ...(footprints ? { footprints: planPart(footprints.path) } : {}),
    ...(chips && chipSource ? { chips: { ...planPart(chips.path), ...chipSource } } : {}),
  };
}

/** Resolves when the thread has ended. Never rejects. */
function runInThread(
  workerUrl: URL,
  plan: PlannedExport,
  signal: AbortSignal,
  onProgress: (written: number) => void,
): Promise<ExportEnd> {
  const stop = new SharedArrayBuffer(4);
  const requestStop = () => Atomics.store(new Int32Array(stop), 0, 1);
  if (signal.aborted) requestStop();
  signal.addEventListener('abort', requestStop, { once: true });
  const workerData: ExportThreadSetup = { role: 'export', plan: { ...plan, stop } };
  const worker = new Worker(workerUrl, { workerData, resourceLimits });
  let end: ExportEnd | undefined;
  return new Promise((resolve) => {
    worker.on('message', (message: ExportMessage) => {
      if (message.kind === 'progress') onProgress(message.written);
      else end = message;
    });
    worker.once('error', (error) => {
      end = { kind: 'failed', message: `The export ended unexpectedly: ${error.message}` };
    });
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', requestStop);
      resolve(end ?? { kind: 'failed', message: `The export ended unexpectedly (exit code ${code}).` });
    });
  });
}
