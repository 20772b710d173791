import path from 'node:path';
import { shell } from 'electron/common';
import { type BrowserWindow, dialog, Notification, type OpenDialogOptions } from 'electron/main';
import type { HostServices } from '../host-services.ts';
import { focusWindow } from './main-window.ts';

/** What the desktop offers: its dialogs above the window, its file manager, its notifications. */
export function createDesktopHost(currentWindow: () => BrowserWindow | undefined): HostServices {
  // One that nothing refers to may be collected, and then its press goes nowhere.
  const standing = new Set<Notification>();
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
    async chooseOpenFile({ title, kind, extensions }) {
      const window = currentWindow();
      const options: OpenDialogOptions = {
        title,
        properties: ['openFile'],
        filters: [
          { name: kind, extensions: [...extensions] },
          { name: 'All files', extensions: ['*'] },
        ],
      };
      const { canceled, filePaths } = window
        ? await dialog.showOpenDialog(window, options)
        : await dialog.showOpenDialog(options);
      const [chosen] = filePaths;
      if (canceled || chosen === undefined) return null;
      return { path: chosen, name: path.basename(chosen), isTemporary: false };
    },
    reveal(file) {
      shell.showItemInFolder(file);
      return true;
    },
    notify(notice, pressed) {
      if (!Notification.isSupported()) return;
      const notification = new Notification(notice);
      standing.add(notification);
      notification.on('close', () => standing.delete(notification));
      notification.on('click', () => {
        standing.delete(notification);
        const window = currentWindow();
        if (window) focusWindow(window);
        pressed();
      });
      notification.show();
    },
  };
}
