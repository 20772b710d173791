import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runElectronInstaller } from '../../../../scripts/lib/electron-download.mjs';

let folder: string;
const firstByteTimeout = 8000;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-installer-'));
  mkdirSync(path.join(folder, 'tmp'));
  vi.stubEnv('TMPDIR', path.join(folder, 'tmp'));
  // The installer runs in real time; only the watching of it does not.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const inFolder = (name: string) => path.join(folder, name);

/** Runs an installer with these statements, in which `file(name)` is a path in the test's folder. */
function install(statements: string) {
  const progress: number[] = [];
  writeFileSync(
    inFolder('installer.mjs'),
    `import fs from 'node:fs';
    import os from 'node:os';
    import path from 'node:path';
    const file = (name) => path.join(${JSON.stringify(folder)}, name);
    ${statements}`,
  );
  const outcome = runElectronInstaller({
    installer: inFolder('installer.mjs'),
    target: inFolder('dist'),
    firstByteTimeout,
    timeout: 120_000,
    onProgress: (bytes: number) => progress.push(bytes),
  });
  return { outcome, progress };
}

async function appears(name: string): Promise<void> {
  await expect.poll(() => existsSync(inFolder(name))).toBe(true);
}

const writePid = `fs.writeFileSync(file('pid.part'), String(process.pid)); fs.renameSync(file('pid.part'), file('pid'));`;

it('ends an installer of which nothing arrives', async () => {
  const { outcome, progress } = install(`${writePid} setInterval(() => {}, 60_000);`);
  await appears('pid');
  await vi.advanceTimersByTimeAsync(firstByteTimeout);
  expect(await outcome).toBe('silent');
  const pid = Number(readFileSync(inFolder('pid'), 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(progress).toEqual([]);
  expect(readdirSync(inFolder('tmp'))).toEqual([]);
});

it.each([
  ['downloads', `fs.writeFileSync(path.join(os.tmpdir(), 'electron.zip'), 'x'.repeat(5000));`],
  [
    'unpacks what was downloaded before',
    `fs.mkdirSync(file('dist')); fs.writeFileSync(file('dist/a'), 'x'.repeat(5000));`,
  ],
])('reports the progress of an installer that %s, and lets it go on', async (_, write) => {
  const { outcome, progress } = install(`
    ${write}
    ${writePid}
    setInterval(() => fs.existsSync(file('continue')) && process.exit(0), 20);
  `);
  await appears('pid');
  await vi.advanceTimersByTimeAsync(firstByteTimeout + 1000);
  expect(progress.at(-1)).toBeGreaterThanOrEqual(5000);
  expect(() => process.kill(Number(readFileSync(inFolder('pid'), 'utf8')), 0)).not.toThrow();
  writeFileSync(inFolder('continue'), '');
  expect(await outcome).toBe('ended');
  expect(readdirSync(inFolder('tmp'))).toEqual([]);
});

it('ends with an installer that fails at once', async () => {
  expect(await install('process.exit(1);').outcome).toBe('ended');
});
