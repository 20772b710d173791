import { inProject } from '../lib/paths.mjs';

/** Doc comments are a tenth of what is bundled; the source maps have them. */
const output = { format: 'es', comments: { jsdoc: false } };

/**
 * The main process of both hosts. Everything is bundled, so that the packaged app contains no node_modules but the
 * native keychain module.
 */
export function mainConfig() {
  return {
    ...nodeConfig(),
    build: {
      ...nodeConfig().build,
      emptyOutDir: true,
      rolldownOptions: {
        external: ['electron', 'electron/main', 'electron/common', 'keytar'],
        input: {
          main: inProject('electron', 'main.ts'),
          'browser-host': inProject('electron', 'browser-host.ts'),
          cli: inProject('electron', 'cli', 'cli.ts'),
        },
        output: { ...output, entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  };
}

/**
 * Worker threads by their names, a file each, and others for what they share or load later, that import no package: they are
 * loaded from outside the asar archive, where no package.json states that they are modules; hence `.mjs`.
 */
export function workersConfig(input) {
  return {
    ...nodeConfig(),
    build: {
      ...nodeConfig().build,
      emptyOutDir: false,
      rolldownOptions: {
        input,
        output: {
          ...output,
          entryFileNames: 'workers/[name].mjs',
          chunkFileNames: 'workers/[name]-[hash].mjs',
        },
      },
    },
  };
}

function nodeConfig() {
  return {
    configFile: false,
    root: inProject(),
    publicDir: false,
    logLevel: 'warn',
    // Otherwise libraries include stack traces in responses.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true },
    build: { ssr: true, outDir: inProject('dist', 'main'), target: 'node24', sourcemap: true, minify: false },
  };
}
