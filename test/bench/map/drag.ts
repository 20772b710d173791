/**
 * Measures dragging of the whole map next to maps with detections alone: `npm run bench:map -- --software`, and with
 * `--card` on the graphics card of this computer. Prints a table and writes test/.output/bench/map-drag.json.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { cardArguments, chromiumArguments } from '../../../scripts/lib/chromium.mjs';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { findProgram } from '../../../scripts/lib/programs.mjs';
import { errorText } from '../../../shared/error-text.ts';
import './bench-page.ts';
import { type MapName, pages, servePages } from './serve-pages.ts';

const { values: options } = parseArgs({
  options: {
    software: { type: 'boolean' },
    card: { type: 'boolean' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    steps: { type: 'string', default: '120' },
  },
});
const rounds = Number(options.rounds);
const steps = Number(options.steps);
const viewport = { width: 1440, height: 900 };
/** Milliseconds after loading, in which caches fill and images for the view are drawn. */
const restMs = 3_000;
/** A map that is too slow for all steps in this time is measured with fewer, at least `fewestSteps`. */
const dragMs = 20_000;
const fewestSteps = 10;
const longestRound = 120_000;

const scenes = {
  'world, 100,000 detections': { count: 100_000, query: '' },
  'port, 3,000 symbols, areas and orders': { count: 3_000, query: '?near' },
} as const;
type SceneName = keyof typeof scenes;
const maps: readonly MapName[] = [
  'Sightline',
  'deck.gl',
  'OpenLayers WebGLVectorLayer',
  'OpenLayers VectorLayer',
];

/** Times of frames and the longest task of the main thread, milliseconds. */
type Drag = {
  readonly median: number;
  readonly p95: number;
  readonly longest: number;
  readonly longestTask: number;
};

const server = await servePages(1);
const found: { readonly scene: SceneName; readonly map: MapName; readonly drag: Drag }[] = [];
for (let round = 1; round <= rounds; round++) {
  for (const scene of Object.keys(scenes) as SceneName[]) {
    for (const map of maps) {
      if (options.only && !map.includes(options.only)) continue;
      try {
        const drag = await measure(map, scene);
        found.push({ scene, map, drag });
        process.stderr.write(`round ${round}, ${scene}, ${map}: ${JSON.stringify(drag)}\n`);
      } catch (error) {
        // A peer that fails is a result, too; Sightline must not fail.
        if (map === 'Sightline') throw error;
        process.stderr.write(`round ${round}, ${scene}, ${map}: ${errorText(error)}\n`);
      }
    }
  }
}
await server.stop();
await print();

async function measure(map: MapName, scene: SceneName): Promise<Drag> {
  const { count, query } = scenes[scene];
  const browser = await chromium.launch({
    executablePath: findProgram('chromium') ?? 'chromium',
    // A card shows as many frames as the display; by software as many as possible are drawn.
    args: options.card
      ? cardArguments
      : [
          ...chromiumArguments,
          '--disable-gpu-compositing',
          '--disable-frame-rate-limit',
          '--disable-gpu-vsync',
        ],
  });
  try {
    const page = await browser.newPage({ viewport });
    await page.goto(`${server.at}${pages[map]}${query}`);
    await page.waitForFunction(() => 'bench' in window);
    const drag = async () => {
      await page.evaluate((count) => window.bench.prepare(count, 'memory'), count);
      await page.evaluate(() => window.bench.load());
      await setTimeout(restMs);
      const warm = await page.evaluate(() => window.bench.drag(3));
      const fitting = Math.floor((3 * dragMs) / warm.reduce((sum, time) => sum + time));
      return page.evaluate(
        async (steps) => {
          let longestTask = 0;
          const observer = new PerformanceObserver((list) => {
            for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
          });
          observer.observe({ entryTypes: ['longtask'] });
          const times = await window.bench.drag(steps);
          observer.disconnect();
          return { times, longestTask };
        },
        Math.min(steps, Math.max(fewestSteps, fitting)),
      );
    };
    const { times, longestTask } = await Promise.race([drag(), tooLong(map)]);
    const sorted = times.toSorted((one, other) => one - other);
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
    return { median: at(0.5), p95: at(0.95), longest: at(1), longestTask };
  } finally {
    await browser.close();
  }
}

async function tooLong(map: MapName): Promise<never> {
  await setTimeout(longestRound, undefined, { ref: false });
  throw new Error(`${map} was not done after ${longestRound / 1000} s.`);
}

async function print(): Promise<void> {
  const of = (scene: SceneName, map: MapName, figure: keyof Drag) => {
    const values = found
      .filter((one) => one.scene === scene && one.map === map)
      .map(({ drag }) => drag[figure])
      .toSorted((one, other) => one - other);
    return values[Math.floor(values.length / 2)] ?? Number.NaN;
  };
  const rows = (Object.keys(scenes) as SceneName[]).flatMap((scene) =>
    maps.map((map) => {
      const ratio = of(scene, map, 'median') / of(scene, 'Sightline', 'median');
      const cells = (['median', 'p95', 'longest', 'longestTask'] as const).map(
        (figure) => `${of(scene, map, figure).toFixed(1)} ms`,
      );
      return `| ${[scene, map, ...cells, `${ratio.toFixed(2)} ×`].join(' | ')} |`;
    }),
  );
  const lines = [
    '| dragged | map | median | p95 | longest | longest task | / Sightline |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    `Medians of ${rounds} rounds of at most ${steps} frames, ${viewport.width} × ${viewport.height}, ${options.card ? 'graphics card' : 'software rendering'};`,
    `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown processor'}, load ${os.loadavg()[0]?.toFixed(1)}, ${new Date().toISOString().slice(0, 10)}.`,
    'Sightline draws land, names, graticule, areas and orders as well; the others detections alone.',
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  await mkdir(inProject('test', '.output', 'bench'), { recursive: true });
  await writeFile(inProject('test', '.output', 'bench', 'map-drag.json'), JSON.stringify(found, null, 2));
}
