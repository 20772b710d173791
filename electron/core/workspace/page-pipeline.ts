import { buffersOf, type ReadyPage } from './ingest/ready-page.ts';
import type { WorkerClient } from './worker-client.ts';
import type { ArrivedPage, IngestOutcome } from './workspace.ts';

/** The way of pages through two threads: one takes them apart while the other writes the page before. */
export type PagePipeline = {
  /** Pages are written in the order in which they were given. */
  ingest(page: ArrivedPage): Promise<IngestOutcome>;
  /** Does a write after the pages that were given before it, as if there were one thread only. */
  write<T>(work: () => Promise<T>): Promise<T>;
  /** Ends the preparing thread. */
  close(): Promise<void>;
};

/** A pipeline into `writer`. The preparing thread is started with the first page: most sessions only look. */
export function createPagePipeline(
  writer: WorkerClient,
  startPreparer: () => Promise<WorkerClient>,
): PagePipeline {
  let preparer: Promise<WorkerClient> | undefined;
  /** Settled when all pages given so far have been handed to the writer; undefined while there are none. */
  let handedOver: Promise<void> | undefined;
  const prepare = async (page: ArrivedPage) => {
    preparer ??= startPreparer();
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
      return written.then(({ outcome }) => outcome);
    },
    write: (work) => (handedOver ? handedOver.then(work) : work()),
    async close() {
      await handedOver;
      await (await preparer)?.close();
    },
  };
}
