import { closeSync, openSync } from 'node:fs';
import { createLimiter } from '../../base/limiter.ts';
import { smallBatchLimits, startResponseTimeout, startThread } from '../../base/start-thread.ts';
import type { StatedRecord } from '../ingest/check-imported-records.ts';
import type { FetchedPage } from '../ingest/fetched-page.ts';
import type { IngestOutcome } from '../ingest/ingest-page.ts';
import { type PackedPage, transferableBuffers } from '../ingest/packed-page.ts';
import type { ReadStore } from '../read/read-store.ts';
import type { WorkspaceDamage } from '../safety/describe-damage.ts';
import type { WriteStore } from '../tables/write-store.ts';
import { WriteFailed } from './get-open-workspace.ts';
import type { OpenedWorkspaceFile, Workspace } from './workspace.ts';
import type { WorkerClient, WorkerSetup, WorkspaceThreadMethods } from './workspace-worker.ts';

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
  /** Reason why it is only read. */
  readonly readOnly?: string | undefined;
  /** The kind of network drive the file is on; undefined on a local disk. */
  readonly networkDrive?: string | undefined;
  /** Maximum time for the file to respond, in milliseconds. */
  readonly fileResponseMs?: number | undefined;
}): Promise<Workspace> {
  const { path, workerUrl, sumsFile, readOnly: onlyRead, networkDrive, fileResponseMs } = options;
  let descriptor = openToRead(path);
  const setup = { path, sumsFile, readOnly: onlyRead, descriptor, isOnNetwork: networkDrive !== undefined };
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

/** Maximum time for a readable file to respond once its thread has started, on a slow disk too. */
export const defaultFileResponseMs = 15_000;

/**
 * Starts a worker and waits until it has opened the file. Rejects with the worker's error when it cannot, and with
 * `WorkspaceUnresponsive` when the file does not respond: nothing ends a thread that is inside SQLite, so it is left
 * behind and ends with the process.
 */
async function startWorker(
  workerUrl: URL,
  setup: WorkerSetup,
  fileResponseMs = defaultFileResponseMs,
): Promise<WorkerClient> {
  let hasEnded = false;
  const thread = startThread<WorkspaceThreadMethods>(workerUrl, {
    name: `The workspace's ${setup.role}`,
    remedy: 'restart Sightline to go on',
    ...(setup.role === 'reader' ? {} : { resourceLimits: smallBatchLimits }),
    onUnexpectedEnd() {
      hasEnded = true;
    },
  });
  const limit = startResponseTimeout(thread, fileResponseMs, () =>
    thread.terminate(new WorkspaceUnresponsive(setup.path, fileResponseMs / 1000)),
  );
  let opened: Pick<WorkerClient, 'methods'> & OpenedWorkspaceFile;
  try {
    opened = await thread.call('open', [setup], { onProgress: limit.clear });
  } catch (error) {
    // A thread that does not respond is stuck in native code, and its end could take for ever.
    if (!(error instanceof WorkspaceUnresponsive)) await thread.close();
    throw error;
  } finally {
    limit.clear();
  }

  let closing: Promise<void> | undefined;
  return {
    ...opened,
    call: thread.call,
    close() {
      closing ??= (async () => {
        const fileClosed = hasEnded ? undefined : thread.call('close', []);
        const threadEnded = thread.close(new Error('The workspace is closed.'));
        try {
          await fileClosed;
        } finally {
          await threadEnded;
        }
      })();
      return closing;
    },
    terminate(reason) {
      hasEnded = true;
      thread.terminate(reason);
    },
  };
}

/** The file did not respond within the time that any readable workspace needs. The thread that reads it is left behind. */
export class WorkspaceUnresponsive extends Error {
  constructor(file: string, seconds: number) {
    super(
      `The workspace ${file} did not answer within ${seconds} s. It is damaged or made so that reading it never ends, or its disk does not respond.`,
    );
    this.name = 'WorkspaceUnresponsive';
  }
}

/** Pages written between two copies of the log: some forty megabytes of it. */
const pagesBetweenCheckpoints = 4;

/** A pipeline into `writer`. Other threads are started when they are first needed: most sessions only read. */
export function createPagePipeline(
  writer: WorkerClient,
  start: (role: 'preparer' | 'checkpointer') => Promise<WorkerClient>,
) {
  const preparer = createPreparer(() => start('preparer'));
  const checkpoints = createCheckpointer(() => start('checkpointer'));
  /** Settled when all pages given so far have been handed to the writer; undefined while there are none. */
  let lastHandover: Promise<void> | undefined;
  /** By body, so that a page that is never ingested is released with it. */
  const preparedAhead = new WeakMap<Uint8Array, Promise<PackedPage>>();
  return {
    /** Begins to prepare a page that is going to be ingested with the same body after the pages before it. */
    prepare(page: FetchedPage, signal?: AbortSignal): void {
      const prepared = preparer.prepare(page, signal);
      preparedAhead.set(page.body, prepared);
      // The caller of `ingest` gets the error.
      prepared.catch(() => {});
    },
    /** Pages are written in the order in which they were given. The signal is that of `Workspace.ingestPage`. */
    ingest(page: FetchedPage, signal?: AbortSignal): Promise<IngestOutcome> {
      const before = lastHandover;
      const prepared = preparedAhead.get(page.body) ?? preparer.prepare(page, signal);
      preparedAhead.delete(page.body);
      // Wrapped, because what is waited for is that the writer has the page, not that it has written it.
      const written = Promise.all([prepared, before]).then(([packed]) => ({
        outcome: writer.call('writePage', [packed], { transfer: transferableBuffers(packed) }),
      }));
      const handover = Promise.allSettled([before, written]).then(() => {
        if (lastHandover === handover) lastHandover = undefined;
      });
      lastHandover = handover;
      return written.then(async ({ outcome }) => {
        const result = await outcome;
        checkpoints.pageWritten();
        return result;
      });
    },
    /** Does a write after the pages that were given before it, as if there were one thread only. */
    write: <T>(action: () => Promise<T>): Promise<T> => (lastHandover ? lastHandover.then(action) : action()),
    /** Ends all threads but the writer's. */
    async close(): Promise<void> {
      await lastHandover;
      await Promise.all([preparer.close(), checkpoints.close()]);
    },
  };
}

/**
 * Moves pages through threads: one prepares a page while another writes the page before, and a third waits for the
 * disk, to which the write-ahead log is copied from time to time (docs/decisions, decision 14).
 */
export type PagePipeline = ReturnType<typeof createPagePipeline>;

/** Starts a thread when it is first needed. A start that fails is repeated at the next call. */
function createStarter(start: () => Promise<WorkerClient>) {
  let thread: Promise<WorkerClient> | undefined;
  return {
    get(): Promise<WorkerClient> {
      if (thread) return thread;
      const starting = start();
      thread = starting;
      starting.catch(() => {
        if (thread === starting) thread = undefined;
      });
      return starting;
    },
    forget() {
      thread = undefined;
    },
    async close() {
      const started = await thread?.catch(() => undefined);
      await started?.close();
    },
  };
}

/** Prepares one page at a time. Cancelling a page ends the thread; the next page starts another. */
function createPreparer(start: () => Promise<WorkerClient>) {
  const turns = createLimiter(1);
  const thread = createStarter(start);
  const terminated = new Set<Promise<void>>();
  const prepareNow = async (page: FetchedPage, signal: AbortSignal | undefined) => {
    const client = await thread.get();
    signal?.throwIfAborted();
    const stop = () => {
      thread.forget();
      client.terminate(new Error('The page was cancelled.', { cause: signal?.reason }));
      terminated.add(client.close());
    };
    signal?.addEventListener('abort', stop);
    try {
      return await client.call('preparePage', [page]);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  };
  return {
    prepare: (page: FetchedPage, signal: AbortSignal | undefined) =>
      turns.run(() => prepareNow(page, signal), signal),
    async close() {
      await Promise.all([thread.close(), ...terminated]);
    },
  };
}

function createCheckpointer(start: () => Promise<WorkerClient>) {
  const thread = createStarter(start);
  let pages = 0;
  let isBusy = false;
  const checkpoint = async () => {
    isBusy = true;
    pages = 0;
    try {
      await (await thread.get()).call('checkpoint', []);
    } catch {
      // The writer meets the same error and reports it: in the end it copies the log.
    } finally {
      isBusy = false;
    }
  };
  return {
    pageWritten() {
      pages += 1;
      if (pages >= pagesBetweenCheckpoints && !isBusy) void checkpoint();
    },
    close: thread.close,
  };
}
