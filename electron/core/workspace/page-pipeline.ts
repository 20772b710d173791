import { buffersOf, type ReadyPage } from './ingest/ready-page.ts';
import type { WorkerClient } from './worker-client.ts';
import type { ArrivedPage, IngestOutcome } from './workspace.ts';

/**
 * The way of pages through threads: one takes them apart while another writes the page before, and a third waits for the
 * disk, to which the write-ahead log is copied from time to time.
 */
export type PagePipeline = {
  /** Pages are written in the order in which they were given. */
  ingest(page: ArrivedPage): Promise<IngestOutcome>;
  /** Does a write after the pages that were given before it, as if there were one thread only. */
  write<T>(work: () => Promise<T>): Promise<T>;
  /** Ends the threads beside the writer's. */
  close(): Promise<void>;
};

/** Pages written between two copies of the log: some forty megabytes of it. */
const pagesBetweenCheckpoints = 4;

/** A pipeline into `writer`. Other threads are started when they are first needed: most sessions only look. */
export function createPagePipeline(
  writer: WorkerClient,
  start: (role: 'preparer' | 'checkpointer') => Promise<WorkerClient>,
): PagePipeline {
  let preparer: Promise<WorkerClient> | undefined;
  const checkpoints = createCheckpoints(() => start('checkpointer'));
  /** Settled when all pages given so far have been handed to the writer; undefined while there are none. */
  let handedOver: Promise<void> | undefined;
  const prepare = async (page: ArrivedPage) => {
    preparer ??= start('preparer');
    return (await (await preparer).call('readyPage', [page])) as ReadyPage;
  };
  return {
    ingest(page) {
      const before = handedOver;
      const prepared = prepare(page);
      // Wrapped, because what is waited for is that the writer has the page, not that it has written it.
      const written = Promise.all([prepared, before]).then(([ready]) => ({
        outcome: writer.call('writeReadyPage', [ready], buffersOf(ready)) as Promise<IngestOutcome>,
      }));
      const turn = Promise.allSettled([before, written]).then(() => {
        if (handedOver === turn) handedOver = undefined;
      });
      handedOver = turn;
      return written.then(async ({ outcome }) => {
        const taken = await outcome;
        checkpoints.pageWritten();
        return taken;
      });
    },
    write: (work) => (handedOver ? handedOver.then(work) : work()),
    async close() {
      await handedOver;
      await Promise.all([(await preparer)?.close(), checkpoints.close()]);
    },
  };
}

function createCheckpoints(start: () => Promise<WorkerClient>) {
  let thread: Promise<WorkerClient> | undefined;
  let pages = 0;
  let isBusy = false;
  const checkpoint = async () => {
    isBusy = true;
    pages = 0;
    try {
      thread ??= start();
      await (await thread).call('checkpoint', []);
    } catch {
      // Whatever is in the way, the writer meets it, too, and tells: in the end the log is its to copy.
    } finally {
      isBusy = false;
    }
  };
  return {
    pageWritten() {
      pages += 1;
      if (pages >= pagesBetweenCheckpoints && !isBusy) checkpoint();
    },
    async close() {
      const started = await thread?.catch(() => undefined);
      await started?.close();
    },
  };
}
