import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/unit/**/*.test.ts', 'test/integration/**/*.test.ts'],
    globalSetup: 'test/builders/shared-team-cluster.ts',
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A busy machine may take long over anything; what is awaited mostly comes at once.
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    // Threads and processes that run from the sources compile them once for all tests: half of their processor time.
    env: { NODE_COMPILE_CACHE: new URL('.output/compile-cache', import.meta.url).pathname },
  },
});
