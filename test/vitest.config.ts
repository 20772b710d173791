import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { isLongRun } from './builders/test-tier.ts';

const minutes = 60_000;

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    projects: [
      // Unit tests leave no state behind: they share their modules, which halves their processor time.
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          globalSetup: 'test/builders/shared-team-cluster.ts',
        },
      },
    ],
    testTimeout: (isLongRun ? 120 : 4) * minutes,
    hookTimeout: 4 * minutes,
    // A busy machine may take long over anything; what is awaited mostly comes at once.
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: availableParallelism(),
    // Concurrent tests of a file wait for limits of their processes, without processor time.
    maxConcurrency: 10,
    // Threads and processes that run from the sources compile them once for all tests: half of their processor time.
    env: { NODE_COMPILE_CACHE: new URL('.output/compile-cache', import.meta.url).pathname },
  },
});
