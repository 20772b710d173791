import path from 'node:path';
import { app, type BrowserWindow, dialog, Menu, protocol } from 'electron/main';
import { createAppHandler } from './app-handler.ts';
import { appPaths, defaultDataDir } from './app-paths.ts';
import { appAddress } from './desktop/app-address.ts';
import { createAppMenu } from './desktop/app-menu.ts';
import { createAppSession } from './desktop/app-session.ts';
import { dataDirFlag } from './desktop/data-dir-flag.ts';
import { createDesktopHost } from './desktop/desktop-host.ts';
import { guardWebContents } from './desktop/guard-web-contents.ts';
import { createMainWindow, focusWindow } from './desktop/main-window.ts';
import { openCore } from './open-core.ts';
import { reportProblem } from './report-problem.ts';
import { tellOrderChanges } from './tell-order-changes.ts';

// The order matters. The lock belongs to the userData folder; schemes and the sandbox are settled before `ready`;
// the guards stand before any page does. Nothing here may be awaited at the top: `ready` waits for this module.
const dataDir = dataDirFlag(process.argv) ?? defaultDataDir();
app.setPath('userData', path.join(dataDir, 'electron'));

if (app.requestSingleInstanceLock()) run();
else app.quit();

function run(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
  // It would undo --no-sandbox, without which Chromium does not start as root.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => guardWebContents(contents));
  app.on('window-all-closed', () => app.quit());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => app.quit());
  app
    .whenReady()
    .then(start)
    .catch((error: unknown) => {
      reportProblem(error, 'starting');
      dialog.showErrorBox(
        'Sightline could not start',
        error instanceof Error ? error.message : String(error),
      );
      app.exit(1);
    });
}

async function start(): Promise<void> {
  const { rendererDir, workers } = appPaths(import.meta.url);
  const opening = openCore(dataDir, workers);
  const isQuitting = closeOnQuit(async () => (await opening).close());
  const { core } = await opening;
  if (isQuitting()) return;

  let window: BrowserWindow | undefined;
  const host = createDesktopHost(() => window);
  tellOrderChanges(core.events, host);
  const handler = createAppHandler({ core, host, rendererDir, onProblem: reportProblem });
  const appSession = createAppSession(handler, !app.isPackaged);
  Menu.setApplicationMenu(createAppMenu(!app.isPackaged));
  window = createMainWindow(appSession);
  const mainWindow = window;
  app.on('second-instance', () => focusWindow(mainWindow));
  await mainWindow.loadURL(appAddress);
  process.stdout.write(`Sightline ready: ${appAddress}\n`);
}

/**
 * Holds the app's end back until the core, which may still be opening, has closed its workspace and its workers, or
 * its time is up. Returns whether the app is ending.
 */
function closeOnQuit(close: () => Promise<number>): () => boolean {
  let isClosing = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    // A core that could not be opened has nothing to close; `run` tells why.
    void close()
      .catch(() => 1)
      .then((code) => app.exit(code));
  });
  return () => isClosing;
}
