import type { ExportOptions } from '../../../shared/exchange/export-request.ts';
import { type Failure, fail } from '../../../shared/result.ts';
import type { ExportPlan, PlannedScope } from './export-plan.ts';
import { runExportThread } from './export-thread.ts';
import type { ExportTargets } from './exports.ts';
import { discardParts, NotPublished, planPart, publishParts } from './files/part-files.ts';
import { describeWriteError } from './write-error.ts';

/** An export as it is to be carried out. */
export type PlannedExport = Omit<ExportPlan, 'stop'>;

/** Plans what is written where; `chips` says whose chips lie in which folder. */
export function planExport(
  workspacePath: string,
  scope: PlannedScope,
  { format, reviews, properties, byteOrderMark, footprints: withFootprints }: ExportOptions,
  { detections, footprints, chips }: ExportTargets,
  chipSource: { readonly cacheFolder: string; readonly profileId: string },
): PlannedExport {
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
    ...(chips ? { chips: { ...planPart(chips.path), ...chipSource } } : {}),
  };
}

/** How an export ended. */
export type ExportOutcome =
  | { readonly kind: 'complete'; readonly written: number; readonly warnings: readonly string[] }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** All files are put into place only when all of them are whole. Never rejects. */
export async function carryOutExport(
  workerUrl: URL,
  plan: PlannedExport,
  signal: AbortSignal,
  onProgress: (written: number) => void,
): Promise<ExportOutcome> {
  const files = [plan.detections, plan.footprints, plan.chips].filter((file) => file !== undefined);
  try {
    const end = await runExportThread(workerUrl, plan, { signal, onProgress });
    if (end.kind === 'done' && !signal.aborted) {
      await publishParts(files);
      return { kind: 'complete', written: end.written, warnings: end.warnings };
    }
    await discardParts(files);
    return end.kind === 'failed' && !signal.aborted ? failed(end.message) : { kind: 'cancelled' };
  } catch (error) {
    await discardParts(files);
    const [cause, target] =
      error instanceof NotPublished ? [error.cause, error.target] : [error, plan.detections.target];
    return failed(describeWriteError(cause, target));
  }
}

function failed(message: string): ExportOutcome {
  return { kind: 'failed', failure: fail('disk', message).failure };
}
