import { expect, test } from 'vitest';
import type { IngestOutcome } from '../../../../../../electron/core/workspace/ingest/ingest-page.ts';
import { createPagePipeline } from '../../../../../../electron/core/workspace/open/open-workspace.ts';
import type { WorkerClient } from '../../../../../../electron/core/workspace/open/workspace-worker.ts';
import { buildFetch, buildFetchedPage } from '../../../../../builders/workspace-builder.ts';

const outcome = { ok: false, message: 'written', remedy: 'none' } satisfies IngestOutcome;

/** A thread whose calls are resolved by the test. */
function createThread() {
  const calls: PromiseWithResolvers<unknown>[] = [];
  const ended = Promise.withResolvers<void>();
  let isTerminated = false;
  const client: WorkerClient = {
    readOnly: undefined,
    setAside: undefined,
    pageCheck: undefined,
    methods: [],
    call: (() => {
      const call = Promise.withResolvers<unknown>();
      calls.push(call);
      return call.promise;
    }) as WorkerClient['call'],
    close: () => (isTerminated ? ended.promise : Promise.resolve()),
    terminate(reason) {
      isTerminated = true;
      for (const { reject } of calls) reject(reason);
    },
  };
  return { client, calls, ended, isTerminated: () => isTerminated };
}

function startPipeline() {
  const threads: ReturnType<typeof createThread>[] = [];
  const written: unknown[] = [];
  const writer = {
    ...createThread().client,
    call: (async (_method: string, [packed]: readonly unknown[]) => {
      written.push(packed);
      return outcome;
    }) as WorkerClient['call'],
  };
  const pipeline = createPagePipeline(writer, async () => {
    const thread = createThread();
    threads.push(thread);
    return thread.client;
  });
  return { pipeline, threads, written };
}

const page = buildFetchedPage(buildFetch(), []);
const packed = (name: string) => ({ page: { ...page, queryText: name }, preparation: { kind: 'seen' } });

test('a page that is cancelled while it is prepared ends its thread only, and others continue in another one', async () => {
  const { pipeline, threads, written } = startPipeline();
  const controller = new AbortController();
  const cancelled = pipeline.ingest(page, controller.signal);
  const other = pipeline.ingest(page);
  await expect.poll(() => threads[0]?.calls.length).toBe(1);
  const reason = new Error('enough');
  controller.abort(reason);
  await expect(cancelled).rejects.toBe(reason);
  expect(threads[0]?.isTerminated()).toBe(true);

  await expect.poll(() => threads[1]?.calls.length).toBe(1);
  threads[1]?.calls[0]?.resolve(packed('other'));
  expect(await other).toBe(outcome);
  expect(written).toEqual([packed('other')]);
  expect(threads).toHaveLength(2);

  let isClosed = false;
  const closed = pipeline.close().then(() => {
    isClosed = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  threads[0]?.ended.resolve();
  await closed;
});

test('a page is prepared while the one before is written, and only once', async () => {
  const { pipeline, threads, written } = startPipeline();
  const next = buildFetchedPage(buildFetch(), [], { offset: 500 });
  const first = pipeline.ingest(page);
  await expect.poll(() => threads[0]?.calls.length).toBe(1);
  pipeline.prepare(next);
  threads[0]?.calls[0]?.resolve(packed('first'));
  await expect.poll(() => threads[0]?.calls.length).toBe(2);
  threads[0]?.calls[1]?.resolve(packed('next'));
  expect(await first).toBe(outcome);
  expect(written).toEqual([packed('first')]);
  expect(await pipeline.ingest(next)).toBe(outcome);
  expect(written).toEqual([packed('first'), packed('next')]);
  expect(threads[0]?.calls).toHaveLength(2);
});

test('what goes wrong with a page that was prepared before is the error of its ingest', async () => {
  const { pipeline, threads } = startPipeline();
  pipeline.prepare(page);
  await expect.poll(() => threads[0]?.calls.length).toBe(1);
  threads[0]?.calls[0]?.reject(new Error('no room'));
  await expect(pipeline.ingest(page)).rejects.toThrow('no room');
});

test('a page that is cancelled while it waits for another leaves that one alone', async () => {
  const { pipeline, threads } = startPipeline();
  const controller = new AbortController();
  const first = pipeline.ingest(page);
  const waiting = pipeline.ingest(page, controller.signal);
  await expect.poll(() => threads[0]?.calls.length).toBe(1);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  threads[0]?.calls[0]?.resolve(packed('first'));
  expect(await first).toBe(outcome);
  expect(threads[0]?.isTerminated()).toBe(false);
});

test('a thread that could not be started is started again for the next page', async () => {
  const threads: ReturnType<typeof createThread>[] = [];
  let starts = 0;
  const writer = { ...createThread().client, call: async () => outcome };
  const pipeline = createPagePipeline(writer, async () => {
    starts += 1;
    if (starts === 1) throw new Error('The drive does not answer.');
    const thread = createThread();
    threads.push(thread);
    return thread.client;
  });
  await expect(pipeline.ingest(page)).rejects.toThrow('The drive does not answer.');
  const next = pipeline.ingest(page);
  await expect.poll(() => threads[0]?.calls.length).toBe(1);
  threads[0]?.calls[0]?.resolve(packed('next'));
  expect(await next).toBe(outcome);
});
