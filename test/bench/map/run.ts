/**
 * Measures the map against its peers, in one run, on the same data: `npm run bench:map [-- --count 1000000 --rounds 3]`.
 * Prints a table and writes test/.output/bench/map.json.
 *
 * Every round of every map has a browser of its own. At a million points the draw calls of WebGL are left out, for all
 * maps alike, because SwiftShader would rasterise for seconds; the real draws are measured with a tenth of them.
 */

import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumArguments } from '../../../scripts/lib/chromium.mjs';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { findProgram } from '../../../scripts/lib/programs.mjs';
import { errorText } from '../../../shared/error-text.ts';
import './bench-page.ts';
import { folder, type MapName, names, pages, servePages } from './serve-pages.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
});
const count = Number(options.count);
const drawnCount = Math.round(count / 10);
const rounds = Number(options.rounds);
/** Parts of the names of the maps that are measured; none: all. */
const only = options.only?.split(',') ?? [];
const longestRound = 300_000;
/** Milliseconds between two readings of the memory. */
const memoryInterval = 750;

const largeMaps: readonly MapName[] = ['sightline', 'deck.gl', 'MapLibre'];

/** One round's figures by what was measured; milliseconds, or megabytes. */
type Figures = Readonly<Record<string, number>>;

const gaveUp: string[] = [];
const url = await servePages(count);
const large = await measureAll(largeMaps, measureLarge);
const drawn = await measureAll(names, measureDrawn);
await url.stop();
await print();

async function measureAll(
  maps: readonly MapName[],
  measure: (name: MapName) => Promise<Figures>,
): Promise<ReadonlyMap<MapName, readonly Figures[]>> {
  const found = new Map<MapName, Figures[]>();
  for (let round = 1; round <= rounds; round++) {
    for (const name of maps) {
      if (only.length > 0 && !only.some((part) => name.includes(part))) continue;
      // It takes a minute at a million points, and the bars are against deck.gl.
      if (name === 'MapLibre' && round > 1) continue;
      try {
        const figures = await measure(name);
        found.set(name, [...(found.get(name) ?? []), figures]);
        say(`round ${round}, ${name}: ${JSON.stringify(figures)}`);
      } catch (error) {
        // A peer that fails is a result, too; Sightline must not fail.
        if (name === 'sightline') throw error;
        gaveUp.push(`Round ${round}: ${errorText(error)}`);
        say(gaveUp.at(-1) ?? '');
      }
    }
  }
  return found;
}

/**
 * A million points without draw calls. Sightline's map loads by itself from an address, so that what its page takes is
 * looked at in a page that has done so; the others are given the data in memory.
 */
async function measureLarge(name: MapName): Promise<Figures> {
  if (name !== 'sightline') return measureTimes(name);
  const memory = await withPage(name, [], async (page, session, browser) => {
    await page.evaluate((count) => {
      window.stubDraws = true;
      return window.bench.prepare(count, 'address');
    }, count);
    await page.evaluate(() => window.bench.load());
    return { megabytes: await restingMegabytes(session, browser) };
  });
  return { ...(await measureTimes(name)), ...memory };
}

/** The memory after a garbage collection, once it no longer changes: freed pages are returned a little later. */
async function restingMegabytes(session: CDPSession, browser: Browser): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  let before = Number.POSITIVE_INFINITY;
  for (;;) {
    const megabytes = await rendererMegabytes(browser);
    if (Math.abs(megabytes - before) < 1) return megabytes;
    before = megabytes;
    await setTimeout(memoryInterval);
  }
}

function measureTimes(name: MapName): Promise<Figures> {
  return withPage(name, [], async (page, session, browser) => {
    await page.evaluate((count) => {
      window.stubDraws = true;
      return window.bench.prepare(count, 'memory');
    }, count);
    const before = await scriptMilliseconds(session);
    const { load, longestTask } = await page.evaluate(loadWatched);
    const script = (await scriptMilliseconds(session)) - before;
    const packing = await page.evaluate(() => window.bench.packing?.() ?? Number.NaN);
    const figures: Record<string, number> = { load, packing, script, longestTask };
    figures.megabytes = await restingMegabytes(session, browser);
    if (name !== 'MapLibre') {
      // Once before, so that shaders and code are warm for all.
      await page.evaluate(() => window.bench.filter?.(10));
      figures.filter = await page.evaluate(() => window.bench.filter?.(100) ?? Number.NaN);
    }
    if (name !== 'sightline') return figures;
    await page.evaluate(() => window.bench.mask?.(5));
    const beforeMasks = await scriptMilliseconds(session);
    await page.evaluate(() => window.bench.mask?.(30));
    figures.mask = ((await scriptMilliseconds(session)) - beforeMasks) / 30;
    figures.hit = await page.evaluate(() => window.bench.hit?.(500) ?? Number.NaN);
    await page.evaluate(() => window.bench.boxSelect?.());
    const box = await page.evaluate(() => window.bench.boxSelect?.());
    figures.box = box?.milliseconds ?? Number.NaN;
    figures.boxFound = box?.found ?? Number.NaN;
    await page.evaluate(() => window.bench.pan(5));
    const beforePanning = await scriptMilliseconds(session);
    await page.evaluate(() => window.bench.pan(40));
    figures.pan = ((await scriptMilliseconds(session)) - beforePanning) / 40;
    return figures;
  });
}

/**
 * Runs in the page: loads, and watches for tasks of the main thread that take 50 ms or more, which is what browsers report;
 * 0 when there was none.
 */
async function loadWatched(): Promise<{ readonly load: number; readonly longestTask: number }> {
  let longestTask = 0;
  const add = (entries: readonly PerformanceEntry[]) => {
    for (const { duration } of entries) longestTask = Math.max(longestTask, duration);
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ entryTypes: ['longtask'] });
  const load = await window.bench.load();
  // A task is reported after it has ended, and the load may be the end of one.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  add(observer.takeRecords());
  observer.disconnect();
  return { load, longestTask };
}

/** Fewer points with draw calls, as many frames as possible. */
function measureDrawn(name: MapName): Promise<Figures> {
  return withPage(name, ['--disable-frame-rate-limit', '--disable-gpu-vsync'], async (page) => {
    await page.evaluate((count) => {
      window.stubDraws = false;
      return window.bench.prepare(count, 'memory');
    }, drawnCount);
    const load = await page.evaluate(() => window.bench.load());
    await page.evaluate(() => window.bench.pan(5));
    return { load, pan: await page.evaluate(() => window.bench.pan(20)) };
  });
}

async function withPage(
  name: MapName,
  more: readonly string[],
  measure: (page: Page, session: CDPSession, browser: Browser) => Promise<Figures>,
): Promise<Figures> {
  const browser = await chromium.launch({
    executablePath: findProgram('chromium') ?? 'chromium',
    args: [...chromiumArguments, ...more],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(`${url.at}${pages[name]}`);
    await page.waitForFunction(() => 'bench' in window);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const figures = await Promise.race([measure(page, session, browser), tooLong(name)]);
    if (problems.length > 0) throw new Error(`${name}: ${problems.join('; ')}`);
    return figures;
  } finally {
    await browser.close();
  }
}

/** Timeout for a map that never becomes ready. */
async function tooLong(name: MapName): Promise<never> {
  await setTimeout(longestRound, undefined, { ref: false });
  throw new Error(`${name} was not done after ${longestRound / 1000} s.`);
}

/** Time that script has run on the page's main thread so far. */
async function scriptMilliseconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find((metric) => metric.name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
}

/** Memory that the page's process has for itself; what it shares with other processes depends on those. */
async function rendererMegabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const sizes = await Promise.all(
    processInfo
      .filter(({ type }) => type === 'renderer')
      .map(async ({ id }) => {
        const text = await readFile(`/proc/${id}/smaps_rollup`, 'utf8');
        return Number(/^Private_Dirty:\s+(\d+) kB/m.exec(text)?.[1]) / 1000;
      }),
  );
  // The browser may keep an empty one in reserve.
  return Math.max(...sizes);
}

async function print(): Promise<void> {
  const of = (found: typeof large, name: MapName, figure: string) =>
    median((found.get(name) ?? []).map((figures) => figures[figure] ?? Number.NaN));
  const ours = (figure: string) => of(large, 'sightline', figure);
  const deck = (figure: string) => of(large, 'deck.gl', figure);
  const libre = (figure: string) => of(large, 'MapLibre', figure);
  const times = (value: number) => `${value.toFixed(2)} ×`;
  const ms = (value: number) => (Number.isNaN(value) ? '–' : `${value.toFixed(value < 10 ? 2 : 0)} ms`);
  const task = (value: number) => (value === 0 ? 'below 50 ms' : ms(value));
  const mb = (value: number) => (Number.isNaN(value) ? '–' : `${value.toFixed(0)} MB`);
  const bars = [
    row(
      'data ready → layer ready',
      ms(ours('load')),
      ms(deck('load')),
      ms(libre('load')),
      times(ours('load') / deck('load')),
      '≤ 0.45 × deck.gl',
      ours('load') <= 0.45 * deck('load'),
    ),
    row(
      'script on the main thread for it',
      ms(ours('script')),
      ms(deck('script')),
      ms(libre('script')),
      ms(ours('script')),
      '≤ 50 ms',
      ours('script') <= 50,
    ),
    row(
      'longest task of the main thread while it loads',
      task(ours('longestTask')),
      task(deck('longestTask')),
      task(libre('longestTask')),
      task(ours('longestTask')),
      '≤ 100 ms',
      ours('longestTask') <= 100,
    ),
    row(
      'panning, script for each frame',
      ms(ours('pan')),
      '–',
      '–',
      ms(ours('pan')),
      '≤ 8 ms',
      ours('pan') <= 8,
    ),
    row(
      'filter change, script',
      ms(ours('filter')),
      ms(deck('filter')),
      '–',
      times(ours('filter') / deck('filter')),
      '≤ 1 ms, ≤ 1 × deck.gl',
      ours('filter') <= Math.min(1, deck('filter')),
    ),
    row(
      'any other filter (mask), script',
      ms(ours('mask')),
      '–',
      '–',
      ms(ours('mask')),
      '≤ 1 ms',
      ours('mask') <= 1,
    ),
    row('hit test, warm', ms(ours('hit')), '–', '–', ms(ours('hit')), '≤ 0.2 ms', ours('hit') <= 0.2),
    row(
      `box select of ${Math.round((100 * ours('boxFound')) / count)} %`,
      ms(ours('box')),
      '–',
      '–',
      ms(ours('box')),
      '≤ 35 ms',
      ours('box') <= 35,
    ),
    row(
      'renderer memory',
      mb(ours('megabytes')),
      mb(deck('megabytes')),
      mb(libre('megabytes')),
      `${times(ours('megabytes') / deck('megabytes'))}, ${times(ours('megabytes') / libre('megabytes'))}`,
      '≤ 0.9 × deck.gl, ≤ 0.1 × MapLibre',
      ours('megabytes') <= Math.min(0.9 * deck('megabytes'), 0.1 * libre('megabytes')),
    ),
  ];
  const lines = [
    `| at ${count.toLocaleString('en-US')} points, draw calls left out | Sightline | deck.gl | MapLibre geojson | found | bar | |`,
    '|---|---|---|---|---|---|---|',
    ...bars,
    '',
    `| at ${drawnCount.toLocaleString('en-US')} points, really drawn | load | a step of panning |`,
    '|---|---|---|',
    ...names.map((name) => `| ${name} | ${ms(of(drawn, name, 'load'))} | ${ms(of(drawn, name, 'pan'))} |`),
    '',
    ...gaveUp,
    await circumstances(),
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  await mkdir(inProject('test', '.output', 'bench'), { recursive: true });
  const results = { count, rounds, large: Object.fromEntries(large), drawn: Object.fromEntries(drawn) };
  await writeFile(inProject('test', '.output', 'bench', 'map.json'), JSON.stringify(results, null, 2));
}

function row(...cells: readonly (string | boolean)[]): string {
  return `| ${cells.map((cell) => (cell === true ? 'met' : cell === false ? '**missed**' : cell)).join(' | ')} |`;
}

async function circumstances(): Promise<string> {
  const browser = await chromium.launch({
    executablePath: findProgram('chromium') ?? 'chromium',
    args: chromiumArguments,
  });
  const version = browser.version();
  await browser.close();
  const versionOf = (name: string, root: string) =>
    (
      JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
        version: string;
      }
    ).version;
  const peers = path.join(folder, 'peers');
  return [
    `Medians of ${rounds}, MapLibre one round, on ${new Date().toISOString().slice(0, 10)}; ${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown processor'};`,
    `Chromium ${version} with SwiftShader; deck.gl ${versionOf('@deck.gl/core', peers)},`,
    `MapLibre ${versionOf('maplibre-gl', peers)}, OpenLayers ${versionOf('ol', inProject())}.`,
  ].join(' ');
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
