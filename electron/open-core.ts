import type { AppPaths } from './app-paths.ts';
import type { Core } from './core/core.ts';
import { createCore } from './core/create-core.ts';
import { createKeytarKeychain } from './core/session/keytar-keychain.ts';
import { reportProblem } from './report-problem.ts';

/** The core of a host, with its shutdown. */
export type OpenCore = {
  readonly core: Core;
  /** Closes the core. Returns the exit code for the process: 1 when that failed. */
  close(): Promise<number>;
};

/** The exit code of a host or command whose data folder cannot be created or written. */
export const unusableDataDirCode = 5;

/**
 * Starts the core of a host. The environment variable `SIGHTLINE_DEMO=off` disables the demo service, but not its
 * profile and workspaces; `SIGHTLINE_KEYCHAIN=off` disables the keychain. Throws `DataDirInUse`
 * and `DataDirUnusable`.
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
    async close() {
      try {
        await core.close();
        return 0;
      } catch (error) {
        reportProblem(error, 'closing');
        return 1;
      }
    },
  };
}

async function switchedOff(): Promise<never> {
  throw new Error('SIGHTLINE_KEYCHAIN=off switches it off');
}
