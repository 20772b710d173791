import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { App, AutoUpdater } from 'electron/main';
import type { AppImageUpdater, AppUpdater, BaseUpdater, NsisUpdater } from 'electron-updater';
import { formatBytes } from '../../shared/format.ts';
import { appVersion } from '../core/base/app-version.ts';
import type { UpdateInstaller, UpdateSource } from '../core/updates/update-installer.ts';

/** Bytes of the description of an update, and of its package. */
const maxDescriptionBytes = 2 ** 20;
const maxPackageBytes = 2 ** 29;

type UpdateInstallerDeps = {
  readonly app: Pick<App, 'isPackaged' | 'relaunch' | 'quit' | 'whenReady'>;
  /** For packages that were fetched. */
  readonly folder: string;
  /** The folder `resources` of the installed app. */
  readonly resources: string;
  /**
   * Ends the app in order and then runs `install`. It returns whether the app still has to be ended, and throws when
   * nothing was installed.
   */
  quitTo(install: () => boolean): void;
  readonly platform?: NodeJS.Platform;
  readonly environment?: Readonly<Record<string, string | undefined>>;
};

/**
 * Installs updates with electron-updater, which knows the packages and the signatures of each system. It gets its files
 * from an `UpdateSource`: it opens no connection of its own, and sends no identification.
 */
export function createUpdateInstaller(deps: UpdateInstallerDeps): UpdateInstaller {
  const { platform = process.platform, quitTo } = deps;
  let updater: AppUpdater | undefined;
  let reportReceived = (_bytes: number): void => {};
  return {
    problem: findProblem(deps),
    verification: verifications[platform === 'win32' || platform === 'darwin' ? platform : 'linux'],
    async find(source) {
      const created = await createUpdater(deps, platform);
      const executor = createExecutor(source, (bytes) => reportReceived(bytes));
      // It is not in the types: electron-updater makes one of Electron's network only.
      Object.assign(created, { httpExecutor: executor });
      created.setFeedURL({ provider: 'generic', url: source.baseUrl });
      const found = await created.checkForUpdates();
      if (!found) throw new Error('This Sightline cannot be updated.');
      updater = created;
      const { version, releaseDate, files } = found.updateInfo;
      const bytes = files.find(({ url }) => url.endsWith(`.${packageExtension(deps)}`))?.size;
      return {
        version,
        releasedAt: releaseDate ? new Date(releaseDate).toISOString() : null,
        bytes: bytes ?? null,
        isNewer: found.isUpdateAvailable,
      };
    },
    async fetchPackage(onReceived) {
      reportReceived = onReceived;
      const verified =
        platform === 'darwin' ? waitForVerification((await import('electron/main')).autoUpdater) : undefined;
      // It may be rejected before it is awaited.
      verified?.catch(() => {});
      await updater?.downloadUpdate();
      await verified;
    },
    installAndRestart() {
      quitTo(() => {
        if (!updater) return true;
        if (platform === 'darwin') {
          // Squirrel ends the app itself.
          updater.quitAndInstall();
          return false;
        }
        let problem: unknown = new Error('The installer could not be started.');
        updater.on('error', (error) => {
          problem = error;
        });
        if (!(updater as BaseUpdater).install(true, true)) throw problem;
        return true;
      });
    },
  };
}

const sha512 = 'Its checksum (SHA-512) is compared with its description.';
const verifications = {
  win32: `${sha512} It must have a valid Authenticode signature by the publisher of this Sightline.`,
  darwin: `${sha512} macOS installs it only with a code signature that fits that of this Sightline.`,
  linux: `${sha512} Linux packages have no signature that Sightline could verify, and who can replace the package can replace its description, too: take updates only from a server or a medium that you trust.`,
} as const;

/** Reason why this installation cannot be updated, or null. */
function findProblem({
  app,
  resources,
  platform = process.platform,
  environment = process.env,
}: UpdateInstallerDeps): string | null {
  if (!app.isPackaged) {
    return 'This Sightline runs from its sources. Update them with “git pull”, then start it again with “npm\u00a0start”.';
  }
  if (platform === 'win32') {
    if (environment.PORTABLE_EXECUTABLE_DIR !== undefined) {
      return 'The portable Sightline does not update itself. Replace its file by that of the newer version.';
    }
    // electron-updater would install any package where the app names no publisher.
    return /^publisherName:/m.test(readUpdateConfig(resources))
      ? null
      : 'This Sightline is not signed, so that the publisher of an update could not be verified. Run the installer of the newer version yourself.';
  }
  if (platform === 'darwin' || environment.APPIMAGE !== undefined) return null;
  return packageType(resources) === undefined
    ? 'This Sightline was not installed from a package. Replace its folder by that of the newer version.'
    : null;
}

function readUpdateConfig(resources: string): string {
  const file = path.join(resources, 'app-update.yml');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The kind of package that electron-builder has noted in a deb or rpm. */
function packageType(resources: string): 'deb' | 'rpm' | undefined {
  const file = path.join(resources, 'package-type');
  const type = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  return type === 'deb' || type === 'rpm' ? type : undefined;
}

function packageExtension({ resources, platform = process.platform }: UpdateInstallerDeps): string {
  if (platform === 'win32') return 'exe';
  if (platform === 'darwin') return 'zip';
  return packageType(resources) ?? 'AppImage';
}

/** The updater of this system's package; electron-updater is loaded here, since most starts do not need it. */
async function createUpdater(deps: UpdateInstallerDeps, platform: NodeJS.Platform): Promise<AppUpdater> {
  const { app, folder, resources } = deps;
  const updaters = await import('electron-updater');
  const adapter = {
    version: appVersion,
    name: 'Sightline',
    isPackaged: app.isPackaged,
    appUpdateConfigPath: path.join(resources, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => app.whenReady(),
    relaunch: () => app.relaunch(),
    quit: () => app.quit(),
    onQuit: () => {},
  };
  const create = () => {
    if (platform === 'win32') return strict(new updaters.NsisUpdater(null, adapter));
    if (platform === 'darwin') return new updaters.MacUpdater(undefined, adapter);
    const type = packageType(resources);
    if (type === 'deb') return new updaters.DebUpdater(null, adapter);
    return type === 'rpm'
      ? new updaters.RpmUpdater(null, adapter)
      : careful(new updaters.AppImageUpdater(null, adapter));
  };
  const updater = create();
  updater.logger = null;
  updater.autoDownload = false;
  // On macOS this passes the package to the system as soon as it is fetched, which then verifies its signature.
  updater.autoInstallOnAppQuit = platform === 'darwin';
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  updater.disableDifferentialDownload = true;
  updater.disableWebInstaller = true;
  // Rejections carry the same errors; without a listener the event would be thrown.
  updater.on('error', () => {});
  return updater;
}

/** Installs an AppImage so that the former one stays until the new one is complete, and starts it with our arguments. */
function careful(updater: AppImageUpdater): AppImageUpdater {
  // Neither is in the types: what installs, and the package that was fetched.
  const inner = updater as unknown as { doInstall(): boolean; readonly installerPath: string | null };
  inner.doInstall = () => {
    const { APPIMAGE } = process.env;
    if (APPIMAGE === undefined || inner.installerPath === null) throw new Error('There is no package.');
    const program = replaceAppImage(APPIMAGE, inner.installerPath);
    spawn(program, process.argv.slice(1), { detached: true, stdio: 'ignore' }).unref();
    return true;
  };
  return updater;
}

/** electron-updater accepts any signature where PowerShell cannot verify one, and only logs that; this refuses it. */
function strict(updater: NsisUpdater): NsisUpdater {
  const verify = updater.verifyUpdateCodeSignature;
  updater.verifyUpdateCodeSignature = async (publishers, file) => {
    let wasIgnored = false;
    const { logger } = updater;
    const note = (message?: unknown) => {
      if (String(message).includes('Ignoring signature validation')) wasIgnored = true;
    };
    updater.logger = { info: () => {}, warn: note, error: note };
    try {
      const problem = await verify(publishers, file);
      return problem ?? (wasIgnored ? 'Windows could not verify its signature' : null);
    } finally {
      updater.logger = logger;
    }
  };
  return updater;
}

/** Calls of electron-updater to read a text, and to save a package. */
function createExecutor(source: UpdateSource, onReceived: (bytes: number) => void) {
  return {
    async request(options: { readonly path?: string | null }): Promise<string> {
      const url = new URL(options.path ?? '', source.baseUrl);
      // A query against caches, which our requests do not need.
      url.search = '';
      const bytes = await source.read(url, { maxBytes: maxDescriptionBytes });
      return Buffer.from(bytes).toString('utf8');
    },
    /** Rejects a package whose SHA-512 (Base64) is not that of its description. */
    async download(url: URL, file: string, { sha512: expected }: { readonly sha512?: string | null }) {
      const bytes = await source.read(url, { maxBytes: maxPackageBytes, onReceived });
      const actual = createHash('sha512').update(bytes).digest('base64');
      if (!expected || actual !== expected) {
        throw new Error(
          `The package (${formatBytes(bytes.length)}) is not the one that is described: its checksum differs. It was deleted.`,
        );
      }
      await writeFile(file, bytes);
    },
  };
}

/**
 * Replaces an AppImage by a fetched one, and returns its path. The former one stays until the new one is complete next
 * to it. electron-updater deletes it first, so that on a full disk none would be left. A name with a version becomes
 * that of the new one; any other is the user's and stays. Throws when the folder cannot be written.
 */
function replaceAppImage(former: string, fetched: string): string {
  const hasVersion = /\d+\.\d+\.\d+/.test(path.basename(former));
  const target = hasVersion ? path.join(path.dirname(former), path.basename(fetched)) : former;
  const incomplete = `${target}.incomplete`;
  try {
    copyFileSync(fetched, incomplete);
    chmodSync(incomplete, 0o755);
    synchronize(incomplete);
    renameSync(incomplete, target);
  } catch (error) {
    rmSync(incomplete, { force: true });
    throw error;
  }
  if (target !== former) rmSync(former, { force: true });
  rmSync(fetched, { force: true });
  return target;
}

function synchronize(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Resolves once macOS has verified the package that it was given. Rejects with its refusal, also when Squirrel finds no
 * update in it.
 */
export function waitForVerification(updater: Pick<AutoUpdater, 'on' | 'off'>): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const settle = (action: () => void) => {
      updater.off('update-downloaded', onVerified);
      updater.off('update-not-available', onNone);
      updater.off('error', onError);
      action();
    };
    const onVerified = () => settle(resolve);
    const onNone = () =>
      settle(() =>
        reject(new Error('macOS found no update in the package. Install the newer version by hand.')),
      );
    const onError = (error: Error) => settle(() => reject(error));
    updater.on('update-downloaded', onVerified);
    updater.on('update-not-available', onNone);
    updater.on('error', onError);
  });
}
