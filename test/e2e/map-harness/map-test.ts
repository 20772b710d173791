import path from 'node:path';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { decode } from 'fast-png';
import type { MapEvents } from '../../../renderer/map/map-types.ts';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { serveHarness } from './serve-harness.ts';

export { expect };

/** Red, green and blue, 0…255. */
export type Rgb = readonly [number, number, number];

/** A page with nothing but the map on it, 800 × 600 CSS pixels. */
export type MapPage = {
  readonly page: Page;
  /** Color at a position in CSS pixels, as the screen shows it. */
  colorAt(x: number, y: number): Promise<Rgb>;
  /** Colors at most `reach` CSS pixels to each side of a position. */
  colorsAround(x: number, y: number, reach: number): Promise<Rgb[]>;
  /** The values of an event that the engine has emitted since the last call. */
  emitted(name: keyof MapEvents): Promise<unknown[]>;
  /** All values of an event that the engine has emitted. */
  all(name: keyof MapEvents): Promise<unknown[]>;
  /** The last value of an event that the engine has emitted. */
  last(name: keyof MapEvents): Promise<unknown>;
  /** Installs a clock, which the test moves on, in the page, which no other test uses then. */
  installClock(): Promise<void>;
  /** Loads the page again with a script before its own; no other test uses it then. */
  reloadWith(script: () => void): Promise<void>;
  /**
   * Ends the time in which OpenLayers counts a second click, at any position, as a double click. The test must have
   * installed the clock before the click.
   */
  endDoubleClick(): Promise<void>;
  /** A picture in `test/.output/screenshots`. */
  screenshot(name: string): Promise<void>;
};

/** More than the 250 ms within which OpenLayers counts two clicks as a double click. */
const doubleClickMs = 300;

type HarnessPages = {
  /** An open page for tests with these options, or a new one. */
  take(browser: Browser, options: string): Promise<Page>;
  /** Keeps a page for the next test with these options. */
  give(page: Page, options: string): void;
};

/**
 * Tests get `map`: the harness page with a new engine. Tests with the same screen share the page, until one has failed or
 * changed it; a page that throws fails its test.
 */
export const test = base.extend<{ readonly map: MapPage }, { readonly harness: HarnessPages }>({
  viewport: { width: 800, height: 600 },
  harness: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const server = await serveHarness();
      const pages = new Map<string, Page>();
      await use({
        async take(browser, options) {
          const open = pages.get(options);
          pages.delete(options);
          if (open) return open;
          // The options of the test apply to it.
          const page = await (await browser.newContext()).newPage();
          await openHarness(page, server.url);
          return page;
        },
        give: (page, options) => void pages.set(options, page),
      });
      for (const page of pages.values()) await page.context().close();
      await server.stop();
    },
    { scope: 'worker' },
  ],
  map: async ({ browser, viewport, deviceScaleFactor, harness }, use, testInfo) => {
    testInfo.skip(
      testInfo.project.name === 'electron',
      'This page needs no host; it is run once, in Chromium.',
    );
    const options = JSON.stringify([viewport, deviceScaleFactor]);
    const page = await harness.take(browser, options);
    const errors: string[] = [];
    const onError = (error: Error) => errors.push(String(error));
    page.on('pageerror', onError);
    let isChanged = false;
    await use(createMapPage(page, () => (isChanged = true)));
    expect(errors).toEqual([]);
    if (isChanged || testInfo.status !== testInfo.expectedStatus) return page.context().close();
    // Outside, so that it hovers over nothing.
    await page.mouse.move(-1, -1);
    await page.evaluate(() => window.harness.restart());
    page.off('pageerror', onError);
    harness.give(page, options);
  },
});

async function openHarness(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => 'harness' in window);
}

/** `onChange` is called when the page cannot be used by another test any more. */
function createMapPage(page: Page, onChange: () => void): MapPage {
  const read = new Map<string, number>();
  return {
    page,
    async colorAt(x, y) {
      const colorIn = await readScreen(page);
      return colorIn(x, y);
    },
    async colorsAround(x, y, reach) {
      const colorIn = await readScreen(page);
      const steps = Array.from({ length: 2 * reach + 1 }, (_, step) => step - reach);
      return steps.flatMap((down) => steps.map((right) => colorIn(x + right, y + down)));
    },
    async emitted(name) {
      const values = await allEmitted(page, name);
      const from = read.get(name) ?? 0;
      read.set(name, values.length);
      return values.slice(from);
    },
    all: (name) => allEmitted(page, name),
    async last(name) {
      return (await allEmitted(page, name)).at(-1);
    },
    async installClock() {
      onChange();
      await page.clock.install();
    },
    async reloadWith(script) {
      onChange();
      await page.addInitScript(script);
      await openHarness(page, page.url());
    },
    endDoubleClick: () => page.clock.fastForward(doubleClickMs),
    async screenshot(name) {
      await page.screenshot({ path: path.join(inProject('test', '.output', 'screenshots'), `${name}.png`) });
    },
  };
}

/** Colors by CSS pixels of the screen as it is now. */
async function readScreen(page: Page): Promise<(x: number, y: number) => Rgb> {
  const ratio = await page.evaluate(() => devicePixelRatio);
  const { width, channels, data } = decode(await page.screenshot());
  return (x, y) => {
    const at = (Math.floor(y * ratio) * width + Math.floor(x * ratio)) * channels;
    return [data[at] ?? -1, data[at + 1] ?? -1, data[at + 2] ?? -1];
  };
}

function allEmitted(page: Page, name: keyof MapEvents): Promise<unknown[]> {
  return page.evaluate(
    (event) => window.harness.emitted.filter(({ name }) => name === event).map(({ value }) => value),
    name,
  );
}

/** Whether two colors are similar; drawings are nine tenths opaque, and edges are smoothed. */
export function isLike([r1, g1, b1]: Rgb, [r2, g2, b2]: Rgb, tolerance = 32): boolean {
  return Math.max(Math.abs(r1 - r2), Math.abs(g1 - g2), Math.abs(b1 - b2)) <= tolerance;
}
