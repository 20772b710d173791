import { Worker } from 'node:worker_threads';
import {
  type PageMethod,
  type StoreMethod,
  unpackError,
  type WorkerMessage,
  type WorkerRequest,
  type WorkerSetup,
} from './workspace-rpc.ts';

/** One worker thread and the calls that wait for its answers. */
export type WorkerClient = {
  readonly readOnly: string | undefined;
  readonly setAside: string | undefined;
  /** `transfer` are buffers of the arguments that change hands. */
  call(
    method: StoreMethod | PageMethod,
    args: readonly unknown[],
    transfer?: readonly ArrayBuffer[],
  ): Promise<unknown>;
  /** Lets the calls before it finish, closes the file, and resolves when the thread has ended. */
  close(): Promise<void>;
};

type Waiting = { resolve(value: unknown): void; reject(error: Error): void };

/**
 * Room for short-lived objects in the threads that pages go through. Node's own measure, several times that, makes a fetch
 * no faster and takes as much memory as all else.
 */
const maxYoungGenerationSizeMb = 16;

/** Starts a worker and waits until it has opened the file. Rejects with the worker's own error when it cannot. */
export async function startWorker(workerUrl: URL, setup: WorkerSetup): Promise<WorkerClient> {
  const worker = new Worker(workerUrl, {
    workerData: setup,
    ...(setup.role === 'reader' ? {} : { resourceLimits: { maxYoungGenerationSizeMb } }),
  });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let ended: Error | undefined;
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', (code) => {
      ended ??= new Error(
        `The workspace's ${setup.role} ended (exit code ${code}); restart Sightline to go on.`,
      );
      for (const { reject } of waiting.values()) reject(ended);
      waiting.clear();
      resolve();
    });
  });
  worker.once('error', (cause) => {
    ended = new Error(`The workspace's ${setup.role} ended unexpectedly; restart Sightline to go on.`, {
      cause,
    });
  });

  const request = (
    method: WorkerRequest['method'],
    args: readonly unknown[],
    transfer: readonly ArrayBuffer[] = [],
  ) =>
    new Promise<unknown>((resolve, reject) => {
      if (ended) return reject(ended);
      lastId += 1;
      worker.postMessage({ id: lastId, method, args } satisfies WorkerRequest, [...transfer]);
      waiting.set(lastId, { resolve, reject });
    });

  const opened = await new Promise<Extract<WorkerMessage, { kind: 'opened' }>>((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'opened') return resolve(message);
      if (message.kind === 'not-opened') {
        // The thread now ends by itself; only then is the caller told, so that nobody has to wait for it later.
        ended = unpackError(message.error);
        return;
      }
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === 'answer') call?.resolve(message.value);
      else call?.reject(unpackError(message.error));
    });
    exited.then(() => reject(ended));
  });

  let closing: Promise<void> | undefined;
  return {
    readOnly: opened.readOnly,
    setAside: opened.setAside,
    call: request,
    close() {
      closing ??= (async () => {
        const answered = ended ? undefined : request('close', []);
        ended ??= new Error('The workspace is closed.');
        try {
          await answered;
        } finally {
          await exited;
        }
      })();
      return closing;
    },
  };
}
