import { createLimiter } from '../../base/limiter.ts';
import type { FetchedPage } from '../ingest/fetched-page.ts';
import type { IngestOutcome } from '../ingest/ingest-page.ts';
import { type PackedPage, transferableBuffers } from '../ingest/packed-page.ts';
import type { WorkerClient } from './worker-client.ts';

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
