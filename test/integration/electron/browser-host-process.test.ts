import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAddressFile } from '../../../electron/browser/address-file.ts';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { requireBuild } from '../../builders/built-app.ts';

let folder: string;

beforeAll(requireBuild);
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-process-'));
});
afterEach(() => rm(folder, { recursive: true }));

const host = inProject('dist', 'main', 'browser-host.js');
const browserHost = [process.execPath, host] as const;
const startScript = [process.execPath, inProject('scripts', 'start.mjs')] as const;
const npmStart = ['npm', 'start', '--'] as const;

/** Runs a command in a process group of its own, as a terminal does, and waits for the address. */
async function startHost(
  command: readonly [string, ...string[]],
): Promise<{ child: ChildProcess; url: URL; output: () => string }> {
  const [program, ...args] = command;
  const child = spawn(program, [...args, '--port', '0', '--no-open', '--data-dir', folder], {
    cwd: inProject(),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const add = (text: Buffer) => {
    output += text.toString();
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  await expect.poll(() => output, { timeout: 50_000 }).toContain('Sightline ready: ');
  const address = /^Sightline ready: (http:\/\/127\.\d+\.\d+\.\d+:\d+\/\?token=[\w-]{43})$/m.exec(
    output,
  )?.[1];
  return { child, url: new URL(address ?? ''), output: () => output };
}

/** Ids of the processes of a group that still run. */
function processesOf(group: number): number[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => groupOf(id) === group);
}

function groupOf(id: number): number | undefined {
  try {
    // The name, in parentheses, may hold anything; state, parent and group follow it.
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : Number(fields[2]);
  } catch {
    return undefined;
  }
}

it.each([
  ['the browser host', 'SIGINT', 'it', browserHost],
  ['the browser host', 'SIGTERM', 'it', browserHost],
  ['start.mjs', 'SIGTERM', 'it', startScript],
  ['npm start', 'SIGTERM', 'npm alone', npmStart],
  // Ctrl-C in a terminal reaches all of them; the shell of Debian does not end by a SIGINT to npm alone.
  ['npm start', 'SIGINT', 'all of them and twice', npmStart],
] as const)('%s ends on %s to %s with nothing left behind', async (_name, signal, whom, command) => {
  const { child, url, output } = await startHost(command);
  const group = child.pid ?? 0;
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(303);
  const closed = once(child, 'close');
  if (whom === 'all of them and twice') {
    process.kill(-group, signal);
    process.kill(-group, signal);
  } else process.kill(group, signal);
  // Which code npm ends with depends on its shell.
  if (command === npmStart) await closed;
  else expect(await closed, output()).toEqual([0, null]);
  // They close their output before they end.
  await expect.poll(() => processesOf(group), { timeout: 50_000 }).toEqual([]);
  expect(output().match(/Sightline ready/g)).toHaveLength(1);
  const socket = net.connect(Number(url.port), url.hostname);
  await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('listens at an address of its own where it did the last time, or elsewhere when that port is taken', async () => {
  const start = async () => {
    const child = spawn(process.execPath, [host, '--no-open', '--data-dir', folder]);
    let output = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
    });
    await expect.poll(() => output, { timeout: 50_000 }).toContain('Sightline ready: ');
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
    const [, address = '', port = ''] = /(127\.\d+\.\d+\.\d+):(\d+)/.exec(output) ?? [];
    return { address, port: Number(port) };
  };
  const first = await start();
  if (process.platform === 'linux') expect(first.address).not.toBe('127.0.0.1');
  expect(await start()).toEqual(first);

  const other = net.createServer().listen(first.port, first.address);
  await once(other, 'listening');
  const elsewhere = await start();
  other.close();
  expect(elsewhere.address).toBe(first.address);
  expect(elsewhere.port).not.toBe(first.port);
  expect(elsewhere.port).toBeGreaterThan(0);
});

it('reports a data folder that is in use, and a port that is taken', async () => {
  const first = await startHost(browserHost);
  const taken = net.createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as net.AddressInfo).port);
  const second = spawn(process.execPath, [host, '--no-open', '--data-dir', folder]);
  const [reason] = await once(second.stderr, 'data');
  expect(String(reason)).toContain(`Another Sightline is working in ${folder}.`);
  expect(await once(second, 'close')).toEqual([1, null]);

  const elsewhere = path.join(folder, 'elsewhere');
  const third = spawn(process.execPath, [host, '--no-open', '--port', port, '--data-dir', elsewhere]);
  const [refused] = await once(third.stderr, 'data');
  expect(String(refused)).toContain(`Cannot listen on port ${port}`);
  expect(await once(third, 'close')).toEqual([1, null]);
  taken.close();

  first.child.kill('SIGTERM');
  await once(first.child, 'close');
});

it('opens the page by a file that only its user can read, and each address works once', async () => {
  const [programs, data] = [path.join(folder, 'programs'), path.join(folder, 'data')];
  const seen = path.join(folder, 'arguments');
  await mkdir(programs);
  // Stands for the desktop's: every local user can read the arguments of a program.
  await writeFile(
    path.join(programs, 'xdg-open'),
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${seen}.part'\nmv '${seen}.part' '${seen}'\n`,
    {
      mode: 0o700,
    },
  );
  const child = spawn(process.execPath, [host, '--data-dir', data], {
    env: { ...process.env, DISPLAY: ':none', PATH: `${programs}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await expect.poll(() => existsSync(seen), { timeout: 50_000 }).toBe(true);
  const file = path.join(data, 'browser', 'open-sightline.html');
  expect(readFileSync(seen, 'utf8')).toBe(`${file}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);

  const addressIn = (text: string) =>
    /http:\/\/127\.\d+\.\d+\.\d+:\d+\/\?token=[\w-]{43}/.exec(text)?.[0] ?? '';
  const printed = addressIn(output);
  const first = addressIn(readFileSync(file, 'utf8'));
  const open = (address: string) => fetch(address, { redirect: 'manual' });
  expect((await open(first)).status).toBe(303);
  const again = await open(first);
  expect(again.status).toBe(401);
  expect(await again.text()).toContain(`used already; each works once. Open ${file} in a browser`);
  // The file has another address then, and the printed one, which a log or a terminal may show, is revoked.
  await expect.poll(() => addressIn(readFileSync(file, 'utf8'))).not.toBe(first);
  expect((await open(addressIn(readFileSync(file, 'utf8')))).status).toBe(303);
  expect((await open(printed)).status).toBe(401);

  const second = spawn(process.execPath, [host, '--no-open', '--data-dir', data]);
  const [reason] = await once(second.stderr, 'data');
  expect(String(reason)).toContain(`To open its page, open ${file} in a browser.`);
  await once(second, 'close');

  const closed = once(child, 'close');
  child.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
  expect(existsSync(file)).toBe(false);
});

it('starts with the demo service off', async () => {
  process.env.SIGHTLINE_DEMO = 'off';
  const { child, url } = await startHost(browserHost).finally(() => {
    delete process.env.SIGHTLINE_DEMO;
  });
  const signedIn = await fetch(url, { redirect: 'manual' });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const response = await fetch(new URL('/api/session.profiles', url), { headers: { cookie } });
  const profiles = JSON.stringify(await response.json());
  expect(profiles).toContain('"id":"demo"');
  // With credentials the page would state that the demo service runs inside Sightline.
  expect(profiles).not.toContain('demoCredentials');
  const closed = once(child, 'close');
  child.kill('SIGINT');
  expect(await closed).toEqual([0, null]);
});

it('writes the file that opens the page where browsers from Snap and Flatpak can read it', async () => {
  const home = path.join(folder, 'home');
  const hidden = path.join(home, '.local', 'share', 'sightline');
  const [first, second] = [createAddressFile(hidden, home), createAddressFile(`${hidden}-2`, home)];
  await first.write('http://127.1.2.3:4/?token=first');
  await second.write('http://127.1.2.3:4/?token=second');
  for (const [file, token] of [
    [first, 'first'],
    [second, 'second'],
  ] as const) {
    expect(
      path
        .relative(home, file.path)
        .split(path.sep)
        .filter((name) => name.startsWith('.')),
    ).toEqual([]);
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file.path)).mode & 0o777).toBe(0o700);
    expect(readFileSync(file.path, 'utf8')).toContain(`token=${token}`);
  }
  await first.remove();
  expect(existsSync(second.path)).toBe(true);
  await second.remove();
  expect(readdirSync(home)).toEqual([]);
  expect(createAddressFile(path.join(home, 'data'), home).path).toContain(path.join(home, 'data'));
});
