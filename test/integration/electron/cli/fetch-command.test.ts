import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { runFetchCommand } from '../../../../electron/cli/fetch-command.ts';
import { createCore } from '../../../../electron/core/create-core.ts';
import { searchSchema } from '../../../../shared/results/search.ts';
import { collectCliOutput } from '../../../builders/cli-run.ts';
import { coreWorkers } from '../../../builders/core-workers.ts';
import { damage, offsetOf } from '../../../builders/damage.ts';
import { createMemoryKeychain } from '../../../builders/memory-keychain.ts';
import { buildPage } from '../../../builders/record-builder.ts';
import { buildProfile } from '../../../builders/service-access.ts';
import { type ServiceServer, startServiceServer } from '../../../builders/service-server.ts';
import { makeTempFolder } from '../../../builders/workspace-builder.ts';

const recordCount = 35;
let service: ServiceServer;

beforeEach(async () => {
  service = await startServiceServer(recordCount);
  onTestFinished(() => service.close());
});

/** Fetches all records in pages of ten; returns the exit code, the summary and the workspace's file, which is closed. */
async function runFetch(
  dataDir?: string,
  options: { readonly region?: string; readonly failsOnEmpty?: boolean } = {},
) {
  const { region = 'East Asia', failsOnEmpty = false } = options;
  const core = await createCore({
    dataDir: dataDir ?? path.join(await makeTempFolder(), 'data'),
    keychain: createMemoryKeychain(),
    workers: coreWorkers,
    demo: false,
    onProblem: () => {},
  });
  onTestFinished(() => core.close());
  const { id: _id, kind: _kind, ...form } = buildProfile(service.url);
  if (!core.session.profiles().some(({ name }) => name === form.name)) {
    const profile = await core.session.saveProfile(form);
    if (!profile.ok) throw new Error(profile.failure.message);
  }
  const { output, ended } = collectCliOutput();
  const code = await runFetchCommand(
    {
      command: 'fetch',
      search: searchSchema.parse({ regions: [region], analytics: [], pageSize: 10 }),
      failsOnEmpty,
      profile: form.name,
    },
    {
      core,
      credentials: { username: 'anna', password: 'secret' },
      output,
      signal: new AbortController().signal,
    },
  );
  const file = core.workspace()?.path ?? '';
  await core.close();
  return { code, file, ...ended() };
}

const logins = () => service.requests.filter(({ path: target }) => target === '/pas/login').length;

it('signs in again as often as tokens expire, once each time', async () => {
  service.fault = ({ path: target, headers }, response) => {
    if (target !== '/psdm/graphql/gmss') return false;
    // A token is good for one page.
    response.on('finish', () => service.tokens.delete(headers.authorization?.replace('Bearer ', '') ?? ''));
    return false;
  };
  expect(await runFetch()).toMatchObject({ code: 0, summary: { state: 'complete', records: recordCount } });
  expect(logins()).toBe(4);
});

it('reports damage of the workspace that it fetches into', async () => {
  const dataDir = path.join(await makeTempFolder(), 'data');
  const { file, summary } = await runFetch(dataDir);
  expect(summary).toMatchObject({ state: 'complete', warnings: [] });
  damage(file, offsetOf(file, 'raw_blocks'));
  const again = await runFetch(dataDir);
  expect(again).toMatchObject({ code: 0, file, summary: { state: 'complete', damagedPages: 1 } });
  expect(again.summary).toHaveProperty('warnings', [
    expect.stringMatching(
      /The workspace file is damaged: 1 of its .* are damaged \(.*, the others are intact/,
    ),
  ]);
});

it('ends when the service refuses its own tokens', async () => {
  service.fault = ({ path: target }, response) => {
    if (target !== '/psdm/graphql/gmss') return false;
    response.writeHead(401).end();
    return true;
  };
  expect(await runFetch()).toMatchObject({ code: 3, summary: { state: 'cancelled', records: 0 } });
  expect(logins()).toBe(2);
});

it('reports why signing in again failed', async () => {
  service.fault = ({ path: target, headers }, response) => {
    if (target === '/pas/login' && logins() > 1) {
      response.writeHead(401).end();
      return true;
    }
    if (target === '/psdm/graphql/gmss')
      response.on('finish', () => service.tokens.delete(headers.authorization?.replace('Bearer ', '') ?? ''));
    return false;
  };
  expect((await runFetch()).summary).toMatchObject({
    state: 'cancelled',
    records: 10,
    failure: { code: 'wrong-credentials' },
  });
});

it('names the profile, and counts as the app does', async () => {
  const { notes } = await runFetch();
  expect(notes[0]).toMatch(/^Profile .*, signed in as anna\.$/);
  expect(notes.at(-1)).toBe(
    `Complete. 4 pages · ${recordCount} records (${recordCount} new) · 105 detections`,
  );
});

it('names what was requested when the service returns no record, and fails on request', async () => {
  service.fault = ({ path: target }, response) => {
    if (target !== '/psdm/graphql/gmss') return false;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(buildPage([]));
    return true;
  };
  const warnings = [
    expect.stringContaining('Requested: region Busann.'),
    '“Busann” is not among the 2 regions that the service documents or has returned (East Asia, Eastern Europe).',
  ];
  const lenient = await runFetch(undefined, { region: 'Busann' });
  expect(lenient).toMatchObject({ code: 0, summary: { state: 'complete', records: 0, warnings } });
  expect(lenient.notes.at(-1)).toContain('the service returned no record');
  const strict = await runFetch(undefined, { region: 'Busann', failsOnEmpty: true });
  expect(strict).toMatchObject({ code: 6, summary: { state: 'failed', code: 'empty', records: 0 } });
  expect(strict.notes.at(-1)).toMatch(/^Failed \(--fail-on-empty\); the service returned no record\./);
  expect(strict.notes.join('\n')).not.toContain('Complete');
});
