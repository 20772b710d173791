import { shell } from 'electron/common';
import { type BrowserWindow, dialog, Notification } from 'electron/main';
import type { HostServices } from '../host-services.ts';

/** What the desktop offers: its save dialog above the window, its file manager, its notifications. */
export function createDesktopHost(currentWindow: () => BrowserWindow | undefined): HostServices {
  return {
    kind: 'electron',
    async chooseSaveTarget(suggestedName) {
      const window = currentWindow();
      const options = { defaultPath: suggestedName };
      const { canceled, filePath } = window
        ? await dialog.showSaveDialog(window, options)
        : await dialog.showSaveDialog(options);
      return canceled || filePath === '' ? null : { path: filePath };
    },
    reveal(path) {
      shell.showItemInFolder(path);
      return true;
    },
    notify(title, body) {
      if (Notification.isSupported()) new Notification({ title, body }).show();
    },
  };
}
