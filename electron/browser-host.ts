import path from 'node:path';
import { createAppHandler } from './app-handler.ts';
import { appPaths, defaultDataDir } from './app-paths.ts';
import { createExportFolder } from './browser/export-folder.ts';
import { type HostFlags, hostUsage, parseHostFlags } from './browser/host-flags.ts';
import { createIncomingFolder, isIncoming } from './browser/incoming-folder.ts';
import { startLoopbackServer } from './browser/loopback-server.ts';
import { openInBrowser } from './browser/open-in-browser.ts';
import { removeLeftParts } from './core/exchange/part-file.ts';
import { DataDirInUse } from './core/settings/lock-data-dir.ts';
import { endProcess } from './end-process.ts';
import { isPicture } from './handler/picture-response.ts';
import type { HostServices } from './host-services.ts';
import { openCore } from './open-core.ts';
import { reportProblem } from './report-problem.ts';

const stopping = stopSignal();
const stop = await start(readFlags());
await stopping;
const { code, isHeldUp } = await stop();
endProcess(code, isHeldUp);

type End = { readonly code: number; readonly isHeldUp: boolean };

/** Starts the core and the server, and prints the address. Answers how to end both. */
async function start({ port, dataDir = defaultDataDir(), open }: HostFlags): Promise<() => Promise<End>> {
  const { rendererDir, workers } = appPaths(import.meta.url);
  const { core, close, isHeldUp } = await openCore(dataDir, workers).catch((error: unknown) => {
    if (error instanceof DataDirInUse) return quit(1, error.message);
    throw error;
  });
  const exportsDir = path.join(dataDir, 'exports');
  await removeLeftParts(exportsDir).catch((error: unknown) => reportProblem(error, 'tidying the exports'));
  const exports = createExportFolder(exportsDir);
  const incoming = await createIncomingFolder(path.join(dataDir, 'incoming'));
  const host: HostServices = {
    kind: 'browser',
    chooseSaveTarget: exports.chooseTarget,
    chooseOpenFile: async ({ uploadId }) => incoming.take(uploadId),
    reveal: () => false,
    notify: () => {},
  };
  const handler = createAppHandler({ core, host, rendererDir, onProblem: reportProblem });
  const server = await startLoopbackServer({
    port,
    answer: async (request) =>
      (await exports.answer(request)) ?? (await incoming.answer(request)) ?? handler(request),
    isStreamed: (target) => isIncoming(target) || isPicture(target),
    onProblem: reportProblem,
  }).catch(async (error: unknown) => {
    await close();
    return quit(1, `Cannot listen on port ${port}: ${messageOf(error)}. Give another --port; 0 takes any.`);
  });
  process.stdout.write(`Sightline ready: ${server.url}\n`);
  if (open) {
    const problem = await openInBrowser(server.url);
    if (problem) process.stdout.write(`${problem}: open the address above in a browser.\n`);
  }
  return async () => {
    await server.close();
    return { code: await close(), isHeldUp: isHeldUp() };
  };
}

function readFlags(): HostFlags {
  try {
    return parseHostFlags(process.argv.slice(2));
  } catch (error) {
    return quit(2, `${messageOf(error)}\n${hostUsage}`);
  }
}

function quit(code: number, message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Resolves at the first signal to end; a terminal and npm may both send it, so later ones change nothing. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
  });
}
