import { BrowserWindow, type Session } from 'electron/main';

/** The one window, without a way to Node. It stays hidden until the page is there. */
export function createMainWindow(appSession: Session): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Sightline',
    width: 1440,
    height: 900,
    minWidth: 1024,
    minHeight: 640,
    show: false,
    backgroundColor: '#0f1317',
    webPreferences: {
      session: appSession,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      // Chromium would fetch its dictionaries from the net.
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  return window;
}

/** Brings the window to the front, for whoever starts Sightline a second time. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
