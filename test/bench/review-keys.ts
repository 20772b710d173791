import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { chromiumArguments } from '../../scripts/lib/chromium.mjs';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { startBrowserHost } from '../e2e/host-process.ts';
import { fetchResults } from '../e2e/inspector-setup.ts';
import { showPanel, signInToDemo } from '../e2e/sign-in.ts';

// Measures the time from a key press in a review to the next chip, with the built app and the demo service, and prints
// medians. Run `node scripts/build.mjs`, then `node_modules/node/bin/node test/bench/review-keys.ts`.

/** Number of key presses that are measured. */
const keyCount = 200;
/** Pause between key presses in milliseconds, about that of an analyst. */
const pauseBetweenKeys = 300;
const keys = ['c', 'x', 'c', 'u', 'j'];

/**
 * Script of the page: measures for each key press the time until the next chip is in the page, and until it is drawn.
 */
const watchKeys = `
  window.reviewTimes = [];
  let pressed = 0;
  let before;
  const chip = () => document.querySelector('section[aria-label="Chip"]');
  addEventListener('keydown', () => {
    pressed = performance.now();
    before = chip()?.dataset.detection;
  }, true);
  new MutationObserver(() => {
    const shown = chip();
    if (!pressed || shown?.dataset.detection === before || shown?.dataset.chip === 'loading') return;
    const start = pressed;
    pressed = 0;
    const placed = performance.now() - start;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.reviewTimes.push({ placed, drawn: performance.now() - start });
      port2.postMessage(0);
    });
  }).observe(document.body, {
    subtree: true, childList: true, attributes: true, attributeFilter: ['data-detection', 'data-chip'],
  });
`;

type KeyTime = { readonly placed: number; readonly drawn: number };

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sightline-review-keys-'));
const browser = await chromium.launch({
  executablePath: findProgram('chromium') ?? 'chromium',
  args: chromiumArguments,
});
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const host = await startBrowserHost({ dataDir, environment: { SIGHTLINE_KEYCHAIN: 'off' } }, context);
try {
  const { page } = host;
  await signInToDemo(page);
  await fetchResults(page, {
    regions: ['East Asia'],
    analytics: ['LargeVesselDetection'],
    maxRecords: 40,
    pageSize: 40,
  });
  await showPanel(page, 'Review');
  await page.getByRole('button', { name: 'Start review' }).click();
  // Wait for the queue and its first chip, whose time does not belong to a key press.
  await page.locator('section[aria-label="Chip"]:not([data-chip="loading"])').waitFor();
  await page.evaluate(watchKeys);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const busyBefore = await busy();
  for (let at = 0; at < keyCount; at += 1) {
    await page.keyboard.press(keys[at % keys.length] ?? 'c');
    await setTimeout(pauseBetweenKeys);
  }
  const busyPerKey = ((await busy()) - busyBefore) / keyCount;
  const times = (await page.evaluate('window.reviewTimes')) as readonly KeyTime[];
  process.stdout.write(
    [
      `${times.length} keys, load ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`,
      `next chip in the page      median ${median(times.map(({ placed }) => placed)).toFixed(1)} ms`,
      `page drawn with it         median ${median(times.map(({ drawn }) => drawn)).toFixed(1)} ms`,
      `main thread's processor time a key, map, table and writing included: ${(busyPerKey * 1000).toFixed(1)} ms`,
      '',
    ].join('\n'),
  );
} finally {
  await host.stop();
  await browser.close();
  await rm(dataDir, { recursive: true, force: true });
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
