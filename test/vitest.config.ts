import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { isLongRun } from './builders/test-tier.ts';
import { scratchRoot } from './fuzz/scratch-root.ts';

const minutes = 60_000;
const root = new URL('..', import.meta.url).pathname;
/**
 * Files that replace modules, or change what one contains, for others of the same process, too, or need the decoders of
 * geotiff, which `worker-decoders.ts` replaces.
 */
const mocking = globSync('test/integration/**/*.test.ts', { cwd: root }).filter((file) =>
  /^\s*vi\.(mock|doMock|resetModules)\(|'[^']*\/(schema-version-2|bounded-decoders)\.ts'/m.test(
    readFileSync(`${root}/${file}`, 'utf8'),
  ),
);
const globalSetup = 'test/builders/shared-team-cluster.ts';

// Databases and their deletion wait for the disk; in memory they take a tenth less processor time, too.
process.env.TMPDIR = scratchRoot();

export default defineConfig({
  test: {
    root,
    // Files of a process share their modules, which halves their processor time: tests leave no state behind.
    isolate: false,
    setupFiles: 'test/builders/restart-builders.ts',
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      {
        extends: true,
        // React as it is shipped: the one for development records a stack for every element.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'component',
          env: { NODE_ENV: 'production' },
          include: ['test/component/**/*.test.tsx'],
          globalSetup: 'test/builders/page/share-templates.ts',
          setupFiles: ['test/builders/restart-builders.ts', 'test/builders/page/dom.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: mocking,
          globalSetup,
        },
      },
      { extends: true, test: { name: 'mocking', include: mocking, isolate: true, globalSetup } },
    ],
    testTimeout: (isLongRun ? 120 : 4) * minutes,
    hookTimeout: 4 * minutes,
    // A busy machine may take long over anything; what is awaited mostly comes at once.
    expect: { poll: { timeout: 60_000 } },
    // A quarter of their time tests wait: for processes, servers and timers.
    maxWorkers: availableParallelism() + 1,
    // Concurrent tests of a file wait for limits of their processes, without processor time.
    maxConcurrency: 10,
    // Threads and processes that run from the sources compile them once for all tests: half of their processor time.
    env: { NODE_COMPILE_CACHE: new URL('.output/compile-cache', import.meta.url).pathname },
  },
});
