import path from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
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
  /**
   * Ends the time in which OpenLayers counts a second click, at any position, as a double click. The test must have
   * installed the clock of its page before the click.
   */
  endDoubleClick(): Promise<void>;
  /** A picture in `test/.output/screenshots`. */
  screenshot(name: string): Promise<void>;
};

/** More than the 250 ms within which OpenLayers counts two clicks as a double click. */
const doubleClickMs = 300;

/** Tests get `map`: the harness page, freshly loaded; a page that throws fails its test. */
export const test = base.extend<{ readonly map: MapPage }, { readonly harnessUrl: string }>({
  viewport: { width: 800, height: 600 },
  harnessUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const server = await serveHarness();
      await use(server.url);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  map: async ({ page, harnessUrl }, use, testInfo) => {
    testInfo.skip(
      testInfo.project.name === 'electron',
      'This page needs no host; it is run once, in Chromium.',
    );
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(harnessUrl);
    await page.waitForFunction(() => 'harness' in window);
    await use(createMapPage(page));
    expect(errors).toEqual([]);
  },
});

function createMapPage(page: Page): MapPage {
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
