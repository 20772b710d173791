import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';

/** The harness page, built as the app's page is, on a free loopback port. */
export async function serveHarness(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'sightline-map-harness-'));
  const common = {
    configFile: false,
    root: new URL('.', import.meta.url).pathname,
    publicDir: false,
    logLevel: 'warn',
  } as const;
  await build({
    ...common,
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome140',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 5000,
    },
  });
  const server = await preview({ ...common, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error('The harness server has no address.');
  return {
    url,
    async stop() {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
