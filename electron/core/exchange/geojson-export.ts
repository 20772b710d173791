import type { ExportScope, Workspace } from '../workspace/workspace.ts';
import { detectionFeature, footprintFeature } from './feature-text.ts';
import type { PartFile } from './part-file.ts';

/** Features that are read, printed and written in one go: enough to be fast, few enough to stay flat in memory. */
const batchSize = 1000;

/** Where an export reads, and how it is stopped and watched. */
export type ExportRun = {
  readonly workspace: Workspace;
  readonly scope: ExportScope;
  readonly signal: AbortSignal;
  /** Called after each batch with the number of detections written so far. */
  onProgress(written: number): void;
};

/** Writes the detections in scope as a FeatureCollection (RFC 7946). Rejects with the signal's reason when stopped. */
export async function writeDetections(file: PartFile, run: ExportRun): Promise<void> {
  const { workspace, scope, signal, onProgress } = run;
  const collection = await beginCollection(file);
  let written = 0;
  let afterId: number | undefined = 0;
  while (afterId !== undefined) {
    signal.throwIfAborted();
    const batch = await workspace.exportBatch(scope, afterId, batchSize);
    await collection.add(batch.rows.map(detectionFeature));
    written += batch.rows.length;
    onProgress(written);
    afterId = batch.nextAfterId;
  }
  await collection.end();
}

/** Writes the distinct footprints of the records in scope, likewise. */
export async function writeFootprints(file: PartFile, run: Omit<ExportRun, 'onProgress'>): Promise<void> {
  const { workspace, scope, signal } = run;
  const collection = await beginCollection(file);
  let afterKey: number | undefined = 0;
  while (afterKey !== undefined) {
    signal.throwIfAborted();
    const batch = await workspace.footprintBatch(scope, afterKey, batchSize);
    await collection.add(batch.rows.map(footprintFeature));
    afterKey = batch.nextAfterKey;
  }
  await collection.end();
}

/** One feature a line, so that the file can be looked at and compared. */
async function beginCollection(file: PartFile) {
  await file.write('{"type":"FeatureCollection","features":[');
  let separator = '\n';
  return {
    async add(features: readonly string[]) {
      if (features.length === 0) return;
      await file.write(separator + features.join(',\n'));
      separator = ',\n';
    },
    end: () => file.write('\n]}\n'),
  };
}
