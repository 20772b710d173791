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

/** Shortest time that Event Timing reports, in milliseconds; its times are multiples of 8 ms. */
const shortestReported = 16;

/**
 * Script of the page: measures for each key press the time until the next chip is in the page, and by Event Timing the
 * time until the frame after the press is shown: https://w3c.github.io/event-timing/#dom-performanceeventtiming-duration
 */
const watchKeys = `
  window.keyTimes = [];
  let pressed;
  let before;
  const chip = () => document.querySelector('section[aria-label="Chip"]');
  addEventListener('keydown', (event) => {
    pressed = { at: event.timeStamp };
    window.keyTimes.push(pressed);
    before = chip()?.dataset.detection;
  }, true);
  new MutationObserver(() => {
    const shown = chip();
    if (!pressed || shown?.dataset.detection === before || shown?.dataset.chip === 'loading') return;
    pressed.placed = performance.now();
    pressed = undefined;
  }).observe(document.body, {
    subtree: true, childList: true, attributes: true, attributeFilter: ['data-detection', 'data-chip'],
  });
  new PerformanceObserver((list) => {
    for (const { startTime, duration, processingEnd } of list.getEntriesByName('keydown')) {
      const key = window.keyTimes.find(({ at }) => at === startTime);
      if (key) Object.assign(key, { duration, processingEnd });
    }
  }).observe({ type: 'event', durationThreshold: ${shortestReported} });
`;

/** Times in the page's clock; `duration` is undefined where the next frame was shown sooner than is reported. */
type KeyTime = {
  readonly at: number;
  readonly placed?: number;
  readonly processingEnd?: number;
  readonly duration?: number;
};

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sightline-review-keys-'));
const browser = await chromium.launch({
  executablePath: findProgram('chromium') ?? 'chromium',
  // Put together by SwiftShader instead, a frame of the page takes 0.8 s to be shown, whatever is in it.
  args: [...chromiumArguments, '--disable-gpu-compositing'],
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
  const times = (await page.evaluate('window.keyTimes')) as readonly KeyTime[];
  const placed = times.map((time) => (time.placed ?? Number.NaN) - time.at);
  const shown = times.map(({ duration = shortestReported }) => duration);
  // The frame after the press has the next chip only when this came within the handling of the press.
  const late = times.filter(
    ({ at, placed = Infinity, processingEnd = at + shortestReported }) => placed > processingEnd,
  );
  const slowest = quantile(shown, 0.95);
  process.stdout.write(
    [
      `${times.length} keys, one of ${os.cpus().length} processors busy, load ${os.loadavg()[0]?.toFixed(1)}`,
      `next chip in the page      median ${quantile(placed, 0.5).toFixed(1)} ms, p95 ${quantile(placed, 0.95).toFixed(1)} ms`,
      `next chip shown            median ${quantile(shown, 0.5)} ms, p95 ${slowest} ms   bar ${bar} ms${slowest <= bar ? '' : '   NOT MET'}`,
      ...(late.length === 0 ? [] : [`${late.length} of the chips came after the frame that is measured`]),
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
