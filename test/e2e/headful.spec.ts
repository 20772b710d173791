import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { inProject } from '../../scripts/lib/paths.mjs';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { startBrowserHost } from './host-process.ts';
import { signInToDemo } from './sign-in.ts';

const withoutXvfb = 'Xvfb, which shows windows without a screen, is not installed';

test('in a window without a graphics card, the app draws detections or states why it cannot', async () => {
  const xvfb = findProgram('Xvfb');
  test.skip(xvfb === undefined, withoutXvfb);
  const program = findProgram('chromium');
  const screen = await startScreen(xvfb ?? '');
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sightline-e2e-'));
  /** Chromium in a window, with the switches of a user's browser but for what runs it as root and undisturbed. */
  const open = (switches: readonly string[]) =>
    chromium.launch({
      ...(program ? { executablePath: program } : {}),
      headless: false,
      env: { ...process.env, DISPLAY: screen.display },
      args: ['--no-sandbox', ...switches],
      ignoreDefaultArgs: ['--enable-unsafe-swiftshader'],
    });
  const hasWebGl2 = () => document.createElement('canvas').getContext('webgl2') !== null;
  try {
    const plain = await open([]);
    const context = await plain.newContext();
    await context.addInitScript(() => {
      const tour = { state: { isTourDone: true }, version: 1 };
      localStorage.setItem('sightline.tour', JSON.stringify(tour));
    });
    const setup = { dataDir, environment: { SIGHTLINE_DEMO: 'on', SIGHTLINE_KEYCHAIN: 'off' } };
    const host = await startBrowserHost(setup, context);
    const { page } = host;
    await signInToDemo(page);
    const sentence = page.getByText(/^Detections cannot be drawn: this computer offers no WebGL 2\./);
    if (await page.evaluate(hasWebGl2)) await expect(sentence).toBeHidden();
    else await expect(sentence).toBeVisible();
    await page.screenshot({ path: inProject('test', '.output', 'screenshots', 'headful.png') });
    expect(await host.stop(), host.logs()).toBe(0);
    await plain.close();

    // The desktop app starts again with these (electron/desktop/chromium-switches.ts).
    const software = await open(['--use-angle=swiftshader', '--enable-unsafe-swiftshader']);
    const blank = await software.newPage();
    expect(await blank.evaluate(hasWebGl2), 'WebGL 2 with software rendering').toBe(true);
    await software.close();
  } finally {
    await screen.close();
    await rm(dataDir, { recursive: true });
  }
});

/** A virtual screen of X11 on a free display number. */
async function startScreen(xvfb: string) {
  // It writes the number that it has taken to the third file descriptor.
  const server = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(server.stdio[3] ?? server, 'data')) as [Buffer];
  return {
    display: `:${number.toString().trim()}`,
    close: async () => {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}
