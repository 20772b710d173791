import { spawn } from 'node:child_process';
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

// Measures the time from a key press in a review to the next chip, with the built app and the demo service, while
// another program keeps one processor busy. `npm run bench:map` runs it last.

/** Number of key presses that are measured. */
const keyCount = 120;
/** Milliseconds within which the next chip is to be drawn after 95 of 100 key presses. */
const bar = 50;
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
let stopLoad = (): unknown => undefined;
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
  const load = spawn(process.execPath, ['-e', 'for (;;);']);
  stopLoad = () => load.kill();
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
  const placed = times.map((time) => time.placed);
  const drawn = times.map((time) => time.drawn);
  const slowest = quantile(drawn, 0.95);
  process.stdout.write(
    [
      `${times.length} keys, one of ${os.cpus().length} processors busy, load ${os.loadavg()[0]?.toFixed(1)}`,
      `next chip in the page      median ${quantile(placed, 0.5).toFixed(1)} ms, p95 ${quantile(placed, 0.95).toFixed(1)} ms`,
      `page drawn with it         median ${quantile(drawn, 0.5).toFixed(1)} ms, p95 ${slowest.toFixed(1)} ms   bar ${bar} ms${slowest <= bar ? '' : '   NOT MET'}`,
      `main thread's processor time a key, map, table and writing included: ${(busyPerKey * 1000).toFixed(1)} ms`,
      '',
    ].join('\n'),
  );
} finally {
  stopLoad();
  await host.stop();
  await browser.close();
  await rm(dataDir, { recursive: true, force: true });
}

/** The value below which this share of the values lies. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
