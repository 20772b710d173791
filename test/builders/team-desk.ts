import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createEvents } from '../../electron/core/base/events.ts';
import { createCases } from '../../electron/core/exchange/case/create-cases.ts';
import { readCase } from '../../electron/core/exchange/case/read-case.ts';
import { writeItems } from '../../electron/core/exchange/case/write-items.ts';
import { createJobRunner } from '../../electron/core/jobs/job-runner.ts';
import { createLayers } from '../../electron/core/layers/create-layers.ts';
import { copyForeignLayer } from '../../electron/core/layers/read-layer-file.ts';
import { openSettingsFile } from '../../electron/core/settings/settings-file.ts';
import { createAppTeam } from '../../electron/core/team/create-app-team.ts';
import type { TeamConnection } from '../../electron/core/team/team-connection.ts';
import { createWatch } from '../../electron/core/watch/create-watch.ts';
import type { Workspace } from '../../electron/core/workspace/open/workspace.ts';
import type { Job } from '../../shared/jobs/job.ts';
import type { Result } from '../../shared/result.ts';
import { coreWorkers } from './core-workers.ts';
import { eventually } from './eventually.ts';
import { createMemoryKeychain } from './memory-keychain.ts';
import { expectOk } from './team-builder.ts';
import { buildToolRun } from './tool-run.ts';
import { makeTempFolder } from './workspace-builder.ts';

/** The team of an app over a workspace, which receives layers, sites and rules. */
export async function openTeamDesk(connection: TeamConnection, workspace: Workspace) {
  const folder = await makeTempFolder();
  const settings = await openSettingsFile(path.join(folder, 'settings.json'));
  const problems: unknown[] = [];
  const onProblem = (error: unknown) => problems.push(error);
  const events = createEvents();
  const jobs = createJobRunner({ events, onProblem });
  const open = () => workspace;
  const unused = () => {
    throw new Error('The exchange does not need this.');
  };
  const layers = createLayers({
    ...{
      workspace: open,
      jobs,
      events,
      readLayerFile: unused,
      previewLayerFile: unused,
      copyForeignLayer: async (task) => copyForeignLayer(task, buildToolRun()),
      temporaryFolder: folder,
    },
  });
  const cases = createCases({
    ...{
      workspace: open,
      jobs,
      events,
      openNew: unused,
      planCase: unused,
      writeCase: unused,
      mergeReviews: unused,
    },
    session: { state: unused, access: { profile: () => ({ id: 'other' }) } } as never,
    readCase: (task, options) => readCase(task, buildToolRun(options)),
    receiveLayers: layers.receive,
    adoptWatch: createWatch({ jobs, workspace: open, events, onProblem }).adopt,
    cache: {} as never,
    cacheFolder: '',
  });
  const team = createAppTeam({
    ...{ settings, keychain: createMemoryKeychain(), events, jobs, onProblem, folder },
    receiveItems: cases.receiveItems,
    writeItems: async (task) => writeItems(task, buildToolRun()),
    temporaryFolder: path.join(folder, 'incoming'),
    workspace: () => workspace,
    workerUrl: coreWorkers.team,
    pollMs: 1e9,
  });
  onTestFinished(async () => {
    await jobs.stopAll();
    await team.close();
    expect(problems).toEqual([]);
  });
  const { host, port, database, user } = connection;
  expectOk(await team.save({ host, port, database, user, address: '', password: 'a secret' }));
  const run = async (start: () => Promise<Result<Job>>) => {
    const { id } = expectOk(await start());
    await eventually(() => expect(jobs.get(id)?.state).toMatch(/complete|failed/));
    return jobs.get(id);
  };
  return {
    team,
    workspace,
    publish: () => run(team.publishItems),
    publishRecords: () => run(team.publish),
    exchange: () => run(team.exchange),
    share: (ruleId: string, subject: string) => {
      const due = {
        id: randomUUID(),
        ruleId,
        subject,
        ruleName: 'Rule',
        statement: 'Found.',
        collectedAt: null,
      };
      return team.shareEvents(workspace, [due], new AbortController().signal);
    },
  };
}
