import { build, preview } from 'vite';
import { sharedFolder } from '../shared-folder.ts';

const common = {
  configFile: false,
  root: new URL('.', import.meta.url).pathname,
  publicDir: false,
  logLevel: 'warn',
} as const;

/** The harness page, built as the app's page is, once for all workers of a run, on a free loopback port. */
export async function serveHarness(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const outDir = await sharedFolder('map-harness', async (folder) => {
    await build({
      ...common,
      worker: { format: 'es' },
      build: {
        outDir: folder,
        emptyOutDir: true,
        target: 'chrome140',
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 5000,
      },
    });
  });
  const server = await preview({ ...common, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error('The harness server has no address.');
  return { url, stop: () => server.close() };
}
