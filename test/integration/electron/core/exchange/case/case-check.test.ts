import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEvents } from '../../../../../../electron/core/base/events.ts';
import { createCases } from '../../../../../../electron/core/exchange/case/create-cases.ts';
import { createJobRunner } from '../../../../../../electron/core/jobs/job-runner.ts';
import { createRunTool } from '../../../../../../electron/core/workspace-tools/run-tool.ts';
import { isActiveJob } from '../../../../../../shared/jobs/job.ts';
import { coreWorkers } from '../../../../../builders/core-workers.ts';
import { eventually } from '../../../../../builders/eventually.ts';
import { buildRecords, fillWithReviews } from '../../../../../builders/filled-workspace.ts';
import {
  fillWorkspace,
  makeTempFolder,
  openTestStore,
  openTestWorkspace,
} from '../../../../../builders/workspace-builder.ts';

const unused = <T extends object>() => ({}) as T;

async function createTestCases(openNew: Parameters<typeof createCases>[0]['openNew'] = unused()) {
  const workspace = await openTestWorkspace();
  const events = createEvents();
  const jobs = createJobRunner({
    events,
    onProblem: (error) => {
      throw error;
    },
  });
  const runTool = createRunTool(coreWorkers.workspaceTools);
  const cases = createCases({
    workspace: () => workspace,
    jobs,
    events,
    session: {
      access: { profile: () => ({ id: 'demo' }) },
      state: () => ({ username: 'anna' }),
    } as unknown as Parameters<typeof createCases>[0]['session'],
    openNew,
    planCase: (task, options) => runTool('planCase', task, options),
    writeCase: (task, options) => runTool('writeCase', task, options),
    readCase: (task, options) => runTool('readCase', task, options),
    cache: unused(),
    mergeReviews: unused(),
    receiveLayers: unused(),
    adoptWatch: unused(),
    cacheFolder: '/nowhere',
  });
  return { cases, jobs, events, workspace };
}

function writeWorkspace() {
  const store = openTestStore();
  fillWithReviews(store, buildRecords(20));
  store.close();
  return { path: store.path, name: 'Busan.gpkg', isTemporary: false };
}

test('a file is previewed as a job, which can be cancelled in the list of jobs and by its request', async () => {
  const { cases, jobs, events } = await createTestCases();
  const chosen = writeWorkspace();
  expect(await cases.inspect(chosen)).toMatchObject({
    ok: true,
    value: {
      summary: { fileName: 'Busan.gpkg', facts: null, counts: { records: 20 } },
      reviews: { counts: { new: 2 } },
    },
  });
  const stop = events.listen(({ event }) => {
    if (event.type === 'job') void jobs.cancel(event.job.id);
  });
  expect(await cases.inspect(chosen)).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  stop();
  expect(await cases.inspect(chosen, AbortSignal.abort())).toMatchObject({
    ok: false,
    failure: { code: 'cancelled' },
  });
  await eventually(() => expect(jobs.list()).toEqual([]));
});

test('a file that is refused is named, and so is the workspace that is open', async () => {
  const { cases, workspace } = await createTestCases();
  const file = path.join(await makeTempFolder(), 'no.gpkg');
  writeFileSync(file, 'no database at all');
  expect(await cases.inspect({ path: file, name: 'no.gpkg', isTemporary: false })).toMatchObject({
    ok: false,
    failure: { code: 'invalid-input', message: expect.stringMatching(/^no\.gpkg cannot be opened\. /) },
  });
  expect(await cases.inspect({ path: workspace.path, name: 'open.gpkg', isTemporary: false })).toMatchObject({
    ok: false,
    failure: { message: 'open.gpkg is the workspace that is open.' },
  });
});

describe('a case that cannot be written', () => {
  const write = async (folder: string) => {
    const { cases, jobs, workspace } = await createTestCases();
    await fillWorkspace(workspace, buildRecords(200));
    const started = await cases.write({
      scope: { kind: 'all' },
      scopeWords: 'everything',
      ...{ withChips: false, withLayers: true, withRules: true },
      target: { path: path.join(folder, 'case.gpkg') },
    });
    if (!started.ok) throw new Error(started.failure.message);
    return eventually(() => {
      const job = jobs.get(started.value.id);
      if (!job || isActiveJob(job)) throw new Error('The job has not ended.');
      return job;
    });
  };

  test('since the disk fills up in the middle names the disk, and leaves nothing', async ({ skip }) => {
    const folder = await makeTempFolder();
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder]);
    if (mounted.status !== 0) {
      const reason = 'Skipped: a case on a full disk, as no small file system can be mounted here.';
      process.stderr.write(`${reason}\n`);
      skip(reason);
    }
    onTestFinished(() => void execFileSync('umount', [folder]));
    const job = await write(folder);
    expect([job.state, job.failure?.message]).toEqual([
      'failed',
      `The disk of ${folder} is full. Free some space or choose another place; nothing was left behind.`,
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('since its folder is gone names the folder', async () => {
    const folder = path.join(await makeTempFolder(), 'gone');
    expect((await write(folder)).failure?.message).toBe(
      `The folder ${folder} is not there. Choose another place.`,
    );
  });
});

test('a case that has changed since its preview and is refused then opens no empty workspace', async () => {
  const opened: string[] = [];
  const { cases, jobs } = await createTestCases(async (name) => {
    opened.push(name);
    return { ok: true, value: undefined };
  });
  const chosen = writeWorkspace();
  const inspected = await cases.inspect(chosen);
  if (!inspected.ok) throw new Error(inspected.failure.message);
  writeFileSync(chosen.path, 'no database anymore');
  expect(
    await cases.import({
      fileId: inspected.value.id,
      into: { kind: 'new', name: 'Of a stranger' },
      conflicts: { winner: 'present', except: [] },
    }),
  ).toMatchObject({ ok: false, failure: { message: expect.stringMatching(/^Busan.gpkg cannot be opened/) } });
  expect(opened).toEqual([]);
  await eventually(() => expect(jobs.list()).toEqual([]));
});
