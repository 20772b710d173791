import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAppHandler } from '../../../../../electron/app-handler.ts';
import { createLogFile, logFolder } from '../../../../../electron/core/base/log-file.ts';
import { createCore } from '../../../../../electron/core/create-core.ts';
import { isActiveJob } from '../../../../../shared/jobs/job.ts';
import { searchSchema } from '../../../../../shared/results/search.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { sendJson } from '../../../../builders/http-server.ts';
import { createMemoryKeychain } from '../../../../builders/memory-keychain.ts';
import { makeDraft } from '../../../../builders/order-draft-builder.ts';
import { type ServiceServer, startServiceServer } from '../../../../builders/service-server.ts';
import { stubHost } from '../../../../builders/stub-core.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

/** Texts that must be in no log: each is entered, sent or received somewhere in the session. */
const marked = {
  password: 'pAssw0rd-Marked',
  proxyPassword: 'pRoxy-Marked',
  teamPassword: 'tEam-Marked',
  username: 'kim.marked@example.org',
  areaName: 'Harbour-Marked',
  orderName: 'Order-Marked',
  tileKey: 'tile-key-marked',
  longitude: '121.512345',
  latitude: '31.254321',
  chip: 'chip-0-0',
  record: '00000000-0000-4000-9000-000000000000',
};

async function start(service: ServiceServer) {
  const dataDir = path.join(await makeTempFolder(), 'data');
  const log = createLogFile(logFolder(dataDir), 'app');
  const onProblem = (error: unknown, where: string) => log.problem(error, where);
  const core = await createCore({
    ...{ dataDir, log, onProblem, demo: false as const },
    keychain: createMemoryKeychain(),
    workers: coreWorkers,
  });
  onTestFinished(() => core.close());
  const handler = createAppHandler({ core, host: stubHost, rendererDir: '/nowhere', log, onProblem });
  /** Calls a mutation of the API as the page does. */
  const call = async (name: string, input?: unknown) => {
    const response = await handler(
      new Request(`http://127.0.0.1/api/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        ...(input === undefined ? {} : { body: JSON.stringify(input) }),
      }),
    );
    return (await response.json()).result?.data;
  };
  return { dataDir, core, log, handler, call, service };
}

test('the log of a whole session contains the events, and no secret, name, position or result', async () => {
  const service = await startServiceServer(3);
  onTestFinished(() => service.close());
  const { dataDir, core, handler, call } = await start(service);

  const profile = await call('session.saveProfile', {
    ...{ name: 'Marked profile', baseUrl: service.url, imageBaseUrl: `${service.url}/images` },
  });
  const signIn = { profileId: profile.value.id, username: marked.username, password: marked.password };
  await call('network.setProxy', {
    ...{ mode: 'manual', address: 'proxy.test:8080', exceptions: '', script: '' },
    ...{ username: marked.username, password: marked.proxyPassword },
  });
  expect((await call('session.signIn', signIn)).ok).toBe(true);
  const token = core.session.access.token() ?? '';
  const center = [Number(marked.longitude), Number(marked.latitude)];
  const shape = { kind: 'circle', center, radiusMetres: 5000 };
  const area = await call('areas.create', { name: marked.areaName, shape });
  expect(area.ok).toBe(true);
  expect(
    (await call('areas.create', { name: marked.areaName, shape: { ...shape, center: ['x', 1] } })).ok,
  ).toBe(false);
  const draft = makeDraft({
    descriptiveName: marked.orderName,
    areas: [{ kind: 'area', areaId: area.value.id }],
  });
  await core.orders.submit({ draftId: randomUUID(), draft });
  const fetched = await core.fetches.start(
    searchSchema.parse({ regions: ['East Asia'], analytics: ['LargeVesselDetection'], pageSize: 2 }),
  );
  if (!fetched.ok) throw new Error(fetched.failure.message);
  await expect.poll(() => core.jobs.list().filter(isActiveJob).length, { timeout: 30_000 }).toBe(0);
  const chip = await handler(new Request('http://127.0.0.1/chips/1'));
  expect(chip.status).toBe(200);
  await call('mapSources.readCapabilities', {
    kind: 'wms',
    address: `${service.url}/wms?key=${marked.tileKey}`,
  });
  // Nothing listens at this port.
  const team = { host: '127.0.0.1', address: '', port: 1, database: 'team', user: 'kim' };
  expect((await call('team.save', { ...team, password: marked.teamPassword })).ok).toBe(true);
  expect((await call('team.test')).value.failedAt).toBe('connection');
  expect((await call('team.exchange')).ok).toBe(true);
  await expect.poll(() => core.jobs.list().filter(isActiveJob).length, { timeout: 30_000 }).toBe(0);
  for (const secret of [marked.password, marked.proxyPassword, marked.teamPassword]) {
    expect(JSON.stringify(core.jobs.list())).not.toContain(secret);
    expect(await readFile(path.join(dataDir, 'settings.json'), 'utf8')).not.toContain(secret);
  }
  const caseFile = path.join(dataDir, 'case.gpkg');
  const written = await core.cases.write({
    ...{
      scope: { kind: 'all' },
      scopeWords: 'All',
      withChips: true,
      withLayers: true,
      withRules: true,
      target: { path: caseFile },
    },
  });
  expect(written.ok).toBe(true);
  await expect.poll(() => core.jobs.list().filter(isActiveJob).length, { timeout: 30_000 }).toBe(0);
  const bytes = await readFile(caseFile);
  for (const secret of [marked.password, marked.proxyPassword, marked.teamPassword, token])
    expect(bytes.includes(secret), 'a secret is in a case').toBe(false);
  // Of the order alone: a request for what the first order asked may still be on its way, and would sign out before.
  service.fault = ({ method }, response) => {
    if (method === 'POST') sendJson(response, 401, {});
    return method === 'POST';
  };
  await core.orders.submit({ draftId: randomUUID(), draft });
  await call('session.signIn', { ...signIn, profileId: marked.areaName });
  await handler(new Request(`http://127.0.0.1/feed/detections?${marked.chip}`));

  const text = await readLogs(dataDir);
  for (const [what, secret] of Object.entries({ ...marked, token })) {
    expect(text.includes(secret), `${what} is in the log`).toBe(false);
  }
  // What it is for.
  expect(text).toMatch(/ call path=session\.signIn ms=\d+\n/);
  expect(text).toMatch(/ call path=areas\.create ms=\d+ code=invalid-input/);
  expect(text).toMatch(/ call path=session\.signIn ms=\d+ code=not-found/);
  expect(text).toMatch(/ job kind=fetch state=complete ms=\d+/);
  expect(text).toMatch(/ job kind=team state=failed ms=\d+/);
  expect(text).toMatch(/ request method=POST host=127\.0\.0\.1:\d+ ms=\d+ status=201/);
  expect(text).toMatch(/ request method=POST host=127\.0\.0\.1:\d+ ms=\d+ status=401/);

  await mkdir(path.join(dataDir, 'electron', 'Crashpad', 'completed'), { recursive: true });
  await writeFile(path.join(dataDir, 'electron', 'Crashpad', 'completed', 'a.dmp'), marked.password);
  const shown = await core.diagnostics.collect();
  expect(shown).toContain('a.dmp 15 bytes');
  expect(shown).toContain('Proxy: manual; login: yes');
  expect(shown).toContain(text.split('\n')[0]);
  for (const [what, secret] of Object.entries({ ...marked, token, profile: 'Marked profile' })) {
    expect(shown.includes(secret), `${what} is in the diagnostics`).toBe(false);
  }
  const file = path.join(dataDir, 'report.txt');
  expect(await core.diagnostics.save(file)).toMatchObject({ ok: true });
  expect(await readFile(file, 'utf8')).toBe(shown);
});

test('diagnostics that were not shown are not saved', async () => {
  const service = await startServiceServer();
  onTestFinished(() => service.close());
  const { core, dataDir } = await start(service);
  const file = path.join(dataDir, 'report.txt');
  expect(await core.diagnostics.save(file)).toMatchObject({ ok: false, failure: { code: 'not-found' } });
  await core.diagnostics.collect();
  expect(await core.diagnostics.save(path.join(dataDir, 'none', 'report.txt'))).toMatchObject({
    ok: false,
    failure: { code: 'disk' },
  });
});

async function readLogs(dataDir: string): Promise<string> {
  const folder = logFolder(dataDir);
  const texts = (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8'));
  return (await Promise.all(texts)).join('');
}
