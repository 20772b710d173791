import { readdir, readFile, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fail, failBecause, type Result, succeed } from '../../../shared/result.ts';
import type { MachineCheck, PageFacts } from '../../../shared/settings/machine-check.ts';
import type { ConnectionHopResult } from '../../../shared/settings/network.ts';
import { appVersion } from '../base/app-version.ts';
import { logFolder } from '../base/log-file.ts';
import { replaceFile } from '../base/replace-file.ts';
import type { Keychain } from '../session/keychain.ts';
import type { Session } from '../session/session.ts';
import type { SettingsFile } from '../settings/settings-file.ts';

/** The report of `sightline doctor`. */
export type MachineChecks = { readonly versions: string; readonly checks: readonly MachineCheck[] };

type DiagnosticsDeps = {
  readonly dataDir: string;
  readonly settings: Pick<SettingsFile, 'current'>;
  readonly session: Pick<Session, 'state'>;
  readonly keychain: Keychain;
  readonly network: {
    testConnection(
      baseUrl: string,
      signal: AbortSignal | undefined,
      onDate: (dateMs: number) => void,
    ): Promise<readonly ConnectionHopResult[]>;
  };
};

/** Lists what helps to find a problem. Names, addresses and paths are left out of the settings. */
export function createDiagnostics({ dataDir, settings, session, keychain, network }: DiagnosticsDeps) {
  const folder = logFolder(dataDir);
  let collected: string | undefined;
  return {
    /** The folder of the logs. */
    logFolder: folder,
    /** The text of the report, as `save` will write it. */
    async collect(): Promise<string> {
      const sections: readonly (readonly [title: string, text: string])[] = [
        ['Versions', describeVersions()],
        ['Settings and session', describeSettings({ settings, session, keychain })],
        ['Crash dumps (they stay on this computer)', await listCrashDumps(dataDir)],
        ...(await readLogs(folder)),
      ];
      collected = sections.map(([title, text]) => `## ${title}\n\n${text.trimEnd()}\n`).join('\n');
      return collected;
    },
    /** Checks what Sightline needs of this computer; a page adds what only it can find. */
    async check(page?: PageFacts): Promise<Result<MachineChecks>> {
      const { checkMachine } = await import('./check-machine.ts');
      const connect = async () => {
        const { profile } = session.state();
        if (profile.kind === 'demo') return null;
        let dateMs: number | undefined;
        const hops = await network.testConnection(profile.baseUrl, undefined, (stated) => {
          dateMs = stated;
        });
        return { hops, dateMs };
      };
      const checks = await checkMachine({ dataDir, keychain, connect, page });
      return succeed({ versions: describeVersions(), checks });
    },
    /** Writes the text that was collected last. Fails with `not-found` before that, and with `disk`. */
    async save(file: string): Promise<Result<void>> {
      if (collected === undefined) return fail('not-found', 'Open the diagnostics before they are saved.');
      try {
        await replaceFile(file, collected, 'process');
        return succeed(undefined);
      } catch (error) {
        return failBecause('disk', 'The diagnostics could not be written.', error);
      }
    },
  };
}

function describeVersions(): string {
  const { electron, chrome, node = '' } = process.versions;
  return [
    `Sightline ${appVersion}`,
    `Host: ${electron === undefined ? 'browser or command line' : `Electron ${electron}, Chromium ${chrome}`}`,
    `Node.js ${node}, SQLite ${process.versions.sqlite ?? 'unknown'}, OpenSSL ${process.versions.openssl ?? 'unknown'}`,
    `System: ${os.type()} ${os.release()} ${os.arch()}, ${os.cpus().length} processors, ${Math.round(os.totalmem() / 2 ** 30)} GiB of memory`,
  ].join('\n');
}

function describeSettings({
  settings,
  session,
  keychain,
}: Omit<DiagnosticsDeps, 'dataDir' | 'network'>): string {
  const { profiles, network, mapSources, chipCacheLimit, tileCacheLimit } = settings.current();
  const { status, connection, tokenStorage, workspace, profile, hostProblem } = session.state();
  return [
    `Profiles of the user: ${profiles.length}; in use: ${profile.kind}`,
    `Session: ${status}; token stored in: ${tokenStorage === 'keychain' ? keychain.describe() : tokenStorage}; service: ${connection}; workspace: ${workspace}`,
    `Proxy: ${network?.proxy.mode ?? 'system'}; login: ${network?.proxy.username ? 'yes' : 'no'}; added authorities: ${network?.authorities.length ?? 0}; client certificate: ${network?.clientCertificate ? 'yes' : 'no'}`,
    `Problem of the host: ${hostProblem ?? 'none'}; Chromium’s sandbox switched off by a flag: ${process.argv.includes('--no-sandbox') ? 'yes' : 'no'}`,
    `Basemaps of the user: ${mapSources.length}; limits of the caches: ${chipCacheLimit} and ${tileCacheLimit} bytes`,
  ].join('\n');
}

/** Names and sizes of Electron's crash dumps. Their contents are memory, so they are not part of the report. */
async function listCrashDumps(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'electron', 'Crashpad');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const dumps = names.filter((name) => name.endsWith('.dmp'));
  const lines = await Promise.all(
    dumps.map(async (name) => `${name} ${(await stat(path.join(folder, name))).size} bytes`),
  );
  return lines.length > 0 ? lines.join('\n') : 'None.';
}

/** The logs, the current one of each process first. */
async function readLogs(folder: string): Promise<(readonly [string, string])[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.log')).sort();
  return Promise.all(
    names.map(async (name) => [`Log ${name}`, await readFile(path.join(folder, name), 'utf8')] as const),
  );
}
