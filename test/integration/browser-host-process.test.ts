import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { inProject } from '../../scripts/lib/paths.mjs';
import { requireBuild } from '../builders/built-app.ts';

let folder: string;

beforeAll(requireBuild);
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-process-'));
});
afterEach(() => rm(folder, { recursive: true }));

const host = inProject('dist', 'main', 'browser-host.js');
const start = inProject('scripts', 'start.mjs');

/** Starts a script in a process group of its own, as a terminal does, and waits for its address. */
async function startHost(script: string): Promise<{ child: ChildProcess; url: URL; output: () => string }> {
  const child = spawn(process.execPath, [script, '--port', '0', '--no-open', '--data-dir', folder], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const add = (text: Buffer) => {
    output += text.toString();
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  await expect.poll(() => output, { timeout: 30_000 }).toContain('Sightline ready: ');
  const address = /^Sightline ready: (http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43})$/m.exec(output)?.[1];
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
  ['the browser host', host, 'SIGINT'],
  ['the browser host', host, 'SIGTERM'],
  ['npm start', start, 'SIGINT'],
  ['npm start', start, 'SIGTERM'],
] as const)(
  '%s (%s) ends on %s, sent to all and twice, with code 0 and nothing left behind',
  async (_name, script, signal) => {
    const { child, url, output } = await startHost(script);
    const group = child.pid ?? 0;
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(303);
    const closed = once(child, 'close');
    process.kill(-group, signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (processesOf(group).length > 0) process.kill(-group, signal);
    expect(await closed, output()).toEqual([0, null]);
    expect(processesOf(group)).toEqual([]);
    expect(output().match(/Sightline ready/g)).toHaveLength(1);
    const socket = net.connect(Number(url.port), '127.0.0.1');
    await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  },
);

it('says that the data folder is in use, and that a port is taken', async () => {
  const first = await startHost(host);
  const second = spawn(process.execPath, [host, '--no-open', '--data-dir', folder]);
  const [reason] = await once(second.stderr, 'data');
  expect(String(reason)).toContain(`Another Sightline is working in ${folder}.`);
  expect(await once(second, 'close')).toEqual([1, null]);

  const elsewhere = path.join(folder, 'elsewhere');
  const third = spawn(process.execPath, [
    host,
    '--no-open',
    '--port',
    first.url.port,
    '--data-dir',
    elsewhere,
  ]);
  const [taken] = await once(third.stderr, 'data');
  expect(String(taken)).toContain(`Cannot listen on port ${first.url.port}`);
  expect(await once(third, 'close')).toEqual([1, null]);

  first.child.kill('SIGTERM');
  await once(first.child, 'close');
});

it('goes on with the demo service off', async () => {
  process.env.SIGHTLINE_DEMO = 'off';
  const { child, url } = await startHost(host).finally(() => {
    delete process.env.SIGHTLINE_DEMO;
  });
  const signedIn = await fetch(url, { redirect: 'manual' });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const answer = await fetch(new URL('/api/session.profiles', url), { headers: { cookie } });
  expect(JSON.stringify(await answer.json())).toContain('"id":"demo"');
  const closed = once(child, 'close');
  child.kill('SIGINT');
  expect(await closed).toEqual([0, null]);
});
