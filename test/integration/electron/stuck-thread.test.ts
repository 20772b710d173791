import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { demoCredentials } from '../../../electron/core/demo-service/demo-credentials.ts';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { requireBuild } from '../../builders/built-app.ts';
import { buildRecord } from '../../builders/record-builder.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../builders/workspace-builder.ts';

beforeAll(requireBuild);

const stuckSqlite = pathToFileURL(inProject('test', 'builders', 'stuck-sqlite.mjs')).href;

/** Starts a built entry of which one thread gets stuck inside SQLite, at the statement that has this text. */
function start(entry: string, stuckAt: string, args: readonly string[]) {
  const child = spawn(
    process.execPath,
    ['--import', stuckSqlite, inProject('dist', 'main', entry), ...args],
    {
      env: {
        ...process.env,
        SIGHTLINE_TEST_STUCK: stuckAt,
        SIGHTLINE_KEYCHAIN: 'off',
        SIGHTLINE_USERNAME: demoCredentials.username,
        SIGHTLINE_PASSWORD: demoCredentials.password,
        INIT_CWD: '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => {
    if (child.exitCode === null) child.kill('SIGKILL');
  });
  let output = '';
  const add = (text: Buffer) => {
    output += text.toString();
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return { child, output: () => output };
}

async function endBySignal(child: ChildProcess): Promise<unknown> {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  return closed;
}

const hostFlags = async () => ['--port', '0', '--no-open', '--data-dir', await makeTempFolder()];

it('ends the browser host in order while a thread that it does not wait for is stuck', async () => {
  const { child, output } = start('browser-host.js', 'anywhere', await hostFlags());
  await expect.poll(output, { timeout: 50_000 }).toContain('Sightline ready');
  expect(await endBySignal(child), output()).toEqual([0, null]);
});

it('ends a browser host that is stuck before it is ready', async () => {
  const dataDir = await makeTempFolder();
  const fetched = start('cli.js', 'no such statement', [
    'fetch',
    '--data-dir',
    dataDir,
    '--max-records',
    '20',
  ]);
  expect(await once(fetched.child, 'close'), fetched.output()).toEqual([0, null]);
  const flags = ['--port', '0', '--no-open', '--data-dir', dataDir];
  const { child, output } = start('browser-host.js', 'PRAGMA journal_mode = WAL', flags);
  await expect.poll(output, { timeout: 50_000 }).toContain('stuck');
  expect(await endBySignal(child), output()).toEqual([1, null]);
  expect(output()).toContain('did not finish within 10 s; ending anyway');
});

it.each([
  ['fetch', 'INSERT INTO main.detections', 130],
  ['fetch', 'wal_checkpoint(TRUNCATE)', 1],
] as const)('ends the command line’s %s that is stuck at %s', async (command, stuckAt, code) => {
  const flags = [command, '--data-dir', await makeTempFolder(), '--max-records', '20'];
  const { child, output } = start('cli.js', stuckAt, flags);
  await expect.poll(output, { timeout: 50_000 }).toContain('stuck');
  expect(await endBySignal(child), output()).toEqual([code, null]);
  expect(output()).toContain('ending anyway');
});

it.each([
  ['the query for the filter', 'count(*) AS n FROM records'],
  ['the export itself', 'PRAGMA cache_size = -8192; BEGIN'],
])('ends an export of the command line that is stuck in %s', async (_name, stuckAt) => {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'test.gpkg');
  const workspace = await openTestWorkspace(file);
  await fillWorkspace(workspace, [buildRecord()]);
  await workspace.close();
  const flags = [
    'export',
    '--data-dir',
    folder,
    '--workspace',
    file,
    '--out',
    path.join(folder, 'a.geojson'),
  ];
  const { child, output } = start('cli.js', stuckAt, flags);
  await expect.poll(output, { timeout: 50_000 }).toContain('stuck');
  expect(await endBySignal(child), output()).toEqual([130, null]);
});
