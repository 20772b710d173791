import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shell } from 'electron/common';
import {
  BrowserWindow,
  dialog,
  type FileFilter,
  Notification,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron/main';
import { toPrintable } from '../../shared/printable-text.ts';
import type { ChosenFile } from '../core/base/file-ids.ts';
import type { HostServices } from '../host-services.ts';
import { reportProblem } from '../report-problem.ts';
import type { MainWindow } from './main-window.ts';
import type { OpenedFiles } from './opened-files.ts';

const allFiles: FileFilter = { name: 'All files', extensions: ['*'] };

/** Host services of the desktop: file dialogs, file manager, notifications. */
export function createDesktopHost(
  mainWindow: () => MainWindow | undefined,
  openedFiles: Pick<OpenedFiles, 'find' | 'take'>,
): HostServices {
  const currentWindow = () => mainWindow()?.current();
  /** The chosen paths; none when the user cancelled. */
  const chooseOpen = async (options: OpenDialogOptions): Promise<readonly string[]> => {
    const window = currentWindow();
    const { canceled, filePaths } = window
      ? await dialog.showOpenDialog(window, options)
      : await dialog.showOpenDialog(options);
    return canceled ? [] : filePaths;
  };
  // A notification without a reference may be garbage collected, and its click would be lost.
  const shown = new Set<Notification>();
  return {
    kind: 'electron',
    async chooseSaveTarget(suggestedName) {
      const window = currentWindow();
      const extension = path.extname(suggestedName).slice(1);
      const options: SaveDialogOptions = {
        defaultPath: suggestedName,
        filters: extension
          ? [{ name: extension.toUpperCase(), extensions: [extension] }, allFiles]
          : [allFiles],
        // GTK replaces an existing file without a question unless it is requested (docs/api/dialog.md).
        properties: ['showOverwriteConfirmation', 'createDirectory'],
      };
      const { canceled, filePath } = window
        ? await dialog.showSaveDialog(window, options)
        : await dialog.showSaveDialog(options);
      return canceled || filePath === '' ? null : { path: filePath };
    },
    async chooseSaveFolder(title) {
      const [folder] = await chooseOpen({ title, properties: ['openDirectory', 'createDirectory'] });
      return folder ?? null;
    },
    async chooseOpenFile({ title, kind, extensions, uploadId }) {
      if (uploadId !== null) return openedFiles.find(uploadId);
      const filters = [{ name: kind, extensions: [...extensions] }, allFiles];
      const [chosen] = await chooseOpen({ title, properties: ['openFile'], filters });
      return chosen === undefined ? null : toChosenFile(chosen);
    },
    async chooseOpenFiles({ title, kind, extensions, from }) {
      const filters = [{ name: kind, extensions: [...extensions] }, allFiles];
      const chosen = await chooseOpen(
        from === 'folder'
          ? { title, properties: ['openDirectory'] }
          : { title, properties: ['openFile', 'multiSelections'], filters },
      );
      return chosen.map(toChosenFile);
    },
    takeOpenedFile: openedFiles.take,
    reveal(file) {
      shell.showItemInFolder(file);
      return true;
    },
    printPdf,
    async openFolder(folder) {
      // It resolves with the reason why it failed.
      return (await shell.openPath(folder)) === '';
    },
    notify({ title, body }, onClick) {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title: toPrintable(title), body: toPrintable(body) });
      shown.add(notification);
      notification.on('close', () => shown.delete(notification));
      notification.on('click', () => {
        shown.delete(notification);
        mainWindow()?.focus();
        onClick();
      });
      notification.on('failed', (_event, error) => {
        shown.delete(notification);
        reportProblem(error, 'showing a notification');
      });
      notification.show();
    },
  };
}

function toChosenFile(chosen: string): ChosenFile {
  return { path: chosen, name: path.basename(chosen), isTemporary: false };
}

async function printPdf(html: string): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-print-'));
  const window = new BrowserWindow({
    show: false,
    // A session of its own, in memory: that of the app loads nothing but its page.
    webPreferences: { sandbox: true, javascript: false, partition: 'print' },
  });
  try {
    const file = path.join(folder, 'report.html');
    await writeFile(file, html);
    await window.loadFile(file);
    return await window.webContents.printToPDF({
      preferCSSPageSize: true,
      printBackground: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    });
  } finally {
    window.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}
