import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  app,
  BrowserWindow,
  dialog,
  type Rectangle,
  type RenderProcessGoneDetails,
  type Session,
  screen,
} from 'electron/main';
import { z } from 'zod';
import { isMissingFile } from '../core/base/missing-file.ts';
import { replaceFileSync } from '../core/base/replace-file.ts';
import { reportProblem } from '../report-problem.ts';
import { appAddress } from './app-address.ts';

/** Time after which the window is shown even if the page has not been rendered. */
const showMilliseconds = 10_000;

/** Access of the window to the end of the app. */
export type WindowShutdown = {
  /** Quits as the system demands, without a question to the user. */
  quitWithoutPrompt(): void;
  /** Handling of work that the page has not saved when its window closes; `wait` leaves the window open. */
  unsavedWork(): 'ask' | 'wait' | 'discard';
  /** Whether the window is hidden in place of being closed, since the app stays in the notification area. */
  hidesWindow(): boolean;
  /** Runs when the user keeps the window open. */
  onKept(): void;
};

/**
 * Opens the app's window where the user left it, without access to Node. It is hidden until the page is rendered or
 * loaded, and not longer than ten seconds: on Wayland and on Windows `ready-to-show` may never be emitted (electron
 * issues 48859, 54025).
 */
export function openMainWindow(appSession: Session, shutdown: WindowShutdown) {
  const { bounds, isMaximized } = readWindowState();
  const window = new BrowserWindow({
    title: 'Sightline',
    ...bounds,
    minWidth: 1024,
    minHeight: 640,
    show: false,
    backgroundColor: '#0f1317',
    webPreferences: {
      session: appSession,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      // Chromium would download its dictionaries.
      spellcheck: false,
    },
  });
  let current: BrowserWindow | undefined = window;
  const show = () => {
    clearTimeout(timer);
    if (!current || current.isVisible()) return;
    if (isMaximized) current.maximize();
    current.show();
  };
  const timer = setTimeout(show, showMilliseconds);
  window.once('ready-to-show', show);
  window.on('close', (event) => {
    saveWindowState(window);
    if (!shutdown.hidesWindow()) return;
    event.preventDefault();
    window.hide();
  });
  window.on('closed', () => {
    clearTimeout(timer);
    current = undefined;
  });
  // The page states the color of its theme, which shows while the window is resized.
  window.webContents.on('did-change-theme-color', (_event, color) => {
    if (color !== null) window.setBackgroundColor(color);
  });
  recoverPage(window);
  handleUnsavedWork(window, shutdown);
  // Windows: it waits for the end of an app that prevents the first one, and for none after the second.
  window.on('query-session-end', (event) => {
    event.preventDefault();
    shutdown.quitWithoutPrompt();
  });
  window.on('session-end', () => shutdown.quitWithoutPrompt());

  return {
    /** The window as long as it is open; a closed one must not be used, since every call to it throws. */
    current: () => current,
    /** Loads the page and shows the window. Rejects when the page cannot be loaded, except when the window was closed. */
    async load(): Promise<void> {
      try {
        await window.loadURL(appAddress);
      } catch (error) {
        // Closing the window while the page is loading rejects, too.
        if (!current) return;
        throw error;
      }
      show();
    },
    /** Brings the window, if it is open, to the front. */
    focus(): void {
      if (!current) return;
      if (current.isMinimized()) current.restore();
      current.show();
      current.focus();
    },
  };
}

/** The app's window. */
export type MainWindow = ReturnType<typeof openMainWindow>;

/**
 * Handles a page that holds its window open because it has work that is not saved: Electron shows no question of its own
 * and would not close.
 */
function handleUnsavedWork(window: BrowserWindow, shutdown: WindowShutdown): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const step = shutdown.unsavedWork();
    // Preventing the default of this event lets the page end.
    if (step === 'discard' || (step === 'ask' && wantsToDiscard(window))) event.preventDefault();
    else if (step === 'ask') shutdown.onKept();
  });
}

function wantsToDiscard(window: BrowserWindow): boolean {
  // The page waits for the event, so that the question must not be asynchronous.
  const response = dialog.showMessageBoxSync(window, {
    type: 'warning',
    message: 'Closing the window loses changes',
    detail:
      'Verdicts, flags, notes, drawn areas or the draft of an order are not saved in the workspace yet. Sightline keeps trying to save them while its window is open; the window shows the reason.',
    buttons: ['Discard the changes', 'Keep the window open'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

const windowStateSchema = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() }),
  isMaximized: z.boolean(),
});

/** Position and size of the window in device-independent pixels of the desktop, and whether it fills its display. */
type WindowState = {
  readonly bounds: Partial<Rectangle> & Pick<Rectangle, 'width' | 'height'>;
  readonly isMaximized: boolean;
};

const initialState: WindowState = { bounds: { width: 1440, height: 900 }, isMaximized: false };

/** The state of the window when it was closed last, moved into the work area of the display that is there now. */
function readWindowState(): WindowState {
  const saved = readSaved();
  if (!saved) return initialState;
  const { workArea } = screen.getDisplayMatching(saved.bounds);
  return { bounds: fitInto(workArea, saved.bounds), isMaximized: saved.isMaximized };
}

/** Saves the state of the window, which must still be open. A failure is reported, since closing must go on. */
function saveWindowState(window: BrowserWindow): void {
  const state: WindowState = { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() };
  try {
    replaceFileSync(stateFile(), JSON.stringify(state));
  } catch (error) {
    reportProblem(error, 'saving the position of the window');
  }
}

/** `bounds` made as large as `area` at most, and moved into it. */
function fitInto(area: Rectangle, bounds: Rectangle): Rectangle {
  const width = Math.min(bounds.width, area.width);
  const height = Math.min(bounds.height, area.height);
  return {
    x: Math.min(Math.max(bounds.x, area.x), area.x + area.width - width),
    y: Math.min(Math.max(bounds.y, area.y), area.y + area.height - height),
    width,
    height,
  };
}

function readSaved(): z.infer<typeof windowStateSchema> | undefined {
  try {
    return windowStateSchema.parse(JSON.parse(readFileSync(stateFile(), 'utf8')));
  } catch (error) {
    if (!isMissingFile(error)) reportProblem(error, 'reading the position of the window');
    return undefined;
  }
}

function stateFile(): string {
  return path.join(app.getPath('userData'), 'window.json');
}

/** A page that ends more often than this within `reloadPeriod` is not reloaded without a request. */
const maxReloads = 3;
const reloadPeriodMilliseconds = 60_000;

/**
 * Reloads the window's page when its process ends, at most three times in a minute. Then, and when the page does not
 * respond, the user decides. What the page had not yet sent to the core is lost with its process.
 */
function recoverPage(window: BrowserWindow): void {
  const { webContents } = window;
  let reloadTimes: readonly number[] = [];

  const onGone = async ({ reason, exitCode }: RenderProcessGoneDetails) => {
    // The process also ends, cleanly, when the window is closed.
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    reportProblem(`${reason} (exit code ${exitCode})`, 'the page ended');
    const now = Date.now();
    reloadTimes = [...reloadTimes.filter((time) => now - time < reloadPeriodMilliseconds), now];
    if (reloadTimes.length <= maxReloads) return webContents.reload();
    const wantsReload = await choose(window, {
      message: 'The window of Sightline keeps crashing',
      detail: `${crashCause(reason)} Everything that was saved is still in the workspace.`,
      buttons: ['Reload', 'Quit'],
    });
    if (window.isDestroyed()) return;
    if (!wantsReload) return app.quit();
    reloadTimes = [];
    webContents.reload();
  };

  let responding: AbortController | undefined;
  const onUnresponsive = async () => {
    if (responding) return;
    responding = new AbortController();
    reportProblem('no response', 'the page');
    const { signal } = responding;
    const wantsReload = await choose(window, {
      message: 'The window of Sightline does not respond',
      detail: 'Wait until it has finished, or reload it. A reload loses what is being typed; jobs continue.',
      buttons: ['Reload', 'Wait'],
      signal,
    });
    // The dialog also closes when the page responds again.
    const isResponding = signal.aborted;
    responding = undefined;
    if (!wantsReload || isResponding || window.isDestroyed()) return;
    webContents.forcefullyCrashRenderer();
  };

  webContents.on('render-process-gone', (_event, details) => {
    onGone(details).catch((error: unknown) => reportProblem(error, 'recovering the page'));
  });
  window.on('unresponsive', () => {
    onUnresponsive().catch((error: unknown) => reportProblem(error, 'asking about the page'));
  });
  window.on('responsive', () => responding?.abort());
}

/** Asks the user; whether they chose the first button. */
async function choose(
  window: BrowserWindow,
  { signal, ...request }: { message: string; detail: string; buttons: string[]; signal?: AbortSignal },
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    defaultId: request.buttons.length - 1,
    cancelId: request.buttons.length - 1,
    noLink: true,
    ...request,
    ...(signal ? { signal } : {}),
  });
  return response === 0;
}

function crashCause(reason: RenderProcessGoneDetails['reason']): string {
  if (reason === 'oom') return 'It ran out of memory.';
  if (reason === 'launch-failed') return 'The system could not start its process.';
  return `Its process ended (${reason}).`;
}
