import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fail, failFrom, type Result, succeed } from '../../../shared/result.ts';
import type { UpdateStage, UpdateState } from '../../../shared/settings/updates.ts';
import { appVersion } from '../base/app-version.ts';
import type { Events } from '../base/events.ts';
import { isMissingFile } from '../base/missing-file.ts';
import { createHttp, type FinishedExchange } from '../service/http.ts';
import type { NetworkAccess } from '../service/network-access.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { UpdateInstaller, UpdateSource } from './update-installer.ts';

type UpdatesDeps = {
  readonly settings: Pick<SettingsFile, 'current' | 'change'>;
  readonly network: NetworkAccess;
  readonly events: Events;
  /** Undefined where the host cannot install updates. */
  readonly installer?: UpdateInstaller | undefined;
  readonly onFinished?: (exchange: FinishedExchange) => void;
};

const runsFromSources =
  'This Sightline runs from its sources. Update them with “git pull”, then start it again with “npm\u00a0start”.';

/** Checks for, fetches and installs updates. One of these runs at a time. */
export function createUpdates({ settings, network, events, installer, onFinished }: UpdatesDeps) {
  let stage: UpdateStage = { kind: 'none' };
  let isBusy = false;

  const address = () => settings.current().updateAddress ?? '';
  const state = (): UpdateState => ({
    currentVersion: appVersion,
    address: address(),
    problem: installer ? installer.problem : runsFromSources,
    verification: installer?.verification ?? '',
    stage,
  });
  const enter = (next: UpdateStage) => {
    stage = next;
    events.publish({ type: 'changed', topic: 'updates' });
  };

  /** Runs `work`; when it fails, the former stage is restored. */
  const perform = async (
    work: (usable: UpdateInstaller) => Promise<UpdateStage>,
  ): Promise<Result<UpdateState>> => {
    if (!installer || installer.problem !== null) return fail('conflict', state().problem ?? '');
    if (isBusy) return fail('conflict', 'A check for updates is running. Try again when it has finished.');
    const before = stage;
    isBusy = true;
    try {
      enter(await work(installer));
      return succeed(state());
    } catch (error) {
      enter(before);
      return failFrom('bad-response', error, 'The update could not be loaded. Try again later.');
    } finally {
      isBusy = false;
    }
  };

  const find = (source: UpdateSource) =>
    perform(async (usable) => {
      enter({ kind: 'checking' });
      const { isNewer, ...offered } = await usable.find(source);
      if (!isNewer) return { kind: 'current', offered: offered.version };
      return { kind: 'available', update: { ...offered, from: source.name } };
    });

  const check = async (): Promise<Result<UpdateState>> => {
    if (address() === '') return fail('not-found', 'Enter the address that offers updates first.');
    const requested = address();
    const found = await find(createWebSource(requested, network, onFinished));
    // What a former address offers is discarded.
    if (address() !== requested && stage.kind !== 'ready') enter({ kind: 'none' });
    return found.ok ? succeed(state()) : found;
  };

  return {
    state,
    /** Checks the address for a newer version. Fails with `not-found` without an address, or when it cannot be read. */
    check,
    /** Sets the address that is checked for updates; empty turns checks off. Fails with `disk` or `read-only`. */
    async setAddress(updateAddress: string): Promise<Result<UpdateState>> {
      const saved = await settings.change((before) => ({ ...before, updateAddress }));
      if (!saved.ok) return saved;
      // A version that the former address offered is discarded.
      if (!isBusy && stage.kind !== 'ready') enter({ kind: 'none' });
      return succeed(state());
    },
    /** Checks a folder for a newer version, given its `latest*.yml`, which electron-builder wrote. */
    checkFile: (file: string): Promise<Result<UpdateState>> => find(createFolderSource(path.dirname(file))),
    /** Fetches the package of the version that was found, and verifies it. */
    fetchPackage: (): Promise<Result<UpdateState>> =>
      perform(async (usable) => {
        if (stage.kind !== 'available') throw new Error('Check for updates before one is fetched.');
        const { update } = stage;
        const report = (receivedBytes: number) => enter({ kind: 'fetching', update, receivedBytes });
        report(0);
        await usable.fetchPackage(report);
        return { kind: 'ready', update };
      }),
    /** Ends Sightline, installs the package and starts the new version. */
    installAndRestart(): Result<void> {
      if (!installer || stage.kind !== 'ready')
        return fail('not-found', 'Fetch the update before it is installed.');
      installer.installAndRestart();
      return succeed(undefined);
    },
    /** Checks the address, if one is set. A failure is only logged, since the user did not start the check. */
    async checkAtStart(): Promise<void> {
      if (address() !== '' && installer?.problem === null) await check();
    },
  };
}

/** Timeout for fetching a package, in milliseconds: 150 MB at 1 Mbit/s. */
const totalMs = 20 * 60_000;

/** Updates in a folder of a web server. Only files of that server are read, and no redirect is followed. */
function createWebSource(
  address: string,
  network: NetworkAccess,
  onFinished?: (exchange: FinishedExchange) => void,
): UpdateSource {
  const http = createHttp({
    network,
    totalMs,
    slowMs: 1_000,
    addressIn: 'Settings, Updates',
    ...(onFinished ? { onFinished } : {}),
  });
  const base = new URL(address.endsWith('/') ? address : `${address}/`);
  return {
    baseUrl: base.href,
    name: base.host,
    async read(url, { maxBytes, onReceived, signal }) {
      if (url.origin !== base.origin) {
        throw new Error(`${base.host} names a package on another server (${url.host}), which is not read.`);
      }
      const outcome = await http({
        method: 'GET',
        url,
        maxBytes,
        connection: 'reused',
        isLong: true,
        onSlow: ({ receivedBytes }) => onReceived?.(receivedBytes),
        signal,
      });
      if (!outcome.ok) throw new Error(outcome.failure.message, { cause: outcome.failure.details });
      const { status, body } = outcome.response;
      if (status !== 200) throw new Error(`${base.host} has no ${fileNameOf(url)} (status ${status}).`);
      return body;
    },
  };
}

/** Updates in a folder, for a computer without a network. Only files in that folder are read. */
function createFolderSource(folder: string): UpdateSource {
  return {
    baseUrl: 'http://folder.invalid/',
    name: folder,
    async read(url, { maxBytes }) {
      const name = fileNameOf(url);
      const file = path.join(folder, name);
      try {
        if ((await stat(file)).size > maxBytes) throw new Error(`${file} is too large.`);
        return await readFile(file);
      } catch (error) {
        if (isMissingFile(error)) throw new Error(`${name} is not in ${folder}.`, { cause: error });
        throw error;
      }
    },
  };
}

function fileNameOf(url: URL): string {
  return path.posix.basename(decodeURIComponent(url.pathname)).replaceAll('\\', '');
}
