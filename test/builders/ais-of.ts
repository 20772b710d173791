import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createAis } from '../../electron/core/ais/create-ais.ts';
import { createEvents } from '../../electron/core/base/events.ts';
import { createJobRunner } from '../../electron/core/jobs/job-runner.ts';
import type { Workspace } from '../../electron/core/workspace/open/workspace.ts';
import { createRunTool } from '../../electron/core/workspace-tools/run-tool.ts';
import { isActiveJob, type Job } from '../../shared/jobs/job.ts';
import { coreWorkers } from './core-workers.ts';
import { eventually } from './eventually.ts';
import { valued } from './fetch-core.ts';
import { makeTempFolder } from './workspace-builder.ts';

/** AIS over a workspace, as its core has it. */
export function aisOf(workspace: Workspace) {
  const events = createEvents();
  const fail = (error: unknown) => {
    throw error;
  };
  const jobs = createJobRunner({ events, onProblem: fail });
  const runTool = createRunTool(coreWorkers.workspaceTools);
  const ais = createAis({
    workspace: () => workspace,
    jobs,
    events,
    readAisFile: (task, options) => runTool('readAisFile', task, options),
    readAisTimes: (task) => runTool('readAisTimes', task),
    matchAisPass: (input, options) => runTool('matchAisPass', input, options),
    onProblem: fail,
    temporaryFolder: path.join(path.dirname(workspace.path), 'incoming'),
  });
  return {
    ais,
    events,
    jobs,
    async importText(
      text: string,
      { name = 'reports.csv', replaces = null as string | null } = {},
    ): Promise<Job> {
      const file = path.join(await makeTempFolder(), name);
      writeFileSync(file, text);
      const preview = valued(await ais.preview({ path: file, name, isTemporary: false }, replaces));
      const started = valued(await ais.start(preview.file, preview));
      return eventually(() => {
        const job = jobs.get(started.id);
        if (!job || isActiveJob(job)) throw new Error('The import has not ended.');
        return job;
      });
    },
  };
}
