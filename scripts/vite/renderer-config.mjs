import react from '@vitejs/plugin-react';
import { inProject } from '../lib/paths.mjs';

/** The page: hashed files, no inline scripts, so that its content security policy can forbid them. */
export function rendererConfig() {
  return {
    configFile: false,
    root: inProject('renderer'),
    base: '/',
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      outDir: inProject('dist', 'renderer'),
      emptyOutDir: true,
      target: 'chrome140',
      sourcemap: true,
      assetsInlineLimit: 0,
      // Large chunks are acceptable, since the page is loaded from disk.
      chunkSizeWarningLimit: 5000,
    },
  };
}
