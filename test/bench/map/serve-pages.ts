import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build, preview } from 'vite';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { encodeFeed } from '../../../shared/results/detection-feed.ts';
import { benchFeed } from './bench-data.ts';

/** The folder of the pages. */
export const folder = inProject('test', 'bench', 'map');

/** The page of each map; `Sightline` is the whole map of the app, `sightline` its layer of detections. */
export const pages = {
  sightline: 'pages/sightline.html',
  Sightline: 'pages/sightline-map.html',
  'deck.gl': 'peers/deck.html',
  MapLibre: 'peers/maplibre.html',
  'OpenLayers WebGLVectorLayer': 'pages/openlayers-webgl.html',
  'OpenLayers VectorLayer': 'pages/openlayers-canvas.html',
} as const;
export type MapName = keyof typeof pages;
const allNames = Object.keys(pages) as MapName[];
/** The maps with nothing but detections. */
export const names = allNames.filter((name) => name !== 'Sightline');

/** Builds and serves the pages, with a feed of `count` detections at `feed.bin`. */
export async function servePages(count: number): Promise<{ readonly at: string; stop(): Promise<void> }> {
  const outDir = await mkdtemp(path.join(os.tmpdir(), 'sightline-bench-map-'));
  const common = { configFile: false, root: folder, publicDir: false, logLevel: 'error' } as const;
  const input = allNames.map((name) => path.join(folder, pages[name]));
  await build({
    ...common,
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'chrome140', rolldownOptions: { input } },
  });
  const encoder = new TextEncoder();
  await writeFile(
    path.join(outDir, 'feed.bin'),
    encodeFeed(benchFeed(count), (text) => encoder.encode(text)),
  );
  const server = await preview({ ...common, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  const at = server.resolvedUrls?.local[0];
  if (!at) throw new Error('The server of the pages has no address.');
  return {
    at,
    async stop() {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
