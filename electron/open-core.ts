import path from 'node:path';
import type { AppPaths } from './app-paths.ts';
import { appVersion } from './core/base/app-version.ts';
import { createLogFile, type Log, logFolder } from './core/base/log-file.ts';
import type { Core } from './core/core.ts';
import { createCore } from './core/create-core.ts';
import type { SystemProxies } from './core/network/settings-access.ts';
import {
  createEncryptedFileKeychain,
  createFallbackKeychain,
  type SecretCipher,
} from './core/session/encrypted-file-keychain.ts';
import type { Keychain } from './core/session/keychain.ts';
import { createKeytarKeychain } from './core/session/keytar-keychain.ts';
import type { UpdateInstaller } from './core/updates/update-installer.ts';
import { logProblems, reportProblem } from './report-problem.ts';

/** The core of a host, with its shutdown. */
export type OpenCore = {
  readonly core: Core;
  readonly log: Log;
  /** Closes the core. Returns the exit code for the process: 1 when that failed. */
  close(): Promise<number>;
};

/** The exit code of a host or command whose data folder cannot be created or written. */
export const unusableDataDirCode = 5;

type OpenCoreOptions = {
  readonly dataDir: string;
  readonly workers: AppPaths['workers'];
  /** The kind of process, for the log; the command line has a log of its own. */
  readonly host: 'electron' | 'browser' | 'cli';
  readonly systemProxies?: SystemProxies;
  readonly hostProblem?: string | undefined;
  readonly updateInstaller?: UpdateInstaller;
  /** Encrypts secrets that the keychain does not store. */
  readonly secretCipher?: SecretCipher;
};

/** Opens the log of this process, which is of this kind; problems are written to it from then on. */
export function openLog(dataDir: string, host: OpenCoreOptions['host']): Log {
  const log = createLogFile(logFolder(dataDir), host === 'cli' ? 'cli' : 'app');
  logProblems(log);
  const { platform, arch, versions } = process;
  const { node, electron } = versions;
  log.write('start', { host, version: appVersion, platform, arch, node, electron, pid: process.pid });
  return log;
}

/**
 * Starts the core of a host. The environment variable `SIGHTLINE_DEMO=off` disables the demo service, but not its
 * profile and workspaces; `SIGHTLINE_KEYCHAIN=off` disables the keychain. Throws `DataDirInUse`
 * and `DataDirUnusable`.
 */
export async function openCore({
  dataDir,
  workers,
  host,
  secretCipher,
  ...more
}: OpenCoreOptions): Promise<OpenCore> {
  const startedAt = performance.now();
  const log = openLog(dataDir, host);
  const keychain = createKeychain(dataDir, secretCipher);
  const core = await createCore({
    dataDir,
    keychain,
    workers,
    ...(process.env.SIGHTLINE_DEMO === 'off' ? { demo: false } : {}),
    ...more,
    notifies: host !== 'cli',
    log,
    onProblem: reportProblem,
  });
  log.write('ready', { ms: Math.round(performance.now() - startedAt) });
  return {
    core,
    log,
    async close() {
      try {
        await core.close();
        log.write('end');
        return 0;
      } catch (error) {
        reportProblem(error, 'closing');
        return 1;
      }
    },
  };
}

/** The keychain of the system, and where the host has a cipher, a file for what that does not store. */
function createKeychain(dataDir: string, cipher: SecretCipher | undefined): Keychain {
  if (process.env.SIGHTLINE_KEYCHAIN === 'off') return createKeytarKeychain({ load: switchedOff });
  const keychain = createKeytarKeychain();
  if (!cipher) return keychain;
  const file = path.join(dataDir, 'secrets.json');
  return createFallbackKeychain(keychain, createEncryptedFileKeychain(file, cipher));
}

async function switchedOff(): Promise<never> {
  throw new Error('SIGHTLINE_KEYCHAIN=off switches it off');
}
