import { existsSync } from 'node:fs';
import path from 'node:path';
import { errorText } from '../shared/error-text.ts';
import { createAppHandler } from './app-handler.ts';
import { appPaths, defaultDataDir } from './app-paths.ts';
import {
  type AddressFile,
  createAddressFile,
  createHostAddressFile,
  type HostAddress,
  type HostAddressFile,
  openInBrowser,
  randomLoopbackAddress,
} from './browser/address-file.ts';
import { createExportFolder } from './browser/export-folder.ts';
import { type HostFlags, hostUsage, parseHostFlags } from './browser/host-flags.ts';
import {
  type LoopbackServer,
  type LoopbackServerOptions,
  startLoopbackServer,
} from './browser/loopback-server.ts';
import { createUploadFolder } from './browser/upload-folder.ts';
import { removeLeftoverParts } from './core/base/part-files.ts';
import { DataDirInUse, DataDirUnusable } from './core/settings/lock-data-dir.ts';
import { SqliteUnusable } from './core/settings/require-rtree.ts';
import { endProcess, limitShutdown } from './end-process.ts';
import { isPictureUpload } from './handler/picture-response.ts';
import type { HostServices } from './host-services.ts';
import { openCore, unusableDataDirCode } from './open-core.ts';
import { printLine } from './print.ts';
import { reportProblem, reportRejections, reportUncaughtErrors } from './report-problem.ts';

const stopping = stopRequest();
const stop = await start(readFlags());
const code = await stopping;
endProcess(Math.max(code, await stop()));

/** Starts the core and the server, and prints the address. Returns a function that stops both, for the exit code. */
async function start({ port, dataDir = defaultDataDir(), open }: HostFlags): Promise<() => Promise<number>> {
  const { rendererDir, workers } = appPaths(import.meta.url);
  const addressFile = createAddressFile(dataDir);
  const { core, log, close } = await openCore({ dataDir, workers, host: 'browser' }).catch(
    (error: unknown) => {
      if (error instanceof DataDirInUse) return quit(1, withAddressFile(error.message, addressFile));
      if (error instanceof DataDirUnusable) return quit(unusableDataDirCode, error.message);
      if (error instanceof SqliteUnusable) return quit(1, error.message);
      throw error;
    },
  );
  const exportsDir = path.join(dataDir, 'exports');
  await removeLeftoverParts(exportsDir).catch((error: unknown) =>
    reportProblem(error, 'tidying the exports'),
  );
  const exports = createExportFolder(exportsDir);
  const incoming = await createUploadFolder(path.join(dataDir, 'incoming'));
  const host: HostServices = {
    kind: 'browser',
    chooseSaveTarget: exports.chooseTarget,
    chooseSaveFolder: async () => null,
    chooseOpenFile: async ({ uploadId }) => incoming.find(uploadId),
    chooseOpenFiles: async () => [],
    takeOpenedFile: () => null,
    reveal: () => false,
    printPdf: async () => null,
    openFolder: async () => false,
    notify: () => {},
  };
  const handler = createAppHandler({ core, host, rendererDir, log, onProblem: reportProblem });
  const hostAddress = createHostAddressFile(dataDir);
  const server = await listen(port, hostAddress, {
    handle: async (request) =>
      (await exports.respond(request)) ?? (await incoming.respond(request)) ?? handler(request),
    isStreamed: isPictureUpload,
    onProblem: reportProblem,
    onAddressUsed: () => void writeAddressFile(),
    howToGetAnother: `Open ${addressFile.path} in a browser, or start Sightline again.`,
  }).catch(async (error: unknown) => {
    limitShutdown(1);
    await close();
    const where = port === undefined ? 'this computer' : `port ${port}`;
    return quit(1, `Cannot listen on ${where}: ${errorText(error)}. Give another --port; 0 takes any.`);
  });
  await hostAddress.write(server).catch((error: unknown) => reportProblem(error, 'saving the address'));
  /** Writes a new address into the file; returns why that was not possible. */
  const writeAddressFile = () =>
    addressFile.write(server.createAddress()).catch((error: unknown) => {
      reportProblem(error, 'writing the file that opens the page');
      return `${addressFile.path} could not be written`;
    });
  const unwritten = await writeAddressFile();
  printLine(process.stdout, `Sightline ready: ${server.createAddress()}`);
  if (open) {
    const problem = unwritten ?? (await openInBrowser(addressFile.path));
    printLine(
      process.stdout,
      problem
        ? `${problem}: open the address above in a browser.`
        : 'If no page opens, open the address above in a browser; it works once.',
    );
  }
  return async () => {
    await server.close();
    await addressFile.remove().catch((error: unknown) => reportProblem(error, 'closing'));
    return close();
  };
}

/**
 * Listens on the given port of 127.0.0.1; else on an address and port that only this data folder has: those of the last
 * start, or another port when that is taken by now. A system with no other address than 127.0.0.1, such as macOS, uses that.
 */
async function listen(
  given: number | undefined,
  hostAddress: HostAddressFile,
  options: Omit<LoopbackServerOptions, 'port' | 'address'>,
): Promise<LoopbackServer> {
  if (given !== undefined && given > 0) return startLoopbackServer({ ...options, port: given });
  const last = await hostAddress.read();
  const address = last?.address ?? randomLoopbackAddress();
  const candidates: readonly HostAddress[] = [
    ...(last && given === undefined ? [last] : []),
    { address, port: 0 },
    { address: '127.0.0.1', port: 0 },
  ];
  let problem: unknown;
  for (const candidate of candidates) {
    try {
      return await startLoopbackServer({ ...options, ...candidate });
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

/** The message of a second host, with the way to the page of the first if that is a browser host, too. */
function withAddressFile(message: string, { path: file }: AddressFile): string {
  return existsSync(file) ? `${message} To open its page, open ${file} in a browser.` : message;
}

function readFlags(): HostFlags {
  try {
    return parseHostFlags(process.argv.slice(2));
  } catch (error) {
    return quit(2, `${errorText(error)}\n${hostUsage}`);
  }
}

function quit(code: number, message: string): never {
  printLine(process.stderr, message);
  endProcess(code);
}

/**
 * Resolves at the first termination signal with 0, or at an uncaught error with 1. From then on the time for the shutdown
 * counts, even while the core is still starting. A terminal and npm may both send a signal, so later ones are ignored.
 */
function stopRequest(): Promise<number> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (code: number) => {
      if (!isStopping) limitShutdown(1);
      isStopping = true;
      resolve(code);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));
    reportUncaughtErrors(() => stop(1));
    reportRejections();
  });
}
