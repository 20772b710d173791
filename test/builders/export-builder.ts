import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { parseCli } from '../../electron/cli/cli-request.ts';
import { runExportCommand } from '../../electron/cli/export-command.ts';
import { createEvents } from '../../electron/core/base/events.ts';
import { createExports } from '../../electron/core/exchange/create-exports.ts';
import type { ExportChips } from '../../electron/core/exchange/export-chips.ts';
import type { ExportTargets } from '../../electron/core/exchange/export-targets.ts';
import { createJobRunner } from '../../electron/core/jobs/job-runner.ts';
import type { Workspace } from '../../electron/core/workspace/open/workspace.ts';
import {
  type ExportOptions,
  type ExportScope,
  type ExportScopeInput,
  type ExportView,
  exportOptionsSchema,
  exportScopeSchema,
} from '../../shared/exchange/export-request.ts';
import { isActiveJob, type Job } from '../../shared/jobs/job.ts';
import type { MapSource } from '../../shared/map-sources/map-source.ts';
import { collectCliOutput } from './cli-run.ts';
import { coreWorkers } from './core-workers.ts';
import { makeTempFolder } from './workspace-builder.ts';

/** Exports of one workspace, with a way to wait for their end. */
export function beginExports(
  workspace: Workspace | undefined,
  chips: Partial<ExportChips> = {},
  mapSources: readonly MapSource[] = [],
) {
  const events = createEvents();
  const journalFolder = mkdtempSync(path.join(tmpdir(), 'sightline-test-'));
  onTestFinished(() => rmSync(journalFolder, { recursive: true, force: true }));
  const jobs = createJobRunner({
    events,
    onProblem(error) {
      throw error;
    },
  });
  const exports = createExports({
    workspace: () => workspace,
    jobs,
    workerUrl: coreWorkers.exporting,
    journalFolder,
    chips: {
      cacheFolder: path.join(tmpdir(), 'sightline-no-chips'),
      profileId: () => 'demo',
      fetch: async () => [],
      ...chips,
    },
    mapSources: async () => mapSources,
  });
  const start = async (
    scope: ExportScopeInput,
    targets: ExportTargets | string,
    options: Partial<ExportOptions> = {},
    view?: ExportView,
  ): Promise<Job> => {
    const started = await exports.start({
      scope: exportScopeSchema.parse(scope),
      options: exportOptionsSchema.parse({ format: 'geojson', ...options }),
      targets: typeof targets === 'string' ? { detections: { path: targets } } : targets,
      view,
    });
    if (!started.ok) throw new Error(started.failure.message);
    return started.value;
  };
  const ended = (id: string) =>
    new Promise<Job>((resolve) => {
      const look = () => {
        const job = jobs.get(id);
        if (job && !isActiveJob(job)) resolve(job);
      };
      events.listen(look);
      look();
    });
  return { exports, start, ended, events, jobs };
}

/** Exports everything (or a scope) into a new file, and fails when the job does not complete. */
export async function exportTo(
  workspace: Workspace,
  name: string,
  options: Partial<ExportOptions> & { readonly scope?: ExportScopeInput } = {},
): Promise<{ readonly file: string; readonly folder: string; readonly job: Job }> {
  const { scope = { kind: 'all' }, ...others } = options;
  const folder = await makeTempFolder();
  const file = path.join(folder, name);
  const { start, ended } = beginExports(workspace);
  const job = await ended((await start(scope, file, others)).id);
  if (job.state !== 'complete') throw new Error(job.failure?.message ?? `The export is ${job.state}.`);
  return { file, folder, job };
}

/** Runs `export` with flags; `scope` replaces that of the flags. The summary is that which programs read. */
export async function exportByCli(
  {
    workspace,
    out,
    dataDir = path.dirname(out),
    scope,
  }: {
    readonly workspace: string;
    readonly out: string;
    readonly dataDir?: string;
    readonly scope?: ExportScope;
  },
  ...flags: readonly string[]
) {
  const { output, ended } = collectCliOutput();
  const command = parseCli(['export', '--out', out, '--workspace', workspace, ...flags], '/');
  if (command.command !== 'export') throw new Error(`This is ${command.command}.`);
  const code = await runExportCommand(
    { ...command, ...(scope && { scope }) },
    { dataDir, workers: coreWorkers, output, signal: new AbortController().signal },
  );
  const { summary, notes } = ended();
  return { code, summary, notes: notes.join('\n') };
}
