/**
 * Loaded before the built main process of the desktop app (`node --import`), in place of Electron: the stub of Electron,
 * whose custom scheme is served on loopback behind the imitation of Electron's stream loader. Prints the address.
 */
import { mkdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import type { AppHandler } from '../../electron/app-handler.ts';
import { startLoopbackServer } from '../../electron/browser/loopback-server.ts';
import { dataDirFlag } from '../../electron/desktop/command-line.ts';
import { reportProblem } from '../../electron/report-problem.ts';
import { createElectronStub } from '../builders/electron-stub.ts';
import { throughStreamLoader } from '../builders/stream-loader.ts';

// With these switches neither the sandbox nor the status of a graphics card is requested.
const stub = createElectronStub({ switches: ['no-sandbox', 'enable-unsafe-swiftshader'] });
const { main, common } = stub;
Object.assign(globalThis, { electronStandIn: { main, common } });

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!specifier.startsWith('electron/')) return nextResolve(specifier, context);
    return { url: specifier.replace('electron/', 'electron-stand-in:'), shortCircuit: true };
  },
  load(url, context, nextLoad) {
    if (!url.startsWith('electron-stand-in:')) return nextLoad(url, context);
    const module = url.endsWith('main') ? 'main' : 'common';
    const names = Object.keys({ main, common }[module]).join(', ');
    const source = `export const { ${names} } = globalThis.electronStandIn.${module};`;
    return { format: 'module', source, shortCircuit: true };
  },
});

const dataDir = dataDirFlag(process.argv) ?? '.';
Object.assign(process, { resourcesPath: path.join(dataDir, 'resources') });

/** Endpoint to which the page posts whether its `beforeunload` holds the window open, which Electron would ask it. */
const unsavedPath = '/stand-in/unsaved';

/** Place where the user saves everything. */
const exportsDir = path.join(dataDir, 'exports');
stub.dialog.showSaveDialog = async (...args) => {
  const { defaultPath = '' } = args.at(-1) as Electron.SaveDialogOptions;
  mkdirSync(exportsDir, { recursive: true });
  return { canceled: false, filePath: path.join(exportsDir, defaultPath) };
};

stub.loadBy(async () => {
  const handler = stub.appSession.handlers['protocol.handle app'] as unknown as AppHandler;
  const passOn = throughStreamLoader(handler);
  const server = await startLoopbackServer({
    port: 0,
    async handle(request) {
      if (new URL(request.url).pathname !== unsavedPath) return passOn(request);
      for (const window of stub.windows) window.hasUnsavedWork = (await request.text()) === 'true';
      return new Response(null, { status: 204 });
    },
    onProblem: reportProblem,
  });
  process.stdout.write(`Page: ${server.createAddress()}\n`);
});
void stub.exited.then((code) => process.exit(code));
stub.becomeReady();
