import { closeSync, openSync } from 'node:fs';
import type { StatedRecord } from '../ingest/check-imported-records.ts';
import type { FetchedPage } from '../ingest/fetched-page.ts';
import type { ReadStore } from '../read/read-store.ts';
import type { WorkspaceDamage } from '../safety/describe-damage.ts';
import type { WriteStore } from '../tables/write-store.ts';
import { WriteFailed } from './get-open-workspace.ts';
import { createPagePipeline, type PagePipeline } from './page-pipeline.ts';
import { startWorker, type WorkerClient } from './worker-client.ts';
import type { Workspace } from './workspace.ts';
import type { WorkerSetup } from './workspace-worker.ts';

/**
 * Opens or creates the workspace file at `path` behind worker threads: one that writes, one that only
 * reads, so that the screen never waits for a page that is being written, and from the first page on one that prepares
 * pages. A read sees every write that had been acknowledged when it was requested.
 *
 * Rejects when the file cannot be opened at all (locked by another program, folder missing), with
 * `WorkspaceUnresponsive` when it does not respond. A file that cannot be used is set aside and reported in `setAside`; a
 * file of a newer Sightline opens read-only, reported in `readOnly`.
 */
export async function openWorkspace(options: {
  readonly path: string;
  readonly workerUrl: URL;
  /** Place of the saved checksums of the closed file; without it, damage is found only where SQLite meets it. */
  readonly sumsFile?: string;
  /** The kind of network drive the file is on; undefined on a local disk. */
  readonly networkDrive?: string | undefined;
  /** Maximum time for the file to respond, in milliseconds. */
  readonly fileResponseMs?: number | undefined;
}): Promise<Workspace> {
  const { path, workerUrl, sumsFile, networkDrive, fileResponseMs } = options;
  let descriptor = openToRead(path);
  const setup = { path, sumsFile, descriptor, isOnNetwork: networkDrive !== undefined };
  const start = (role: WorkerSetup['role']) => startWorker(workerUrl, { ...setup, role }, fileResponseMs);
  let damage: WorkspaceDamage | undefined;
  let writer: WorkerClient | undefined;
  let reader: WorkerClient;
  const closeFile = async () => {
    try {
      await writer?.close();
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    }
  };
  try {
    writer = await start('writer');
    if (writer.setAside && descriptor !== undefined) {
      closeSync(descriptor);
      descriptor = undefined;
    }
    descriptor ??= openToRead(path);
    reader = await start('reader');
  } catch (error) {
    await closeFile();
    throw error;
  }
  const pages = createPagePipeline(writer, start);
  const { setAside, pageCheck } = writer;
  let writes = 0;
  const onWrite = () => {
    writes += 1;
  };
  let refusal: string | undefined;
  const view = (readOnly: string | undefined, isFrozen: boolean): Workspace => ({
    ...createReads(reader),
    ...createWrites(writer, pages, {
      onWrite,
      refusal(method) {
        if (readOnly !== undefined) return new WriteFailed(readOnly, isFrozen);
        if (refusal === undefined || method === 'detectEdits') return undefined;
        return new WriteFailed(refusal, true);
      },
    }),
    writeCount: () => writes,
    preparePage: pages.prepare,
    path,
    readOnly,
    setAside,
    networkDrive,
    pageCheck,
    descriptor,
    isFrozen,
    refusingWrites: (reason) => view(reason, true),
    refuseWrites(reason) {
      refusal = reason;
    },
    reportDamage(found) {
      damage = found;
    },
    knownDamage: () => damage,
    async close() {
      // The writer last: it can only fold the log into the file when it is alone.
      try {
        await Promise.all([reader.close(), pages.close()]);
      } finally {
        await closeFile();
      }
    },
  });
  return view(writer.readOnly, false);
}

/** Undefined for a new file, and for one that may not be read, which the writer reports. */
function openToRead(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}

type Reads = { readonly [Name in keyof ReadStore]: Workspace[Name] };
type Writes = { readonly [Name in keyof WriteStore]: Workspace[Name] };

/** The methods of `ReadStore`, which the reader performs by their names. */
function createReads(reader: WorkerClient): Reads {
  const read = (method: string) => [
    method,
    (...args: readonly unknown[]) => {
      const signal = args.at(-1);
      return signal instanceof AbortSignal
        ? reader.call('call', [method, args.slice(0, -1)], { signal })
        : reader.call('call', [method, args]);
    },
  ];
  return Object.fromEntries(reader.methods.map(read)) as Reads;
}

function failWrite(error: unknown): never {
  throw new WriteFailed(error);
}

/** The methods of `WriteStore`. Pages go through other threads first, or are handed over. */
function createWrites(
  writer: WorkerClient,
  pages: PagePipeline,
  {
    onWrite,
    refusal,
  }: { readonly onWrite: () => void; readonly refusal: (method: string) => WriteFailed | undefined },
): Writes {
  const write =
    (method: string) =>
    (...args: readonly unknown[]) => {
      // This one reads from time to time.
      if (method !== 'detectEdits') onWrite();
      return pages.write(() => writer.call('call', [method, args])).catch(failWrite);
    };
  const ingestImportedPage = (page: FetchedPage, stated: readonly StatedRecord[]) =>
    pages.write(() =>
      writer.call('call', ['ingestImportedPage', [page, stated]], {
        transfer: [page.body.buffer as ArrayBuffer],
      }),
    );
  const writes: Readonly<Record<string, (...args: never[]) => Promise<unknown>>> = {
    ...Object.fromEntries(writer.methods.map((method) => [method, write(method)])),
    ingestPage: pages.ingest,
    ingestImportedPage,
  };
  const checked = Object.entries(writes).map(([method, action]) => [
    method,
    (...args: never[]) => {
      const refused = refusal(method);
      return refused ? Promise.reject(refused) : action(...args);
    },
  ]);
  return Object.fromEntries(checked) as Writes;
}
