import react from '@vitejs/plugin-react';
import { inProject } from '../lib/paths.mjs';

/** Nothing is painted before the script has set the color scheme, so that the other one never appears. */
const blockRendering = {
  name: 'block-rendering',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
  },
};

/**
 * Each file costs more time than the code in it that is not needed yet: what the first frame needs is one file, and what
 * several others share is another.
 */
const codeSplitting = {
  groups: [
    { name: 'page', tags: ['$initial'], priority: 1 },
    { name: 'shared', minShareCount: 2 },
  ],
};

/** The page: hashed files, no inline scripts, so that its content security policy can forbid them. */
export function rendererConfig() {
  return {
    configFile: false,
    root: inProject('renderer'),
    base: '/',
    publicDir: false,
    logLevel: 'warn',
    plugins: [react(), blockRendering],
    worker: { format: 'es' },
    build: {
      outDir: inProject('dist', 'renderer'),
      emptyOutDir: true,
      target: 'chrome140',
      sourcemap: true,
      assetsInlineLimit: 0,
      // Large chunks are acceptable, since the page is loaded from disk.
      chunkSizeWarningLimit: 5000,
      rolldownOptions: { output: { codeSplitting } },
    },
  };
}
