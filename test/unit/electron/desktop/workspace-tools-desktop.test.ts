import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { createOpenedFiles } from '../../../../electron/desktop/opened-files.ts';
import { createElectronStub } from '../../../builders/electron-stub.ts';

afterEach(() => {
  vi.doUnmock('electron/main');
  vi.doUnmock('electron/common');
  vi.resetModules();
});

test('the desktop host asks with the system’s dialog, and names the file by its path', async () => {
  const electron = createElectronStub();
  const requested: unknown[] = [];
  const dialog = {
    ...electron.dialog,
    showOpenDialog: async (...args: readonly unknown[]) => {
      requested.push(args.at(-1));
      return electron.dialog.openResponse;
    },
  };
  vi.doMock('electron/main', () => ({ ...electron.main, dialog }));
  vi.doMock('electron/common', () => electron.common);
  const { createDesktopHost } = await import('../../../../electron/desktop/desktop-host.ts');
  const host = createDesktopHost(() => undefined, createOpenedFiles());
  const request = { title: 'Open a workspace', kind: 'Workspaces', extensions: ['gpkg'], uploadId: null };

  expect(await host.chooseOpenFile(request)).toBeNull();
  electron.dialog.openResponse = { canceled: false, filePaths: ['/home/kim/case.gpkg'] };
  expect(await host.chooseOpenFile(request)).toEqual({
    path: '/home/kim/case.gpkg',
    name: 'case.gpkg',
    isTemporary: false,
  });
  expect(await host.chooseSaveFolder('Folder for the images')).toBe('/home/kim/case.gpkg');
  expect(requested.at(-1)).toEqual({
    title: 'Folder for the images',
    properties: ['openDirectory', 'createDirectory'],
  });
  expect(requested[0]).toEqual({
    title: 'Open a workspace',
    properties: ['openFile'],
    filters: [
      { name: 'Workspaces', extensions: ['gpkg'] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
});

test('the desktop asks before it replaces a file, and offers the kind of the suggested name', async () => {
  const electron = createElectronStub();
  vi.doMock('electron/main', () => electron.main);
  vi.doMock('electron/common', () => electron.common);
  const { createDesktopHost } = await import('../../../../electron/desktop/desktop-host.ts');
  const host = createDesktopHost(() => undefined, createOpenedFiles());
  expect(await host.chooseSaveTarget('Busan.geojson')).toBeNull();
  expect(electron.calls).toEqual([
    `dialog.showSaveDialog ${JSON.stringify({
      defaultPath: 'Busan.geojson',
      filters: [
        { name: 'GEOJSON', extensions: ['geojson'] },
        { name: 'All files', extensions: ['*'] },
      ],
      properties: ['showOverwriteConfirmation', 'createDirectory'],
    })}`,
  ]);
});

test('a report is printed in a hidden window without scripts, which does not stay', async () => {
  const electron = createElectronStub();
  const calls: unknown[] = [];
  let html = '';
  class PrintWindow {
    constructor(options: unknown) {
      calls.push(options);
    }
    readonly webContents = {
      printToPDF: async (options: unknown) => {
        calls.push(options);
        if (html === 'fails') throw new Error('Printing failed');
        return Buffer.from(`%PDF of ${html}`);
      },
    };
    async loadFile(file: string) {
      html = readFileSync(file, 'utf8');
    }
    destroy() {
      calls.push('destroy');
    }
  }
  vi.doMock('electron/main', () => ({ ...electron.main, BrowserWindow: PrintWindow }));
  vi.doMock('electron/common', () => electron.common);
  const { createDesktopHost } = await import('../../../../electron/desktop/desktop-host.ts');
  const host = createDesktopHost(() => undefined, createOpenedFiles());
  expect(Buffer.from((await host.printPdf('<p>سفينة</p>')) ?? []).toString()).toBe('%PDF of <p>سفينة</p>');
  expect(calls).toEqual([
    { show: false, webPreferences: { sandbox: true, javascript: false, partition: 'print' } },
    {
      preferCSSPageSize: true,
      printBackground: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    },
    'destroy',
  ]);
  await expect(host.printPdf('fails')).rejects.toThrow('Printing failed');
  expect(calls.at(-1)).toBe('destroy');
});
