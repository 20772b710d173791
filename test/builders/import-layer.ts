import path from 'node:path';
import { createEvents } from '../../electron/core/base/events.ts';
import { createJobRunner } from '../../electron/core/jobs/job-runner.ts';
import { createLayers } from '../../electron/core/layers/create-layers.ts';
import type { Workspace } from '../../electron/core/workspace/open/workspace.ts';
import { createRunTool } from '../../electron/core/workspace-tools/run-tool.ts';
import { isActiveJob, type Job } from '../../shared/jobs/job.ts';
import type { Result } from '../../shared/result.ts';
import { coreWorkers } from './core-workers.ts';
import { eventually } from './eventually.ts';

/** Imports a file into a workspace as its core does, and returns the ended job; `onProgress` is called with each change. */
export async function importLayer(
  workspace: Workspace,
  file: string,
  onProgress?: (job: Job, cancel: () => void) => void,
): Promise<Job> {
  const { layers, events, jobs, ended } = layersOf(workspace);
  events.listen(({ event }) => {
    if (event.type === 'job') onProgress?.(event.job, () => void jobs.cancel(event.job.id));
  });
  return ended(await layers.start({ path: file, name: path.basename(file), isTemporary: false }));
}

/** The core's layers of a workspace, and a function that awaits the end of a job. */
export function layersOf(
  workspace: Workspace,
  readLayerFile?: Parameters<typeof createLayers>[0]['readLayerFile'],
) {
  const events = createEvents();
  const jobs = createJobRunner({
    events,
    onProblem: (error) => {
      throw error;
    },
  });
  const runTool = createRunTool(coreWorkers.workspaceTools);
  const layers = createLayers({
    workspace: () => workspace,
    jobs,
    events,
    readLayerFile: readLayerFile ?? ((task, options) => runTool('readLayerFile', task, options)),
    previewLayerFile: (task) => runTool('previewLayerFile', task),
    copyForeignLayer: (task, options) => runTool('copyForeignLayer', task, options),
    temporaryFolder: path.join(path.dirname(workspace.path), 'incoming'),
  });
  const ended = (started: Result<Job>): Promise<Job> => {
    if (!started.ok) throw new Error(started.failure.message);
    return eventually(() => {
      const job = jobs.get(started.value.id);
      if (!job || isActiveJob(job)) throw new Error('The job has not ended.');
      return job;
    });
  };
  return { layers, events, jobs, ended };
}
