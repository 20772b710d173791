import path from 'node:path';
import { crashReporter } from 'electron/common';
import { app, dialog, Menu, powerMonitor, protocol } from 'electron/main';
import { errorText } from '../shared/error-text.ts';
import { createAppHandler } from './app-handler.ts';
import { appPaths, defaultDataDir } from './app-paths.ts';
import { createUploadFolder } from './browser/upload-folder.ts';
import { createDataDir, DataDirUnusable } from './core/settings/lock-data-dir.ts';
import { appAddress, appId } from './desktop/app-address.ts';
import { createAppMenu } from './desktop/app-menu.ts';
import { createAppSession, createSystemProxies, guardWebContents } from './desktop/chromium-sessions.ts';
import { findSandboxProblem, softwareRenderingSwitches, watchGraphics } from './desktop/chromium-switches.ts';
import { cliArguments, dataDirFlag, relaunchOptions } from './desktop/command-line.ts';
import { createDesktopHost } from './desktop/desktop-host.ts';
import { type MainWindow, openMainWindow, type WindowShutdown } from './desktop/main-window.ts';
import { createOpenedFiles, fileArgument } from './desktop/opened-files.ts';
import { createSafeStorageCipher } from './desktop/safe-storage.ts';
import { showUnread } from './desktop/show-unread.ts';
import { createTrayIcon } from './desktop/tray-icon.ts';
import { createUpdateInstaller } from './desktop/update-installer.ts';
import { endProcess, limitShutdown } from './end-process.ts';
import { notifyOrderChanges, notifyWatchEvents } from './notify-changes.ts';
import { openCore, unusableDataDirCode } from './open-core.ts';
import { printLine } from './print.ts';
import { reportProblem, reportRejections, reportUncaughtErrors } from './report-problem.ts';

const openedFiles = createOpenedFiles();
/** Notifies the page, once there is one. */
let onFileOpened = (): void => {};
const commandLine = cliArguments(process.argv);
const dataDir = dataDirFlag(process.argv) ?? defaultDataDir();
if (commandLine) {
  // `ready` waits for this module, so that the command runs without a display, and ends before a window could open.
  const { runCli } = await import('./cli/run-cli.ts');
  await runCli({
    args: commandLine,
    folder: process.cwd(),
    program: 'sightline',
    moduleUrl: import.meta.url,
  });
} else if (isDataDirUsable()) openApp();

/**
 * The order matters. The instance lock depends on the userData folder. Schemes and the sandbox must be set before
 * `ready`, and the guards before any page is loaded. Nothing is awaited, since `ready` waits for this module.
 */
function openApp(): void {
  app.setPath('userData', path.join(dataDir, 'electron'));
  // Dumps stay in the user data folder.
  crashReporter.start({ uploadToServer: false });
  // Windows shows notifications only of an app whose id is that of its shortcut, which the installer makes.
  app.setAppUserModelId(appId);
  // macOS passes the file that Sightline is started with by this event, before `ready`.
  app.on('open-file', (event, file) => {
    event.preventDefault();
    openFile(file);
  });
  if (app.requestSingleInstanceLock()) run();
  else app.quit();
}

/** Offers a file to the page, now or as soon as it has loaded. */
function openFile(file: string): void {
  if (openedFiles.add(file)) onFileOpened();
}

/** Creates the data folder. When that is not possible, shows why and ends the app. */
function isDataDirUsable(): boolean {
  try {
    createDataDir(dataDir);
    return true;
  } catch (error) {
    // Before `ready` this prints to standard error on Linux.
    dialog.showErrorBox('Sightline could not start', errorText(error));
    app.exit(unusableDataDirCode);
    return false;
  }
}

function run(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
  // `enableSandbox` would override --no-sandbox, without which Chromium does not start as root.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => guardWebContents(contents));
  app.on('window-all-closed', () => app.quit());
  const needsSoftwareRendering = watchGraphics();
  const shutdown = closeOnQuit();
  reportUncaughtErrors(() => shutdown.quitWithoutPrompt(1));
  reportRejections();
  app
    .whenReady()
    .then(() => {
      endWithSystem(shutdown);
      return start(shutdown, needsSoftwareRendering);
    })
    .catch((error: unknown) => {
      const isUnusable = error instanceof DataDirUnusable;
      reportProblem(isUnusable ? error.message : error, 'starting');
      dialog.showErrorBox('Sightline could not start', errorText(error));
      shutdown.quit(isUnusable ? unusableDataDirCode : 1);
    });
}

/** Only after `ready`: before, Electron installs its own handlers of signals, which ask about unsaved work. */
function endWithSystem({ quitWithoutPrompt }: Shutdown): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => quitWithoutPrompt());
  // Linux and macOS wait for the end of an app that prevents it (docs/api/power-monitor.md); the types lack the event.
  powerMonitor.on('shutdown', (event?: Electron.Event) => {
    event?.preventDefault();
    quitWithoutPrompt();
  });
}

async function start(shutdown: Shutdown, needsSoftwareRendering: () => Promise<boolean>): Promise<void> {
  const { rendererDir, workers } = appPaths(import.meta.url);
  let window: MainWindow | undefined;
  app.on('second-instance', (_event, args, folder) => {
    const file = fileArgument(args, folder);
    // The other one has ended already, so that only this one can open a window again once it has closed everything.
    if (shutdown.hasBegun()) shutdown.relaunch();
    else {
      window?.focus();
      if (file !== undefined) openFile(file);
    }
  });
  const startedWith = fileArgument(process.argv, process.cwd());
  if (startedWith !== undefined) openedFiles.add(startedWith);
  const updateInstaller = createUpdateInstaller({
    app,
    folder: path.join(dataDir, 'updates'),
    resources: process.resourcesPath ?? '',
    quitTo: shutdown.quitTo,
  });
  const systemProxies = createSystemProxies();
  const hostProblem = findSandboxProblem();
  if (hostProblem !== undefined) reportProblem(hostProblem, 'starting');
  const opening = openCore({
    ...{ dataDir, workers, systemProxies, updateInstaller, hostProblem },
    secretCipher: createSafeStorageCipher(),
    host: 'electron',
  });
  shutdown.close = async () => (await opening).close();
  const [{ core, log }, isSoftwareNeeded] = await Promise.all([opening, needsSoftwareRendering()]);
  if (shutdown.hasBegun()) return;
  if (isSoftwareNeeded) {
    reportProblem('no WebGL 2 without a graphics card; starting again with software rendering', 'starting');
    shutdown.relaunch(softwareRenderingSwitches);
    app.quit();
    return;
  }

  // Files that are dropped on the window: the page cannot name their paths.
  const incoming = await createUploadFolder(path.join(dataDir, 'incoming'));
  const host = createDesktopHost(() => window, {
    find: (id) => openedFiles.find(id) ?? incoming.find(id),
    take: openedFiles.take,
  });
  onFileOpened = () => core.events.publish({ type: 'file-opened' });
  shutdown.onUnasked = () => core.events.publish({ type: 'ending' });
  notifyOrderChanges(core.events, host);
  notifyWatchEvents(core.events, host);
  const open = () => window?.focus();
  shutdown.staysInTray = () => core.tray.isOn();
  const updateUnread = showUnread(core, () => window, createTrayIcon({ open, quit: () => app.quit() }));
  // A click on the icon in the Dock of macOS.
  app.on('activate', open);
  const handler = createAppHandler({ core, host, rendererDir, log, onProblem: reportProblem });
  const appSession = createAppSession(
    async (request) => (await incoming.respond(request)) ?? handler(request),
    !app.isPackaged,
  );
  Menu.setApplicationMenu(
    createAppMenu(!app.isPackaged, () => void host.openFolder(core.diagnostics.logFolder)),
  );
  shutdown.onClosed = () => appSession.flushStorageData();
  window = openMainWindow(appSession, shutdown);
  // Windows removes the dot of a window that is hidden.
  window.current()?.on('show', updateUnread);
  await window.load();
  // The workspace was opened before its changes were listened to.
  updateUnread();
  printLine(process.stdout, `Sightline ready: ${appAddress}`);
}

/** The end of the app, which waits until the core has closed. */
type Shutdown = Omit<WindowShutdown, 'quitWithoutPrompt'> & {
  /** Closes what has been opened, and returns the exit code. */
  close: () => Promise<number>;
  hasBegun(): boolean;
  /** Whether the app stays while its window is closed. */
  staysInTray: () => boolean;
  /** Runs before the windows close without a question. */
  onUnasked: () => void;
  /** Runs once the windows have closed, before the core does. */
  onClosed: () => void;
  /** Quits in order, with `code` unless closing fails with a higher one. */
  quit(code: number): void;
  /**
   * Quits in order, then runs `work`, which returns whether the process still has to be ended. When `work` throws, the
   * reason is shown and the app is started again. It does not run when the user keeps a window open.
   */
  quitTo(work: () => boolean): void;
  /** Quits as the system demands, without a question to the user; with `code` unless closing fails with a higher one. */
  quitWithoutPrompt(code?: number): void;
  /** Starts the app again, once, after it has ended, with more switches. */
  relaunch(switches?: readonly string[]): void;
};

/** Number of times that the windows are closed before unsaved work is lost, and the interval in milliseconds. */
const savingAttempts = 30;
const savingMs = 100;

/**
 * Delays quitting until the core, which may still be opening, has closed workspace and workers, or the timeout has
 * passed.
 */
function closeOnQuit(): Shutdown {
  let hasBegun = false;
  let isRelaunched = false;
  let unsavedWork: ReturnType<Shutdown['unsavedWork']> = 'ask';
  let exitCode = 0;
  const noWork = (): boolean => true;
  /** For the next attempt to quit; each takes it, also one that the user calls off. */
  let requestedWork = noWork;
  let lastWork = noWork;
  let isClosed = false;
  let isQuitting = false;
  const shutdown: Shutdown = {
    close: async () => 0,
    hasBegun: () => hasBegun,
    staysInTray: () => false,
    hidesWindow: () => !isQuitting && shutdown.staysInTray(),
    onKept() {
      isQuitting = false;
    },
    onUnasked() {},
    onClosed() {},
    quit(code) {
      exitCode = code;
      app.quit();
    },
    quitTo(work) {
      requestedWork = work;
      app.quit();
    },
    quitWithoutPrompt(code = 0) {
      exitCode = Math.max(exitCode, code);
      if (unsavedWork !== 'ask') return;
      unsavedWork = 'wait';
      shutdown.onUnasked();
      const quitOrRetry = (attemptsLeft: number) => {
        if (hasBegun) return;
        if (attemptsLeft === 0) unsavedWork = 'discard';
        app.quit();
        if (attemptsLeft > 0) setTimeout(() => quitOrRetry(attemptsLeft - 1), savingMs);
      };
      quitOrRetry(savingAttempts);
    },
    unsavedWork: () => unsavedWork,
    relaunch(switches = []) {
      if (!isRelaunched) app.relaunch(relaunchOptions([...process.argv.slice(1), ...switches]));
      isRelaunched = true;
    },
  };
  app.on('before-quit', () => {
    isQuitting = true;
    lastWork = requestedWork;
    requestedWork = noWork;
  });
  app.on('will-quit', (event) => {
    // What installs an update may quit once more.
    if (isClosed) return;
    event.preventDefault();
    if (hasBegun) return;
    hasBegun = true;
    const liftLimit = limitShutdown(1);
    shutdown.onClosed();
    void shutdown
      .close()
      // A core that could not be opened has nothing to close; `run` reports the error.
      .catch(() => 1)
      .then((code) => {
        isClosed = true;
        if (!runLast()) return;
        app.releaseSingleInstanceLock();
        // `app.exit` would wait for a thread that is stuck in SQLite or the keychain.
        endProcess(Math.max(code, exitCode), true);
      });
    /** Runs the last step, and returns whether the app still has to be ended. */
    function runLast(): boolean {
      try {
        return lastWork();
      } catch (error) {
        reportProblem(error, 'installing the update');
        // The user may read for longer than closing may take.
        liftLimit();
        dialog.showErrorBox(
          'The update was not installed',
          `${errorText(error)}\n\nSightline starts again in its former version.`,
        );
        shutdown.relaunch();
        return true;
      }
    }
  });
  return shutdown;
}
