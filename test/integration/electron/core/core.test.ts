import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Core } from '../../../../electron/core/core.ts';
import type { CoreOptions } from '../../../../electron/core/core-options.ts';
import { createCore } from '../../../../electron/core/create-core.ts';
import {
  demoCredentials,
  limitedDemoCredentials,
} from '../../../../electron/core/demo-service/demo-credentials.ts';
import { DataDirInUse } from '../../../../electron/core/settings/lock-data-dir.ts';
import { isActiveJob, type Job } from '../../../../shared/jobs/job.ts';
import type { Result } from '../../../../shared/result.ts';
import { searchSchema } from '../../../../shared/results/search.ts';
import { apiOfCore } from '../../../builders/api-of.ts';
import { coreWorkers } from '../../../builders/core-workers.ts';
import { createMemoryKeychain, type MemoryKeychain } from '../../../builders/memory-keychain.ts';
import { makeDraft } from '../../../builders/order-draft-builder.ts';
import { buildUuid } from '../../../builders/record-builder.ts';
import { makeTempFolder } from '../../../builders/workspace-builder.ts';

let dataDir: string;
let keychain: MemoryKeychain;
beforeEach(async () => {
  dataDir = path.join(await makeTempFolder(), 'data');
  keychain = createMemoryKeychain();
});

async function start(more: Partial<CoreOptions> = {}) {
  const problems: string[] = [];
  const core = await createCore({
    dataDir,
    keychain,
    workers: coreWorkers,
    onProblem: (error, where) => problems.push(`${where}: ${error}`),
    ...more,
  });
  onTestFinished(() => core.close());
  return { core, problems };
}

const signIn = (core: Core, account: { username: string; password: string } = demoCredentials) =>
  core.session.signIn({ profileId: 'demo', ...account });

function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}

async function ended(core: Core, id: string): Promise<Job> {
  for (;;) {
    const job = core.jobs.list().find((candidate) => candidate.id === id);
    if (job && !isActiveJob(job)) return job;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const search = searchSchema.parse({
  regions: ['East Asia'],
  analytics: ['LargeVesselDetection'],
  maxRecords: 60,
  pageSize: 20,
});

describe('the core on the demo service', () => {
  it('runs the main workflow, and shows all of it at the next start without the service', async () => {
    const first = await start();
    expect(first.core.session.state()).toMatchObject({
      profile: { kind: 'demo', demoCredentials },
      status: 'signed-out',
      workspace: 'none',
    });
    expect(first.core.workspace()).toBeUndefined();
    expect(await apiOfCore(first.core).areas.list()).toMatchObject({ failure: { code: 'no-workspace' } });

    valued(await signIn(first.core));
    const area = valued(
      await apiOfCore(first.core).areas.create({
        name: 'Harbour',
        shape: { kind: 'circle', center: [121.5, 31.25], radiusMetres: 5000 },
      }),
    );
    const submission = valued(
      await first.core.orders.submit({
        draftId: buildUuid(),
        draft: makeDraft({ descriptiveName: 'Harbour watch', areas: [{ kind: 'area', areaId: area.id }] }),
      }),
    );
    expect(submission.state).toBe('accepted');
    expect(valued(await first.core.orders.request(submission.orderId ?? ''))).toContain('Harbour watch');
    const { id } = valued(await first.core.fetches.start(search));
    expect(await ended(first.core, id)).toMatchObject({ state: 'complete', fetch: { records: 60 } });
    const { rows } = valued({
      ok: true,
      value: await first.core.workspace()?.detectionPage({
        filter: {},
        sort: { field: 'id', order: 'ASC' },
        offset: 0,
        limit: 50,
      }),
    }) ?? { rows: [] };
    const outcomes = await Promise.all(rows.map((row) => first.core.chips.get(row.id)));
    const shown = rows.filter((_row, index) => outcomes[index]?.kind === 'image');
    expect(shown.length).toBeGreaterThan(0);
    expect(first.problems).toEqual([]);
    await first.core.close();
    await first.core.close();

    const { core, problems } = await start({ demo: false });
    const [demo] = core.session.profiles();
    expect(demo).toMatchObject({ kind: 'demo' });
    expect(demo, 'a user and password of no use').not.toHaveProperty('demoCredentials');
    const { orders } = valued(await core.orders.list());
    expect(core.session.state()).toMatchObject({
      status: 'signed-in',
      username: demoCredentials.username,
      connection: 'offline',
      workspace: 'open',
    });
    expect(valued(await apiOfCore(core).areas.list())).toEqual([area]);
    expect(orders.map(({ order }) => order.id)).toContain(submission.orderId);
    expect(valued(await core.orders.request(submission.orderId ?? ''))).toContain('Harbour watch');
    expect(core.jobs.list()).toMatchObject([{ id, state: 'complete' }]);
    expect(await core.workspace()?.counts({})).toMatchObject({ records: 60 });
    expect(await core.chips.get(shown[0]?.id ?? 0)).toMatchObject({ kind: 'image', source: 'cache' });
    expect(await core.orders.refresh()).toMatchObject({ ok: false, failure: { code: 'unreachable' } });
    expect(problems).toEqual([]);
  });

  it('shows what another program changes in the workspace', async () => {
    const { core } = await start();
    valued(await signIn(core));
    const { fetches } = core;
    await ended(core, valued(await fetches.start({ ...search, maxRecords: 20 })).id);
    const workspace = core.workspace();
    expect((await workspace?.counts({}))?.detections).toBeGreaterThan(0);
    const changed = new Promise<void>((resolve) => {
      core.events.listen(({ event }) => {
        if (event.type === 'changed' && event.topic === 'areas') resolve();
      });
    });
    const other = new DatabaseSync(workspace?.path ?? '', { timeout: 10_000 });
    other.exec('DELETE FROM detections; DELETE FROM detection_areas');
    other.close();
    await changed;
    expect((await workspace?.counts({}))?.detections).toBe(0);
  });

  it('signs in by itself at the next start, and the service knows the token', async () => {
    const first = await start();
    expect(first.core.session.profiles()[0], 'the service does not run before it is used').toMatchObject({
      kind: 'demo',
      baseUrl: '',
    });
    valued(await signIn(first.core));
    await first.core.close();
    const { core } = await start();
    expect(core.session.state()).toMatchObject({ status: 'signed-in', tokenStorage: 'keychain' });
    valued(await core.orders.refresh());
    expect(core.session.state().connection).toBe('online');
  });

  it('polls the orders by itself after a sign-in', async () => {
    const { core } = await start();
    const refreshed = new Promise<void>((resolve) => {
      core.events.listen(({ event }) => {
        if (event.type === 'changed' && event.topic === 'orders') resolve();
      });
    });
    valued(await signIn(core));
    await refreshed;
    expect(valued(await core.orders.list()).orders.length).toBeGreaterThan(0);
  });

  it('separates the jobs of two accounts, and stops those of the previous one', async () => {
    const { core, problems } = await start({ demo: { latencyMs: 40 } });
    valued(await signIn(core));
    const first = core.workspace();
    const { id } = valued(await core.fetches.start({ ...search, maxRecords: undefined, pageSize: 20 }));
    while ((core.jobs.list()[0]?.fetch?.pages ?? 0) < 2) await new Promise((r) => setTimeout(r, 5));
    valued(await signIn(core, limitedDemoCredentials));
    expect(core.workspace()?.path).not.toBe(first?.path);
    expect(core.jobs.list()).toEqual([]);
    expect(await core.workspace()?.counts({})).toMatchObject({ records: 0 });

    valued(await signIn(core));
    const [job] = core.jobs.list();
    expect(job).toMatchObject({ id, state: 'interrupted', resumable: true });
    expect((await core.workspace()?.counts({}))?.records).toBe(job?.fetch?.records);
    expect(problems).toEqual([]);
  });
});

describe('the core under bad conditions', () => {
  it('logs what was wrong with the settings', async () => {
    await mkdir(dataDir);
    await writeFile(path.join(dataDir, 'settings.json'), '{"version":1,}');
    const { core, problems } = await start();
    expect(core.session.state().settingsProblem).toContain('settings.json.damaged-');
    expect(problems).toEqual([`reading the settings: ${core.session.state().settingsProblem}`]);
  });

  it('works without the demo service, and reports why it is missing', async () => {
    const occupied = createServer();
    await new Promise<void>((resolve) => occupied.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void occupied.close());
    const { port } = occupied.address() as AddressInfo;
    const { core, problems } = await start({ demo: { port } });
    expect(await signIn(core)).toMatchObject({ ok: false, failure: { code: 'unreachable' } });
    expect(core.session.state()).toMatchObject({
      connection: 'offline',
      connectionProblem: expect.stringContaining('could not be started'),
    });
    expect(
      (
        await core.session.saveProfile({
          name: 'Own',
          baseUrl: 'https://service.example.org',
          imageBaseUrl: 'https://images.example.org',
        })
      ).ok,
    ).toBe(true);
    expect(problems).toHaveLength(1);
  });

  it('refuses a data folder that is in use', async () => {
    const { core } = await start({ demo: false });
    await expect(start({ demo: false })).rejects.toThrow(DataDirInUse);
    await expect(start({ demo: false })).rejects.toThrow('--data-dir');
    await core.close();
    await start({ demo: false });
  });

  it('binds the entries of the keychain to its data folder', async () => {
    const { core } = await start();
    valued(await signIn(core));
    expect(keychain.entries.size).toBeGreaterThan(0);
    for (const account of keychain.entries.keys()) expect(account).toContain(`(${dataDir})`);
  });

  it('works with a keychain that fails, and reports that the token is not stored', async () => {
    keychain.failure = 'The keyring is locked.';
    const first = await start();
    expect(valued(await signIn(first.core))).toMatchObject({
      status: 'signed-in',
      tokenStorage: 'memory',
      keychainProblem: 'The keyring is locked.',
    });
    await first.core.close();
    const { core } = await start();
    expect(core.session.state()).toMatchObject({ status: 'signed-out', workspace: 'open' });
  });

  it('deletes files that were uploaded for an import, when it ends and after it was killed', async () => {
    const uploaded = path.join(dataDir, 'incoming', 'upload');
    await mkdir(path.dirname(uploaded), { recursive: true });
    await writeFile(uploaded, 'left by a killed process');
    const { core, problems } = await start();
    expect(existsSync(uploaded)).toBe(false);
    await mkdir(path.dirname(uploaded), { recursive: true });
    await writeFile(uploaded, 'of a form that was cancelled');
    await core.close();
    expect(existsSync(uploaded)).toBe(false);
    expect(problems).toEqual([]);
  });

  it('closes during a fetch, which can be resumed', async () => {
    const first = await start({ demo: { latencyMs: 100 } });
    valued(await signIn(first.core));
    const { id } = valued(await first.core.fetches.start(search));
    await first.core.close();
    const { core, problems } = await start();
    expect(core.jobs.list()).toMatchObject([{ id, state: 'interrupted', resumable: true }]);
    valued(await core.jobs.resume(id));
    expect(await ended(core, id)).toMatchObject({ state: 'complete' });
    expect([...first.problems, ...problems]).toEqual([]);
  });
});
