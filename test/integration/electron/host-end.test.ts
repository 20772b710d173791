import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { requireBuild } from '../../builders/built-app.ts';
import { eventually } from '../../builders/eventually.ts';
import { makeTempFolder } from '../../builders/workspace-builder.ts';

beforeAll(requireBuild);

/** Throws in the main thread of the host at SIGUSR2, and leaves a rejection unhandled at SIGWINCH. */
const faults = `data:text/javascript,${encodeURIComponent(`
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) {
    process.on('SIGUSR2', () => { throw new Error('a lost error'); });
    process.on('SIGWINCH', () => { Promise.reject(new Error('a lost promise')); });
  }`)}`;

const standIn = pathToFileURL(inProject('test', 'e2e', 'electron-stand-in.ts')).href;
const hosts = {
  'the browser host': [inProject('dist', 'main', 'browser-host.js'), '--port', '0', '--no-open'],
  'the desktop app': ['--import', standIn, inProject('dist', 'main', 'main.js')],
} as const;

async function start(args: readonly string[], output?: 'closed') {
  const dataDir = await makeTempFolder();
  const child = spawn(process.execPath, ['--import', faults, ...args, '--data-dir', dataDir], {
    env: { ...process.env, SIGHTLINE_KEYCHAIN: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    if (child.exitCode === null) child.kill('SIGKILL');
  });
  // As when the terminal has gone: the next write fails with EPIPE.
  if (output === 'closed') for (const stream of [child.stdout, child.stderr]) stream.destroy();
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)));
  const log = () => {
    try {
      return readFileSync(path.join(dataDir, 'logs', 'app.log'), 'utf8');
    } catch {
      return '';
    }
  };
  await eventually(() => expect(log()).toMatch(/ ready /));
  if (output === undefined) await eventually(() => expect(printed).toContain('Sightline ready'));
  return { child, log, printed: () => printed };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  const closed = once(child, 'exit');
  child.kill(signal);
  return closed;
}

describe.each(Object.entries(hosts))('%s', (_name, args) => {
  it('logs a rejection and goes on; logs an uncaught error and ends in order', async () => {
    const { child, log, printed } = await start(args);
    child.kill('SIGWINCH');
    await eventually(() => expect(printed()).toContain('a lost promise'));
    expect(child.exitCode).toBeNull();
    expect(await end(child, 'SIGUSR2'), printed()).toEqual([1, null]);
    expect(printed()).toContain('a lost error');
    expect(log().match(/ problem /g)).toHaveLength(2);
    expect(log()).toMatch(/ end\b.*\n$/);
  });

  it('closes the core though its output is closed', async () => {
    const { child, log } = await start(args, 'closed');
    child.kill('SIGWINCH');
    await eventually(() => expect(log()).toMatch(/ problem /));
    expect(await end(child, 'SIGTERM'), log()).toEqual([0, null]);
    expect(log()).toMatch(/ end\b.*\n$/);
  });
});
