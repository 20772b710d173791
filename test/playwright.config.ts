import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumArguments } from '../scripts/lib/chromium.mjs';
import { findElectron } from '../scripts/lib/electron-runtime.mjs';
import { findProgram, hasDisplay } from '../scripts/lib/programs.mjs';
import type { HostOptions } from './e2e/fixtures.ts';
import { scratchRoot } from './fuzz/scratch-root.ts';

// The shell has no user interface, which saves a fifth of the processor time. Without both, Playwright's own.
const chromium = findProgram('chromium-headless-shell') ?? findProgram('chromium');
const runsElectron = hasDisplay() && findElectron() !== undefined;
/** Tests of what only the desktop app can do. */
const desktopTests = 'desktop-*.spec.ts';
// Data folders, and what the browser shares between its processes.
process.env.TMPDIR = scratchRoot();
// Workers and other tools read this file too.
const isTestRun = process.env.TEST_WORKER_INDEX === undefined && process.argv.includes('test');
if (isTestRun && !runsElectron) {
  const reason = hasDisplay() ? 'its runtime is not there' : 'there is no display';
  process.stdout.write(
    `Not run on Electron: ${reason}. Run on the browser host in Chromium, the main job on a stand-in for Electron, too.\n`,
  );
}

if (isTestRun && findProgram('Xvfb') === undefined) {
  process.stdout.write('Not run in a window: Xvfb is not installed.\n');
}
if (isTestRun && process.platform !== 'linux') {
  process.stdout.write('Updates are not run: those of an AppImage are for Linux only.\n');
}

export default defineConfig<HostOptions>({
  testDir: 'e2e',
  globalSetup: './e2e/shared-folder.ts',
  outputDir: '.output/playwright',
  // A busy machine may take long over anything; what is awaited mostly comes at once.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: availableParallelism(),
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: '.output/playwright.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    // Software draws each frame of a movement, and tests wait for its end.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      // WebGL needs SwiftShader; putting the page together with it takes six times the processor time.
      args: [...chromiumArguments, '--disable-gpu-compositing'],
    },
    // No trace: recording takes a good part of the time. `--trace on` records a test that is looked into.
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'browser-host', use: { hostKind: 'browser' }, testIgnore: desktopTests },
    {
      name: 'electron-stand-in',
      use: { hostKind: 'electron-stand-in' },
      testMatch: ['main-job.spec.ts', desktopTests],
      grep: /the main job|with the desktop app/,
    },
    ...(runsElectron ? [{ name: 'electron', use: { hostKind: 'electron' } as const }] : []),
  ],
});
