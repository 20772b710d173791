import type { AppPaths } from './app-paths.ts';
import type { Core } from './core/core.ts';
import { createCore } from './core/create-core.ts';
import { createKeytarKeychain } from './core/session/keytar-keychain.ts';
import { reportProblem } from './report-problem.ts';
import { within } from './within.ts';

/** How long the core may take to close; then the process ends all the same. */
const closeMilliseconds = 10_000;

/** The core of a host, and how the host ends it. */
export type OpenCore = {
  readonly core: Core;
  /** Closes the core; the exit code for the process: 1 when that failed or took too long. */
  close(): Promise<number>;
  /** Whether a call to the keychain hangs, for which `process.exit` would wait. */
  isHeldUp(): boolean;
};

/**
 * Starts the core as both hosts have it. `SIGHTLINE_DEMO=off` in the environment leaves the
 * demo service off; its profile and what was fetched from it stay. `SIGHTLINE_KEYCHAIN=off` leaves the user's
 * keychain alone. Throws `DataDirInUse`.
 */
export async function openCore(dataDir: string, workers: AppPaths['workers']): Promise<OpenCore> {
  const keychain = createKeytarKeychain(
    process.env.SIGHTLINE_KEYCHAIN === 'off' ? { load: switchedOff } : {},
  );
  const core = await createCore({
    dataDir,
    keychain,
    workers,
    ...(process.env.SIGHTLINE_DEMO === 'off' ? { demo: false } : {}),
    onProblem: reportProblem,
  });
  return {
    core,
    isHeldUp: keychain.isWaiting,
    async close() {
      try {
        if (await within(closeMilliseconds, core.close())) return 0;
        reportProblem(`did not finish within ${closeMilliseconds / 1000} s; ending anyway`, 'closing');
      } catch (error) {
        reportProblem(error, 'closing');
      }
      return 1;
    },
  };
}

async function switchedOff(): Promise<never> {
  throw new Error('SIGHTLINE_KEYCHAIN=off switches it off');
}
