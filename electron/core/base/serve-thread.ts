import { parentPort } from 'node:worker_threads';
import { createSerialQueue } from './serial-queue.ts';
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
  /** Releases what the thread holds, after its last call. When it throws, the thread has ended unexpectedly. */
  onClose?(): void | Promise<void>;
};

/**
 * Performs the calls of `startThread` in a worker thread, one after another in their order, until the caller closes it.
 */
export function serveThread<Methods extends ThreadMethods>(
  handlers: ThreadHandlers<Methods>,
  { explain = (error) => error, onClose }: ServeOptions = {},
): void {
  if (!parentPort) throw new Error('This file must be started as a worker thread.');
  const port = parentPort;
  const post = (response: ThreadResponse, transfer: readonly ArrayBuffer[] = []) =>
    port.postMessage(response, [...transfer]);
  /** Batches that the caller processes, in the order in which they were sent. */
  const sent: PromiseWithResolvers<void>[] = [];

  const perform = async ({ id, method, args, stop }: Extract<ThreadRequest, { kind: 'call' }>) => {
    const throwIfStopped = () => {
      if (stop && Atomics.load(stop, 0) !== 0) throw new CallStopped();
    };
    let transfer: readonly ArrayBuffer[] = [];
    try {
      // The caller is typed by the same methods.
      const handler = handlers[method] as AnyHandler;
      const value = await handler(args, {
        throwIfStopped,
        progress: (progress) => post({ kind: 'progress', id, progress }),
        async send(batch, buffers) {
          const processed = Promise.withResolvers<void>();
          post({ kind: 'batch', id, batch }, buffers);
          sent.push(processed);
          await processed.promise;
          throwIfStopped();
        },
        transferResult(buffers) {
          transfer = buffers;
        },
      });
      post({ kind: 'result', id, value }, transfer);
    } catch (error) {
      if (error instanceof CallStopped) post({ kind: 'stopped', id });
      else post({ kind: 'error', id, error: packError(explain(error)) });
    }
  };

  const close = async () => {
    await onClose?.();
    port.close();
  };
  const queue = createSerialQueue();
  port.on('message', (request: ThreadRequest) => {
    if (request.kind === 'processed') sent.shift()?.resolve();
    else if (request.kind === 'call') void queue.run(() => perform(request));
    // Not a task of the queue, for whose errors nothing would wait: this one has to end the thread.
    else void queue.settled().then(close);
  });
  post({ kind: 'started' });
}
