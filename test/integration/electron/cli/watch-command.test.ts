import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { CliOutput } from '../../../../electron/cli/cli-output.ts';
import { runWatchCommand } from '../../../../electron/cli/watch-command.ts';
import { createCore } from '../../../../electron/core/create-core.ts';
import { savedSearchInputSchema } from '../../../../shared/searches/saved-search.ts';
import { watchRuleInputSchema } from '../../../../shared/watch/watch-rule.ts';
import { coreWorkers } from '../../../builders/core-workers.ts';
import { createMemoryKeychain } from '../../../builders/memory-keychain.ts';
import { buildUuid } from '../../../builders/record-builder.ts';
import { buildProfile } from '../../../builders/service-access.ts';
import { startServiceServer } from '../../../builders/service-server.ts';
import { valued } from '../../../builders/watch-world.ts';
import { makeTempFolder } from '../../../builders/workspace-builder.ts';

const recordCount = 35;

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
  const run = async (options: { readonly rules?: readonly string[]; readonly digest?: string } = {}) => {
    const notes: string[] = [];
    let summary: object = {};
    const output: CliOutput = {
      progress: () => {},
      note: (text) => notes.push(text),
      noteFailure: ({ message }) => notes.push(message),
      summary: (value) => {
        summary = value;
      },
      fail({ message }) {
        notes.push(message);
        return 1;
      },
      exitCodeOf: () => 3,
    };
    const code = await runWatchCommand(
      { command: 'watch', rules: options.rules ?? [], digest: options.digest, force: false },
      { core, credentials, output, signal: new AbortController().signal },
    );
    return { code, notes, summary };
  };
  return { service, folder, core, searchId, run };
}

it('ends with 7 when something was found, with 0 when nothing is new, and with 1 when a rule was not watched', async () => {
  const { service, folder, core, searchId, run } = await startWatching();
  expect(await run()).toMatchObject({
    code: 1,
    notes: ['There is no rule of the watch in this workspace. It has none.'],
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

  // A digest is not replaced, and nothing is fetched.
  expect(await run({ digest })).toMatchObject({ code: 1, notes: [expect.stringContaining('already there')] });
  expect(await run()).toMatchObject({ code: 0, summary: { findings: [] } });

  service.fault = ({ path: target }, response) => {
    if (target !== '/psdm/graphql/gmss') return false;
    response.writeHead(400).end();
    return true;
  };
  const digestOfFailed = path.join(folder, 'failed.html');
  expect(await run({ digest: digestOfFailed })).toMatchObject({
    code: 1,
    notes: [
      expect.stringMatching(/^Ships <1>: 0 findings, until .*; not watched since, because the last fetch/),
    ],
    summary: { state: 'failed', unwatched: [{ rule: 'Ships <1>', reason: 'fetch-failed' }] },
  });
  expect(await readFile(digestOfFailed, 'utf8')).toMatch(/Ships &lt;1&gt;: not watched since 20/);
});
