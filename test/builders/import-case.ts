import path from 'node:path';
import { createEvents } from '../../electron/core/base/events.ts';
import type { CaseBatch } from '../../electron/core/exchange/case/case-batch.ts';
import { createCaseImport, type ImportTarget } from '../../electron/core/exchange/case/import-case.ts';
import { readCase } from '../../electron/core/exchange/case/read-case.ts';
import type { JobEnd } from '../../electron/core/jobs/job-runner.ts';
import { createLayers } from '../../electron/core/layers/create-layers.ts';
import { copyForeignLayer } from '../../electron/core/layers/read-layer-file.ts';
import { createWatch } from '../../electron/core/watch/create-watch.ts';
import type { ConflictChoice } from '../../shared/review/review-merge.ts';
import { valued } from './fetch-core.ts';
import { reviewsOf } from './review-builder.ts';
import { buildToolRun } from './tool-run.ts';

export const keepMine: ConflictChoice = { winner: 'present', except: [] };

/** Imports a case, or only the items in it, in this thread. Rejects with the message of a refusal; `afterBatch` may reject to stop. */
export async function importTestCase(
  file: string,
  target: Pick<ImportTarget, 'workspace' | 'cache' | 'profileId'>,
  conflicts: ConflictChoice = keepMine,
  afterBatch: (batch: CaseBatch) => void = () => {},
  parts: 'everything' | 'items' = 'everything',
): Promise<JobEnd> {
  const { workspace } = target;
  const open = () => workspace;
  const { reviews } = reviewsOf(workspace);
  const unused = () => {
    throw new Error('No file of layers is read.');
  };
  const layers = createLayers({
    workspace: open,
    jobs: { start: unused },
    events: createEvents(),
    readLayerFile: unused,
    previewLayerFile: unused,
    copyForeignLayer: async (task) => copyForeignLayer(task, buildToolRun()),
    temporaryFolder: path.join(path.dirname(workspace.path), 'incoming'),
  });
  const events = createEvents();
  const watch = createWatch({
    jobs: { get: () => undefined },
    workspace: open,
    events,
    onProblem: (error) => {
      throw error;
    },
  });
  const running = createCaseImport(
    {
      ...target,
      mergeReviews: () => reviews.mergeCase(workspace, file, conflicts),
      receiveLayers: (list) => layers.receive(workspace, file, list, new AbortController().signal),
      adoptWatch: watch.adopt,
    },
    { progress: () => {} },
  );
  const onBatch = async (batch: CaseBatch) => {
    await running.apply(batch);
    afterBatch(batch);
  };
  valued(await readCase({ path: file, parts }, buildToolRun({ onBatch })));
  await watch.close();
  return parts === 'items' ? running.describeItems() : running.describe();
}
