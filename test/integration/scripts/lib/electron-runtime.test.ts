import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { findElectron, obtainElectron } from '../../../../scripts/lib/electron-runtime.mjs';
import { startHttpServer } from '../../../builders/http-server.ts';

const failures = vi.hoisted(() => [] as string[]);
// The real file would keep the next start of the developer from downloading.
vi.mock('../../../../scripts/lib/attempts.mjs', () => ({
  failedRecently: () => false,
  recordFailure: (what: string) => failures.push(what),
}));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** `npm start` then goes on in the browser. */
const limitMs = 10_000;

const isThere = findElectron() !== undefined;
if (isThere) process.stderr.write('Skipped: Electron is there, so that its installer downloads nothing.\n');
it.skipIf(isThere)('reports a download of which nothing arrives within ten seconds', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-unreachable-'));
  const mirror = await startHttpServer(() => new Promise(() => {}));
  vi.stubEnv('DISPLAY', ':0');
  vi.stubEnv('ELECTRON_MIRROR', `${mirror.url}/`);
  vi.stubEnv('electron_config_cache', folder);
  // The installer runs in real time; only the watching of it does not.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const print = vi.spyOn(console, 'log').mockReturnValue();
  const outcome = obtainElectron();
  await expect.poll(() => mirror.requests.length).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(limitMs);
  expect(await outcome).toEqual({
    reason: 'its runtime cannot be downloaded (nothing arrived for 8 seconds)',
  });
  expect(print.mock.calls.join('\n')).toContain('Downloading Electron');
  expect(failures).toEqual([expect.stringMatching(/^electron \d/)]);
  print.mockRestore();
  await mirror.close();
  rmSync(folder, { recursive: true, force: true });
});
