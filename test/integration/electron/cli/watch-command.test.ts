import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runWatchCommand } from '../../../../electron/cli/watch-command.ts';
import { createCore } from '../../../../electron/core/create-core.ts';
import { savedSearchInputSchema } from '../../../../shared/searches/saved-search.ts';
import { watchRuleInputSchema } from '../../../../shared/watch/watch-rule.ts';
import { collectCliOutput } from '../../../builders/cli-run.ts';
import { coreWorkers } from '../../../builders/core-workers.ts';
import { createMemoryKeychain } from '../../../builders/memory-keychain.ts';
import { buildUuid } from '../../../builders/record-builder.ts';
import { buildProfile } from '../../../builders/service-access.ts';
import { startServiceServer } from '../../../builders/service-server.ts';
import { valued } from '../../../builders/watch-world.ts';
import { makeTempFolder } from '../../../builders/workspace-builder.ts';

const recordCount = 35;

type RunOptions = {
  readonly rules?: readonly string[];
  readonly digest?: string;
  /** Null: the environment has none. */
  readonly credentials?: { readonly username: string; readonly password: string } | null;
  readonly profile?: string;
};

async function startWatching() {
  const service = await startServiceServer(recordCount);
  onTestFinished(() => service.close());
  const folder = await makeTempFolder();
  const core = await createCore({
    dataDir: path.join(folder, 'data'),
    keychain: createMemoryKeychain(),
    workers: coreWorkers,
    demo: false,
    wait: async () => {},
    onProblem: () => {},
  });
  onTestFinished(() => core.close());
  const { id: _id, kind: _kind, ...form } = buildProfile(service.url);
  const profile = valued(await core.session.saveProfile(form));
  const credentials = { username: 'anna', password: 'secret' };
  valued(await core.session.signIn({ profileId: profile.id, ...credentials }));
  const searchId = buildUuid();
  valued(
    await core.searches.save(
      savedSearchInputSchema.parse({
        id: searchId,
        name: 'Everything',
        search: { regions: ['East Asia'], analytics: [] },
        schedule: { kind: 'manual' },
      }),
    ),
  );
  const run = async (options: RunOptions = {}) => {
    const { output, ended } = collectCliOutput();
    const code = await runWatchCommand(
      {
        ...{ command: 'watch', rules: options.rules ?? [], digest: options.digest, force: false },
        profile: options.profile,
      },
      {
        ...{ core, output, signal: new AbortController().signal },
        credentials: options.credentials === null ? undefined : (options.credentials ?? credentials),
      },
    );
    return { code, ...ended() };
  };
  return { service, folder, core, searchId, run, credentials };
}

it('ends with 7 when something was found, with 0 when nothing is new, and with 1 when a rule was not watched', async () => {
  const { service, folder, core, searchId, run } = await startWatching();
  expect(await run()).toMatchObject({
    code: 1,
    notes: ['There is no rule of the watch in this workspace.'],
  });
  const rule = { id: buildUuid(), name: 'Ships <1>', searchId, areaId: null, condition: { kind: 'any' } };
  valued(await core.watch.save(watchRuleInputSchema.parse(rule)));
  expect(await run({ rules: ['Others'] })).toMatchObject({
    code: 1,
    notes: ['There is no rule “Others” in this workspace. It has “Ships <1>”.'],
  });

  const digest = path.join(folder, 'digest.html');
  const first = await run({ rules: ['ships <1>'], digest });
  expect(first).toMatchObject({
    code: 7,
    notes: [expect.stringMatching(/^Ships <1>: \d+ findings, until 20/)],
    summary: { command: 'watch', state: 'complete', rules: 1, unwatched: [], files: [digest] },
  });
  const { total } = valued(await core.watch.inbox({ view: 'open', offset: 0, limit: 1 }));
  expect(total).toBeGreaterThanOrEqual(recordCount);
  expect(first.summary).toHaveProperty('findings.length', total);
  const html = await readFile(digest, 'utf8');
  expect(html).toContain('Ships &lt;1&gt;');
  expect(html).toContain('All rules have watched up to their last fetch.');
  expect(html).not.toContain('<script');
  expect(html.match(/Record [\da-f-]{36}/g)).toHaveLength(total);

  expect(await run()).toMatchObject({ code: 0, summary: { findings: [] } });

  service.fault = ({ path: target }, response) => {
    if (target !== '/psdm/graphql/gmss') return false;
    response.writeHead(400).end();
    return true;
  };
  const digestOfFailed = path.join(folder, 'failed.html');
  expect(await run({ digest: digestOfFailed })).toMatchObject({
    code: 1,
    notes: expect.arrayContaining([
      expect.stringMatching(
        /^Ships <1>: 0 findings, not watched since 20.*, because the last fetch is not complete\.$/,
      ),
    ]),
    summary: { state: 'failed', unwatched: [{ rule: 'Ships <1>', reason: 'fetch-failed' }] },
  });
  expect(await readFile(digestOfFailed, 'utf8')).toMatch(/Ships &lt;1&gt;: not watched since 20/);
});

type Started = Awaited<ReturnType<typeof startWatching>>;

/** Reason why nothing can be fetched, and the exit code. */
const troubles: Readonly<
  Record<string, { readonly begin: (started: Started) => Promise<RunOptions>; readonly message: RegExp }>
> = {
  'the service refuses the password': {
    async begin({ core, service }) {
      await core.session.signOut();
      service.fault = ({ path: target }, response) => {
        if (target !== '/pas/login') return false;
        response.writeHead(401).end();
        return true;
      };
      return {};
    },
    message: /password/,
  },
  'the service cannot be reached to sign in': {
    async begin({ core, service }) {
      await core.session.signOut();
      await service.close();
      return {};
    },
    message: /cannot be reached|not reached|connection/i,
  },
  'the service cannot be reached to fetch': {
    async begin({ service }) {
      await service.close();
      return {};
    },
    message: /cannot be reached|not reached|connection/i,
  },
  'there is neither a token nor a password': {
    async begin({ core }) {
      await core.session.signOut();
      return { credentials: null };
    },
    message: /No user is signed in/,
  },
};

it.each(Object.entries(troubles))(
  'where %s, the digest is written, the try is stored, and all outputs agree',
  async (_when, { begin, message }) => {
    const started = await startWatching();
    const { core, folder, searchId, run } = started;
    const rule = { searchId, areaId: null, condition: { kind: 'any' } };
    for (const name of ['Ships', 'Other ships'])
      valued(await core.watch.save(watchRuleInputSchema.parse({ ...rule, id: buildUuid(), name })));
    await run();
    const before = valued(await core.searches.history({ text: '', offset: 0, limit: 10 })).total;
    const options = await begin(started);
    const digest = path.join(folder, 'digest.html');
    const ended = await run({ ...options, digest });
    expect([1, 3]).toContain(ended.code);
    const html = await readFile(digest, 'utf8');
    expect(html).toMatch(/Ships: not watched since 20[^<]*, because the last fetch is not complete/);
    expect(html).toMatch(message);
    expect(ended.summary).toMatchObject({
      state: 'failed',
      unwatched: ['Other ships', 'Ships'].map((name) => ({
        ...{ rule: name, reason: 'fetch-failed', message: expect.stringMatching(message) },
      })),
    });
    const [listed] = valued(await core.watch.list()).rules;
    expect(listed?.status.unwatched).toMatchObject({
      ...{ kind: 'fetch-failed', message: expect.stringMatching(message) },
    });
    const { entries, total } = valued(await core.searches.history({ text: '', offset: 0, limit: 10 }));
    expect(total).toBe(before + 1);
    expect(entries[0]?.job).toMatchObject({ state: 'failed', fetch: { searchId } });
  },
);

it.each([
  ['another account', { credentials: { username: 'bert', password: 'wrong' } }],
  ['another profile', { profile: 'Elsewhere' }],
])('of %s that cannot sign in, no rule of this workspace is reported', async (_whose, options) => {
  const { core, folder, searchId, run, service } = await startWatching();
  const rule = { id: buildUuid(), name: 'Ships', searchId, areaId: null, condition: { kind: 'any' } };
  valued(await core.watch.save(watchRuleInputSchema.parse(rule)));
  service.fault = ({ path: target }, response) => {
    if (target !== '/pas/login') return false;
    response.writeHead(401).end();
    return true;
  };
  const digest = path.join(folder, 'digest.html');
  expect(await run({ ...options, digest })).toMatchObject({
    code: expect.any(Number),
    summary: { state: 'failed' },
  });
  const html = await readFile(digest, 'utf8');
  expect(html).toContain('Nothing was watched.');
  expect(html).not.toContain('Ships');
});
