import { tmpdir } from 'node:os';
import path from 'node:path';
import { createJobs } from '../../electron/core/create-jobs.ts';
import { createEvents } from '../../electron/core/events.ts';
import { createExports, type ExportChips } from '../../electron/core/exchange/create-exports.ts';
import type { ExportTargets } from '../../electron/core/exchange/exports.ts';
import { createJobRegistry } from '../../electron/core/job-registry.ts';
import type { Workspace } from '../../electron/core/workspace/workspace.ts';
import {
  type ExportOptions,
  type ExportScope,
  exportOptionsSchema,
} from '../../shared/exchange/export-request.ts';
import { isActive, type Job } from '../../shared/jobs/job.ts';
import { coreWorkers } from './core-workers.ts';
import { makeTempFolder } from './workspace-builder.ts';

/** Exports of one workspace, with a way to wait for their end. */
export function beginExports(workspace: Workspace | undefined, chips: Partial<ExportChips> = {}) {
  const events = createEvents();
  const registry = createJobRegistry(events);
  const exports = createExports({
    workspace: () => workspace,
    registry,
    workerUrl: coreWorkers.exporting,
    chips: {
      cacheFolder: path.join(tmpdir(), 'sightline-no-chips'),
      profileId: () => 'demo',
      fetch: async (_workspace, job) => job,
      ...chips,
    },
  });
  const start = async (
    scope: ExportScope,
    targets: ExportTargets | string,
    options: Partial<ExportOptions> = {},
  ): Promise<Job> => {
    const started = await exports.start({
      scope,
      options: exportOptionsSchema.parse({ format: 'geojson', ...options }),
      targets: typeof targets === 'string' ? { detections: { path: targets } } : targets,
    });
    if (!started.ok) throw new Error(started.failure.message);
    return started.value;
  };
  const ended = (id: string) =>
    new Promise<Job>((resolve) => {
      const look = () => {
        const job = registry.get(id);
        if (job && !isActive(job)) resolve(job);
      };
      events.listen(look);
      look();
    });
  return { exports, start, ended, events, jobs: createJobs(registry) };
}

/** Exports everything (or a scope) into a file of its own, and fails when the job does not complete. */
export async function exportTo(
  workspace: Workspace,
  name: string,
  options: Partial<ExportOptions> & { readonly scope?: ExportScope } = {},
): Promise<{ readonly file: string; readonly folder: string; readonly job: Job }> {
  const { scope = { kind: 'all' }, ...others } = options;
  const folder = await makeTempFolder();
  const file = path.join(folder, name);
  const { start, ended } = beginExports(workspace);
  const job = await ended((await start(scope, file, others)).id);
  if (job.state !== 'complete') throw new Error(job.failure?.message ?? `The export is ${job.state}.`);
  return { file, folder, job };
}
