import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { cliCommands, UsageError } from '../../../../electron/cli/cli-flags.ts';
import { parseCli } from '../../../../electron/cli/cli-request.ts';
import { demoCredentials } from '../../../../electron/core/demo-service/demo-credentials.ts';
import { lockDataDir } from '../../../../electron/core/settings/lock-data-dir.ts';
import { inProject } from '../../../../scripts/lib/paths.mjs';
import { requireBuild } from '../../../builders/built-app.ts';
import { runInProcess } from '../../../builders/cli-run.ts';
import { buildRecord } from '../../../builders/record-builder.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../builders/workspace-builder.ts';

beforeAll(requireBuild);

const cli = inProject('dist', 'main', 'cli.js');
const signedOut = { ...process.env, SIGHTLINE_KEYCHAIN: 'off', INIT_CWD: '' };
const signedIn = {
  ...signedOut,
  SIGHTLINE_USERNAME: demoCredentials.username,
  SIGHTLINE_PASSWORD: demoCredentials.password,
};

type Ended = { readonly code: number; readonly summary: Record<string, unknown>; readonly notes: string };

/** Runs the command line to its end. */
function run(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], { env: environment }, (error, stdout, stderr) => {
      // More than one line is no JSON.
      resolve({
        code: error ? Number(error.code) : 0,
        summary: stdout.startsWith('{') ? JSON.parse(stdout) : {},
        notes: stderr,
      });
    });
  });
}

/** Runs a command in this process. */
async function call(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> {
  const { code, out, notes } = await runInProcess(environment, ...args);
  return { code, summary: out.startsWith('{') ? JSON.parse(out) : {}, notes };
}

test('fetches without a window and exports what it fetched, with a password from the environment', async () => {
  const dataDir = await makeTempFolder();
  const refused = await run(signedOut, 'fetch', '--data-dir', dataDir, '--max-records', '50');
  expect(refused).toMatchObject({ code: 3, summary: { failure: { code: 'signed-out' } } });

  const wrong = { ...signedIn, SIGHTLINE_PASSWORD: 'not this' };
  const rejected = await run(wrong, 'fetch', '--data-dir', dataDir, '--max-records', '50');
  expect(rejected).toMatchObject({ code: 3, summary: { failure: { code: 'wrong-credentials' } } });

  const flags = ['--region', 'East Asia', '--max-records', '60', '--page-size', '30'];
  const fetched = await run(signedIn, 'fetch', '--data-dir', dataDir, ...flags);
  expect(fetched).toMatchObject({
    code: 0,
    summary: {
      command: 'fetch',
      state: 'complete',
      records: 60,
      newRecords: 60,
      pages: 2,
      stoppedAtLimit: 60,
      moreExist: true,
    },
    notes: expect.stringContaining('Stopped at your limit of 60 records; more exist.'),
  });
  const detections = Number(fetched.summary.detections);

  const out = path.join(await makeTempFolder(), 'all.geojson');
  const all = await run(signedOut, 'export', '--data-dir', dataDir, '--out', out);
  expect(all).toMatchObject({ code: 0, summary: { detections, files: [out] } });
  expect(JSON.parse(readFileSync(out, 'utf8')).features).toHaveLength(detections);

  expect(await call(signedOut, 'export', '--data-dir', dataDir, '--out', out)).toMatchObject({ code: 1 });
  const filter = ['--filter', 'confidence >= 0.9', '--force'];
  const some = await run(signedOut, 'export', '--data-dir', dataDir, '--out', out, ...filter);
  expect(some.code).toBe(0);
  expect(JSON.parse(readFileSync(out, 'utf8')).features).toHaveLength(Number(some.summary.detections));
  expect(Number(some.summary.detections)).toBeLessThan(detections);

  const senseless = ['--filter', 'confidence >='];
  expect(
    await call(signedOut, 'export', '--data-dir', dataDir, '--out', `${out}.csv`, ...senseless),
  ).toMatchObject({ code: 2 });
  expect(existsSync(`${out}.csv`)).toBe(false);
  const misspelled = ['--filter', 'confidense >= 0.9'];
  expect(
    await call(signedOut, 'export', '--data-dir', dataDir, '--out', `${out}.csv`, ...misspelled),
  ).toMatchObject({ code: 2, notes: expect.stringContaining('Did you mean confidence?') });
  expect(existsSync(`${out}.csv`)).toBe(false);
  const unknown = await run(signedIn, 'fetch', '--data-dir', dataDir, '--search', 'Nothing');
  expect(unknown).toMatchObject({ code: 1, summary: { failure: { code: 'not-found' } } });
});

test('what is no file, or is of the data folder, is never replaced, and a path on which nothing can be is refused in words', async () => {
  const dataDir = await makeTempFolder();
  const workspaceFile = path.join(dataDir, 'workspaces', 'work.gpkg');
  mkdirSync(path.dirname(workspaceFile));
  await fillWorkspace(await openTestWorkspace(workspaceFile), [buildRecord()]);
  const settings = path.join(dataDir, 'demo-service.json');
  writeFileSync(settings, '{}');
  const folder = await makeTempFolder();
  const at = (name: string) => path.join(folder, name);
  writeFileSync(at('old.csv'), 'old');
  symlinkSync(at('old.csv'), at('link.csv'));
  symlinkSync(at('loop'), at('loop'));
  mkdirSync(at('d.csv'));
  execFileSync('mkfifo', [at('pipe.csv')]);
  for (const [out, reason, force] of [
    [at('old.csv'), 'is already there. Give --force to replace it.', false],
    [at('d.csv'), 'is a folder, and only a file is replaced.', true],
    [at('link.csv'), 'is a link, and only a file is replaced.', true],
    [at('pipe.csv'), 'is a device or a pipe, and only a file is replaced.', true],
    [at('old.csv/x.csv'), 'is not there. Choose another place.', true],
    [at('missing/x.csv'), 'is not there. Choose another place.', true],
    [at('loop/x.csv'), 'leads through a link to itself. Choose another place.', true],
    [at(`${'n'.repeat(300)}.csv`), 'is too long. Choose a shorter one.', true],
    [settings, 'is of Sightline\u2019s data folder, and is never replaced.', true],
    [workspaceFile, 'is of Sightline\u2019s data folder, and is never replaced.', true],
  ] as const) {
    const flags = ['--format', 'csv', '--out', out, ...(force ? ['--force'] : [])];
    const refused = await call(
      signedOut,
      ...['export', '--data-dir', dataDir, '--workspace', workspaceFile],
      ...flags,
    );
    expect(refused, out).toMatchObject({
      code: 1,
      summary: { state: 'failed', failure: { message: expect.stringContaining(reason) } },
    });
  }
  expect(readFileSync(settings, 'utf8')).toBe('{}');
  expect(readFileSync(at('old.csv'), 'utf8')).toBe('old');
  expect(readdirSync(folder).toSorted()).toEqual(['d.csv', 'link.csv', 'loop', 'old.csv', 'pipe.csv']);
  // A long name leaves room for that of its part file.
  const long = at(`${'n'.repeat(240)}.csv`);
  expect(
    await run(signedOut, 'export', '--data-dir', dataDir, '--workspace', workspaceFile, '--out', long),
  ).toMatchObject({ code: 0 });
  const digest = ['watch', '--once', '--data-dir', dataDir, '--digest', at('old.html')];
  writeFileSync(at('old.html'), 'old');
  expect(await run(signedOut, ...digest)).toMatchObject({
    code: 1,
    notes: expect.stringContaining('already there'),
  });
});

test('while Sightline has the data folder, it exports and does not fetch', async () => {
  const dataDir = await makeTempFolder();
  const file = path.join(dataDir, 'work.gpkg');
  const workspace = await openTestWorkspace(file);
  await fillWorkspace(workspace, [buildRecord()]);
  const unlock = lockDataDir(dataDir);
  try {
    const out = path.join(dataDir, 'd.csv');
    const exported = await run(signedOut, 'export', '--data-dir', dataDir, '--workspace', file, '--out', out);
    expect(exported).toMatchObject({ code: 0, summary: { detections: 1 } });
    const refused = await run(signedIn, 'fetch', '--data-dir', dataDir);
    expect(refused).toMatchObject({
      code: 4,
      notes: expect.stringContaining('Another Sightline is working in'),
    });
  } finally {
    unlock();
  }
});

test('a fetch that is interrupted saves whole pages and reports that', async () => {
  const dataDir = await makeTempFolder();
  const flags = ['fetch', '--data-dir', dataDir, '--region', 'East Asia', '--page-size', '20'];
  const child = spawn(process.execPath, [cli, ...flags], {
    env: signedIn,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
  await once(child.stderr, 'data');
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  expect(code).toBe(130);
  const summary = JSON.parse(out);
  expect(summary.state).toBe('cancelled');
  expect(summary.records % 20).toBe(0);
});

test('--help succeeds', async () => {
  expect(await run(signedOut, '--help')).toMatchObject({ code: 0 });
});

const crash =
  'process.on("newListener",(name)=>name==="uncaughtException"&&setImmediate(()=>{throw new Error("crashed")}))';
const kinds: Readonly<Record<string, { readonly flags: readonly string[]; readonly code: string }>> = {
  'a wrong flag': { flags: ['--nothing'], code: 'invalid-input' },
  'a missing value': { flags: ['--out'], code: 'invalid-input' },
  'an empty value': { flags: ['--out', ''], code: 'invalid-input' },
  'an argument too many': { flags: ['more'], code: 'invalid-input' },
};

test.each(cliCommands)('each failure of %s ends with one line of JSON', async (command) => {
  const dataDir = await makeTempFolder();
  const own = ['export', 'team-qgis'].includes(command) ? ['--out', path.join(dataDir, 'a.csv')] : [];
  const once = ['watch', 'follow'].includes(command) ? ['--once'] : [];
  const valid = [...own, ...once, ...(command.startsWith('team-') ? [] : ['--data-dir', dataDir])];
  const isFailure = (summary: object, code: unknown) =>
    expect(summary).toMatchObject({ command, state: 'failed', code, failure: { code } });
  // How the error of a wrong call is printed does not depend on the command: each kind is run with some of them.
  const refused = Object.entries(kinds);
  for (const [kind, { flags }] of refused) {
    expect(() => parseCli([command, ...valid, ...flags], dataDir), kind).toThrow(UsageError);
  }
  const [kind, { flags, code }] = refused[
    cliCommands.indexOf(command) % refused.length
  ] as (typeof refused)[number];
  const ended = await call(signedOut, command, ...valid, ...flags);
  expect(ended.code, kind).toBe(2);
  isFailure(ended.summary, code);
  const environment = { ...signedOut, PGHOST: '127.0.0.1', PGPORT: '1', PGDATABASE: 'a', PGUSER: 'a' };
  // With the core, a slow end would end the process of the tests.
  const needsCore = command === 'fetch' || command === 'watch';
  const failed = await (needsCore ? run : call)(environment, command, ...valid);
  // Only these succeed without a service, a workspace and a database.
  if (command !== 'team-qgis' && command !== 'doctor') isFailure(failed.summary, expect.any(String));
  const crashing = {
    ...environment,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(crash)}`,
  };
  const crashed = await run(
    crashing,
    command,
    ...valid,
    ...(command === 'team-qgis' ? ['--out', dataDir] : []),
  );
  expect(crashed.code).not.toBe(0);
  expect(crashed.summary).toMatchObject({ command, state: 'failed', code: expect.any(String) });
});

test('a command that there is not ends with one line of JSON, too', async () => {
  expect(await run(signedOut, 'exprot', '--out', 'a.csv')).toMatchObject({
    code: 2,
    summary: { command: 'exprot', state: 'failed', code: 'invalid-input' },
    notes: expect.stringContaining('There is no command “exprot”'),
  });
});
