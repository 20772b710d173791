import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from 'vitest';
import { demoCredentials } from '../../../electron/core/demo-service/demo-credentials.ts';
import { openWorkspace } from '../../../electron/core/workspace/open/open-workspace.ts';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { requireBuild } from '../../builders/built-app.ts';
import { coreWorkers } from '../../builders/core-workers.ts';
import { buildRecord } from '../../builders/record-builder.ts';
import { fillWorkspace } from '../../builders/workspace-builder.ts';

let parent: string;
beforeAll(async () => {
  requireBuild();
  parent = await mkdtemp(path.join(os.tmpdir(), 'sightline-stuck-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

const makeFolder = () => mkdtemp(path.join(parent, 'data-'));

const stuckSqlite = pathToFileURL(inProject('test', 'builders', 'stuck-sqlite.mjs')).href;

/** Starts a built entry of which one thread gets stuck inside SQLite, at the statement that has this text. */
function start(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  entry: string,
  stuckAt: string,
  args: readonly string[],
  standIn?: string,
) {
  const child = spawn(
    process.execPath,
    [
      ...['--import', stuckSqlite],
      ...(standIn === undefined ? [] : ['--import', standIn]),
      inProject('dist', 'main', entry),
      ...args,
    ],
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

/** Several processes start at once here, on a machine that may be busy. */
function untilPrinted(text: string, output: () => string): Promise<void> {
  return vi.waitFor(() => expect(output()).toContain(text), { timeout: 200_000, interval: 20 });
}

const hostFlags = async () => ['--port', '0', '--no-open', '--data-dir', await makeFolder()];

// Each process waits the ten seconds of its shutdown, which take no processor time.
describe.concurrent('a process with a stuck thread', () => {
  it('ends the browser host in order while a thread that it does not wait for is stuck', async (context) => {
    const { child, output } = start(context, 'browser-host.js', 'anywhere', await hostFlags());
    await untilPrinted('Sightline ready', output);
    expect(await endBySignal(child), output()).toEqual([0, null]);
  });

  it('ends the desktop app in order while a thread that it does not wait for is stuck', async (context) => {
    const standIn = pathToFileURL(inProject('test', 'e2e', 'electron-stand-in.ts')).href;
    const { child, output } = start(
      context,
      'main.js',
      'anywhere',
      ['--data-dir', await makeFolder()],
      standIn,
    );
    await untilPrinted('Sightline ready', output);
    expect(await endBySignal(child), output()).toEqual([0, null]);
  });

  it('ends a browser host that is stuck before it is ready', async (context) => {
    const dataDir = await makeFolder();
    const fetched = start(context, 'cli.js', 'no such statement', [
      'fetch',
      '--data-dir',
      dataDir,
      '--max-records',
      '20',
    ]);
    expect(await once(fetched.child, 'close'), fetched.output()).toEqual([0, null]);
    const flags = ['--port', '0', '--no-open', '--data-dir', dataDir];
    const { child, output } = start(context, 'browser-host.js', 'PRAGMA journal_mode = WAL', flags);
    await untilPrinted('stuck\n', output);
    expect(await endBySignal(child), output()).toEqual([1, null]);
    expect(output()).toContain('did not finish within 10 s; ending anyway');
  });

  it.for([
    ['fetch', 'INSERT INTO main.detections', 130],
    // The results are saved, and the log next to the file is read when it is opened again.
    ['fetch', 'wal_checkpoint(TRUNCATE)', 0],
  ] as const)('ends the command line’s %s that is stuck at %s', async ([command, stuckAt, code], context) => {
    const flags = [command, '--data-dir', await makeFolder(), '--max-records', '20'];
    const { child, output } = start(context, 'cli.js', stuckAt, flags);
    await untilPrinted('stuck\n', output);
    expect(await endBySignal(child), output()).toEqual([code, null]);
    expect(output()).toContain('ending anyway');
  });

  it.for<[name: string, stuckAt: string]>([
    ['the query for the filter', 'AS count FROM records'],
    ['the export itself', 'PRAGMA cache_size = -8192; BEGIN'],
  ])('ends an export of the command line that is stuck in %s', async ([_name, stuckAt], context) => {
    const folder = await makeFolder();
    const file = path.join(folder, 'test.gpkg');
    const workspace = await openWorkspace({ path: file, workerUrl: coreWorkers.workspace });
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
    const { child, output } = start(context, 'cli.js', stuckAt, flags);
    await untilPrinted('stuck\n', output);
    expect(await endBySignal(child), output()).toEqual([130, null]);
  });
});
