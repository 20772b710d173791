import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../../../../builders/keychain-call.ts', import.meta.url));
let home: string;

/** Programs that a machine must have for these tests; Debian packages of `npm test`, and the optional keytar. */
const missing = [
  ...['dbus-run-session', 'gnome-keyring-daemon'].filter(
    (command) => spawnSync(command, ['--version']).status !== 0,
  ),
  ...(await import('keytar').then(
    () => [],
    () => ['keytar'],
  )),
];

const skipReason = `The keychain is not tested: this machine has no ${missing.join(', ')}.`;
if (missing.length > 0) process.stderr.write(`${skipReason}\n`);

beforeEach(async ({ skip }) => {
  skip(missing.length > 0, skipReason);
  home = await mkdtemp(path.join(os.tmpdir(), 'sightline-keyring-'));
  await mkdir(path.join(home, 'run'), { mode: 0o700 });
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** An environment in which neither the user's keyring nor their session can be found. */
function environment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    XDG_RUNTIME_DIR: path.join(home, 'run'),
    XDG_DATA_HOME: path.join(home, '.local/share'),
    SIGHTLINE_NODE: process.execPath,
  };
}

/** Runs a shell line and returns its lines of output up to `still working`; whatever it leaves behind is ended. */
function run(line: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const shell = spawn('sh', ['-c', line], {
      env: environment(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let problems = '';
    shell.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('still working') && shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
    });
    shell.stderr.on('data', (chunk) => {
      problems += chunk;
    });
    shell.on('close', () => {
      const lines = output.trim().split('\n');
      if (lines.at(-1) === 'still working') resolve(lines.slice(0, -1));
      else reject(new Error(`It ended without finishing: ${output}${problems}`));
    });
  });
}

const responses = (lines: readonly string[]) => lines.map((line) => JSON.parse(line));
const call = (timeoutMs: number, ...calls: string[]) =>
  `"$SIGHTLINE_NODE" '${program}' ${timeoutMs} ${calls.join(' ')}`;
const inSession = (line: string) => `dbus-run-session -- sh -c '${line.replaceAll("'", `'\\''`)}'`;
const unlocked = `printf 'pass' | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null`;
const locked = 'gnome-keyring-daemon --start --components=secrets >/dev/null';

it('stores, returns and removes a secret in a real gnome-keyring, over a restart of the keyring', async () => {
  const first = await run(inSession(`${unlocked}; ${call(5_000, 'read', 'write:s3cret', 'read')}`));
  expect(responses(first)).toEqual([{ ok: true, value: null }, { ok: true }, { ok: true, value: 's3cret' }]);
  const second = await run(inSession(`${unlocked}; ${call(5_000, 'read', 'remove', 'remove', 'read')}`));
  expect(responses(second)).toEqual([
    { ok: true, value: 's3cret' },
    { ok: true, value: true },
    { ok: true, value: false },
    { ok: true, value: null },
  ]);
});

it('stores, returns and removes a secret of several entries in a real gnome-keyring', async () => {
  const secret = 's3cret'.repeat(1_500);
  const lines = await run(
    inSession(`${unlocked}; ${call(5_000, `write:${secret}`, 'read', 'remove', 'remove')}`),
  );
  expect(responses(lines)).toEqual([
    { ok: true },
    { ok: true, value: secret },
    { ok: true, value: true },
    { ok: true, value: false },
  ]);
});

it('reports why a locked keyring stores nothing', async () => {
  await run(inSession(`${unlocked}; ${call(5_000, 'write:s3cret')}`));
  const [read, write, remove] = responses(
    await run(inSession(`${locked}; ${call(5_000, 'read', 'write:other', 'remove')}`)),
  );
  expect(read).toEqual({ ok: true, value: null });
  expect(write).toMatchObject({ ok: false, reason: expect.stringContaining('locked') });
  expect(remove).toEqual({ ok: true, value: false });
});

it('continues and gives the reason without a D-Bus session and a keyring', async () => {
  const lines = responses(await run(call(5_000, 'write:s3cret', 'read', 'remove')));
  expect(lines).toHaveLength(3);
  for (const response of lines) {
    expect(response).toMatchObject({
      ok: false,
      reason: expect.stringContaining('The keychain cannot be used'),
    });
  }
});

it('works on while the keyring hangs', async () => {
  const services = path.join(home, '.local/share/dbus-1/services');
  await mkdir(services, { recursive: true });
  const hanging = '[D-BUS Service]\nName=org.freedesktop.secrets\nExec=/bin/sleep 60\n';
  await writeFile(path.join(services, 'org.freedesktop.secrets.service'), hanging);
  const lines = responses(await run(inSession(call(300, 'read', 'write:s3cret'))));
  expect(lines).toHaveLength(2);
  for (const response of lines) {
    expect(response).toMatchObject({
      ok: false,
      reason: expect.stringContaining('did not answer within 0.3 s'),
    });
  }
});
