import { BrowserWindow, dialog, type Session } from 'electron/main';
import { appAddress } from './app-address.ts';
import { recoverPage } from './recover-page.ts';
import { readWindowState, saveWindowState } from './window-state.ts';

/** Time after which the window is shown even if the page has not been rendered. */
const showMilliseconds = 10_000;

/** What the window needs of the end of the app. */
export type WindowShutdown = {
  /** Quits as the system demands, without a question to the user. */
  quitWithoutPrompt(): void;
  /** What to do about work that the page has not saved when its window closes; `wait` leaves the window open. */
  unsavedWork(): 'ask' | 'wait' | 'discard';
};

/** The app's window. */
export type MainWindow = {
  /** The window as long as it is open; a closed one must not be used, since every call to it throws. */
  current(): BrowserWindow | undefined;
  /** Loads the page and shows the window. Rejects when the page cannot be loaded, except when the window was closed. */
  load(): Promise<void>;
  /** Brings the window, if it is open, to the front. */
  focus(): void;
};

/**
 * Opens the app's window where the user left it, without access to Node. It is hidden until the page is rendered or
 * loaded, and not longer than ten seconds: on Wayland and on Windows `ready-to-show` may never be emitted (electron
 * issues 48859, 54025).
 */
export function openMainWindow(appSession: Session, shutdown: WindowShutdown): MainWindow {
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
  window.on('close', () => saveWindowState(window));
  window.on('closed', () => {
    clearTimeout(timer);
    current = undefined;
  });
  // The page states the color of its theme, which shows while the window is resized.
  window.webContents.on('did-change-theme-color', (_event, color) => {
    if (color !== null) window.setBackgroundColor(color);
  });
  recoverPage(window);
  handleUnsavedWork(window, shutdown.unsavedWork);
  // Windows: it waits for the end of an app that prevents the first one, and for none after the second.
  window.on('query-session-end', (event) => {
    event.preventDefault();
    shutdown.quitWithoutPrompt();
  });
  window.on('session-end', () => shutdown.quitWithoutPrompt());

  return {
    current: () => current,
    async load() {
      try {
        await window.loadURL(appAddress);
      } catch (error) {
        // Closing the window while the page is loading rejects, too.
        if (!current) return;
        throw error;
      }
      show();
    },
    focus() {
      if (!current) return;
      if (current.isMinimized()) current.restore();
      current.show();
      current.focus();
    },
  };
}

/**
 * Handles a page that holds its window open because it has work that is not saved: Electron shows no question of its own
 * and would not close.
 */
function handleUnsavedWork(window: BrowserWindow, unsavedWork: WindowShutdown['unsavedWork']): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const step = unsavedWork();
    // Preventing the default of this event lets the page end.
    if (step === 'discard' || (step === 'ask' && wantsToDiscard(window))) event.preventDefault();
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
