import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { createSerialQueue } from './serial-queue.ts';
import { isSteps, type Steps } from './steps.ts';
import {
  type CallContext,
  CallStopped,
  packError,
  type ThreadHandlers,
  type ThreadMethods,
  type ThreadRequest,
  type ThreadResponse,
} from './thread-protocol.ts';

type AnyHandler = (
  args: readonly unknown[],
  context: CallContext<unknown, unknown> & { transferResult(buffers: readonly ArrayBuffer[]): void },
) => unknown;

type ServeOptions = {
  /** Converts an error before it is posted. */
  explain?(error: unknown): unknown;
  /**
   * Releases all that the thread holds, since it may be used again: files, connections, state. When it throws, the thread has
   * ended unexpectedly.
   */
  onClose?(): void | Promise<void>;
  /** Whether the thread ends now that it is closed, since a library in it retains state. */
  isUsedOnce?(): boolean;
};

/**
 * Performs the calls of `startThread` in a worker thread, one after another in their order, also of later callers.
 * A call whose handler returns steps can be stopped between them. After each step, the calls that came in the meantime
 * are performed.
 */
export function serveThread<Methods extends ThreadMethods>(
  handlers: ThreadHandlers<Methods>,
  { explain = (error) => error, onClose, isUsedOnce = () => false }: ServeOptions = {},
): void {
  if (!parentPort) throw new Error('This file must be started as a worker thread.');
  const port = parentPort;
  const post = (response: ThreadResponse, transfer: readonly ArrayBuffer[] = []) =>
    port.postMessage(response, [...transfer]);
  /** Batches that the caller processes, in the order in which they were sent. */
  const sent: PromiseWithResolvers<void>[] = [];
  /** Stops the calls that have not ended, by their ids. */
  const controllers = new Map<number, AbortController>();

  const queue = createSerialQueue();
  const perform = async ({ id, method, args, stop }: Extract<ThreadRequest, { kind: 'call' }>) => {
    const throwIfStopped = () => {
      if (stop && Atomics.load(stop, 0) !== 0) throw new CallStopped();
    };
    let transfer: readonly ArrayBuffer[] = [];
    const controller = new AbortController();
    controllers.set(id, controller);
    const context = {
      throwIfStopped,
      signal: controller.signal,
      progress: (progress: unknown) => post({ kind: 'progress', id, progress }),
      async send(batch: unknown, buffers?: readonly ArrayBuffer[]) {
        const processed = Promise.withResolvers<void>();
        post({ kind: 'batch', id, batch }, buffers);
        sent.push(processed);
        await processed.promise;
        throwIfStopped();
      },
      transferResult(buffers: readonly ArrayBuffer[]) {
        transfer = buffers;
      },
    };
    /** Posts the result, unless there are steps left, which it returns. */
    const proceed = async (work: () => unknown): Promise<Steps<unknown> | undefined> => {
      try {
        const value = await work();
        if (isSteps(value)) throwIfStopped();
        const step = isSteps(value) ? value.next() : { done: true, value };
        if (!step.done) return value as Steps<unknown>;
        post({ kind: 'result', id, value: step.value }, transfer);
      } catch (error) {
        if (error instanceof CallStopped) post({ kind: 'stopped', id });
        else post({ kind: 'error', id, error: packError(explain(error)) });
      }
      return undefined;
    };
    // The caller is typed by the same methods.
    const handler = handlers[method] as AnyHandler;
    let steps = await queue.run(() => proceed(() => handler(args, context)));
    while (steps) {
      const left = steps;
      // Messages are received only between two turns of the event loop.
      await setImmediate();
      steps = await queue.run(() => proceed(() => left));
      // Stopped steps release what they hold.
      if (!steps) left.return(undefined);
    }
    controllers.delete(id);
  };

  const close = async () => {
    await onClose?.();
    if (isUsedOnce()) port.close();
    else post({ kind: 'closed' });
  };
  const calls = new Set<Promise<void>>();
  const call = async (request: Extract<ThreadRequest, { kind: 'call' }>) => {
    const performed = perform(request);
    calls.add(performed);
    await performed;
    calls.delete(performed);
  };
  port.on('message', (request: ThreadRequest) => {
    if (request.kind === 'processed') sent.shift()?.resolve();
    else if (request.kind === 'call') void call(request);
    else if (request.kind === 'stop') controllers.get(request.id)?.abort(new CallStopped());
    // Nothing waits for its errors: they have to end the thread.
    else void Promise.all(calls).then(close);
  });
  post({ kind: 'started' });
}
