import { type MessagePort, type ResourceLimits, SHARE_ENV, Worker } from 'node:worker_threads';
import {
  type CallOptions,
  CallStopped,
  type ThreadMethods,
  type ThreadRequest,
  type ThreadResponse,
  unpackError,
} from './thread-protocol.ts';
import { withTimeout } from './with-timeout.ts';

/** A worker thread whose entry calls `serveThread`, and its pending calls. */
export type Thread<Methods extends ThreadMethods> = {
  /** Resolves when the thread has loaded its code and performs calls. Stays pending when it ends before. */
  readonly started: Promise<void>;
  /**
   * Calls begin in their order; between the steps of one, others are performed. Rejects with the error of the method and
   * its causes, or with `ThreadEnded`.
   */
  call<Name extends keyof Methods & string>(
    method: Name,
    args: Methods[Name]['args'],
    options?: CallOptions<Methods[Name]>,
  ): Promise<Methods[Name]['result']>;
  /**
   * Lets the calls before it finish, and resolves when the thread has released what it holds, or has ended. Later calls
   * reject with `reason`.
   */
  close(reason?: Error): Promise<void>;
  /**
   * Rejects the pending calls with `reason` at once and ends the thread as soon as native code in it returns. If it
   * never does, the thread ends with the process, which does not wait for it.
   */
  terminate(reason: Error): void;
};

/**
 * Less room for short-lived objects than Node's default, which is several times that: it makes work in small batches no
 * faster, and needs as much memory as all else.
 */
export const smallBatchLimits: ResourceLimits = { maxYoungGenerationSizeMb: 16 };

type ThreadOptions = {
  /** The subject of messages, such as `The export`. */
  readonly name: string;
  /** Remedy for the user when the thread has ended unexpectedly, such as `restart Sightline to go on`. */
  readonly remedy?: string;
  readonly resourceLimits?: ResourceLimits;
  /** Called when the thread throws, or ends without having been closed or terminated. */
  onUnexpectedEnd?(error: ThreadEnded): void;
};

/** The thread ended before the end of a call; the cause is what it threw, if it threw. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

/** Neither progress nor the end of a call came in time. Its thread may be inside native code for ever. */
export class ThreadUnresponsive extends Error {
  override readonly name = 'ThreadUnresponsive';
}

/** A call as it is pending. The method and its options have the same types, which the map cannot express. */
type PendingCall = {
  readonly options: CallOptions<{ readonly progress: unknown; readonly batch: unknown }>;
  readonly requestStop: () => void;
  readonly settle: (settle: () => void) => void;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

type Post = (request: ThreadRequest, transfer?: readonly (ArrayBuffer | MessagePort)[]) => void;

/** A closed thread that waits for the next use of its entry: to start one costs more than most calls. */
type IdleThread = { readonly key: string; readonly worker: Worker; readonly timer: NodeJS.Timeout };
let idleThreads: readonly IdleThread[] = [];
/** More than the workspaces, exports and teams of the app close at once. Each retains the memory of its code and last call. */
const maxIdleThreads = 16;
const maxIdleMs = 5_000;

/** Retains a closed thread for a while. It does not prevent the end of the process. */
function retainThread(key: string, worker: Worker): void {
  const end = () => {
    takeThread(thread);
    void worker.terminate();
  };
  const thread = { key, worker, timer: setTimeout(end, maxIdleMs).unref() };
  removeListeners(worker);
  worker.on('exit', () => takeThread(thread)).on('error', () => takeThread(thread));
  worker.unref();
  idleThreads = [...idleThreads, thread];
  const [oldest] = idleThreads;
  if (oldest && idleThreads.length > maxIdleThreads) void takeThread(oldest).terminate();
}

function takeThread(thread: IdleThread): Worker {
  idleThreads = idleThreads.filter((each) => each !== thread);
  clearTimeout(thread.timer);
  removeListeners(thread.worker);
  return thread.worker;
}

/** Node has listeners of its own for other events. */
function removeListeners(worker: Worker): void {
  for (const event of ['message', 'messageerror', 'error', 'exit']) worker.removeAllListeners(event);
}

/** Starts a worker thread from the entry at `url`, or uses one again that was closed. */
export function startThread<Methods extends ThreadMethods>(
  url: URL,
  options: ThreadOptions,
): Thread<Methods> {
  const { name, remedy, resourceLimits, onUnexpectedEnd } = options;
  const key = JSON.stringify([url, resourceLimits]);
  const idle = idleThreads.find((thread) => thread.key === key);
  // A thread that is used again has the environment of now.
  const worker = idle
    ? takeThread(idle)
    : new Worker(url, { env: SHARE_ENV, ...(resourceLimits && { resourceLimits }) });
  worker.ref();
  const post: Post = (request, transfer = []) => worker.postMessage(request, [...transfer]);
  const calls = createPendingCalls(post);
  /** Reason why no further calls are accepted. */
  let refusal: Error | undefined;
  /** Reason why the pending calls reject: what the thread threw, or the reason of `terminate`. */
  let endError: Error | undefined;

  const describeEnd = (detail: string, cause?: unknown) =>
    new ThreadEnded(
      `${name} ended unexpectedly (${detail})${remedy === undefined ? '' : `; ${remedy}`}.`,
      cause === undefined ? undefined : { cause },
    );
  const fail = (cause: unknown) => {
    endError ??= describeEnd(cause instanceof Error ? cause.message : String(cause), cause);
    refusal ??= endError;
  };
  const ended = Promise.withResolvers<void>();
  worker.once('exit', (code) => {
    const isUnexpected = refusal === undefined || endError instanceof ThreadEnded;
    const error = endError ?? describeEnd(`exit code ${code}`);
    refusal ??= error;
    calls.rejectAll(error);
    if (isUnexpected && error instanceof ThreadEnded) onUnexpectedEnd?.(error);
    ended.resolve();
  });
  worker.once('error', fail);
  // The call of a message that cannot be deserialized is unknown, and would never end.
  worker.once('messageerror', (error) => {
    fail(error);
    void worker.terminate();
  });
  const started = Promise.withResolvers<void>();
  if (idle) started.resolve();
  /** Whether others may use the thread by now. */
  let isReleased = false;
  worker.on('message', (response: ThreadResponse) => {
    if (response.kind === 'started') started.resolve();
    else if (response.kind !== 'closed') calls.respond(response);
    else if (endError === undefined) {
      isReleased = true;
      retainThread(key, worker);
      ended.resolve();
    }
  });

  let isClosing = false;
  return {
    started: started.promise,
    call: (method, args, callOptions = {}) =>
      refusal ? Promise.reject(refusal) : calls.start<Methods, typeof method>(method, args, callOptions),
    close(reason = new Error(`${name} is closed.`)) {
      refusal ??= reason;
      if (!isClosing) post({ kind: 'close' });
      isClosing = true;
      return ended.promise;
    },
    terminate(reason) {
      if (isReleased) return;
      refusal ??= reason;
      endError ??= reason;
      calls.rejectAll(reason);
      worker.unref();
      void worker.terminate();
    },
  };
}

/** The calls of a thread that have not ended. */
function createPendingCalls(post: Post) {
  const pending = new Map<number, PendingCall>();
  let lastId = 0;

  const onBatch = async (call: PendingCall, batch: unknown) => {
    try {
      if (!call.options.signal?.aborted) await call.options.onBatch?.(batch);
    } catch (error) {
      call.requestStop();
      call.settle(() => call.reject(error));
    }
    post({ kind: 'processed' });
  };

  return {
    start<Methods extends ThreadMethods, Name extends keyof Methods & string>(
      method: Name,
      args: Methods[Name]['args'],
      options: CallOptions<Methods[Name]>,
    ): Promise<Methods[Name]['result']> {
      return new Promise((resolve, reject) => {
        lastId += 1;
        const id = lastId;
        const { signal, transfer, onBatch: processBatch } = options;
        const stop = signal || processBatch ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
        const requestStop = () => {
          if (!stop) return;
          Atomics.store(stop, 0, 1);
          post({ kind: 'stop', id });
        };
        post({ kind: 'call', id, method, args, stop }, transfer);
        if (signal?.aborted) requestStop();
        signal?.addEventListener('abort', requestStop);
        pending.set(id, {
          options: options as PendingCall['options'],
          requestStop,
          settle(settle) {
            pending.delete(id);
            signal?.removeEventListener('abort', requestStop);
            settle();
          },
          resolve: resolve as PendingCall['resolve'],
          reject,
        });
      });
    },
    /** Passes what the thread sent on a call to the call. */
    respond(response: Exclude<ThreadResponse, { kind: 'started' | 'closed' }>): void {
      const call = pending.get(response.id);
      switch (response.kind) {
        case 'progress':
          call?.options.onProgress?.(response.progress);
          return;
        case 'batch':
          if (call) void onBatch(call, response.batch);
          else post({ kind: 'processed' });
          return;
        case 'result':
          call?.settle(() => call.resolve(response.value));
          return;
        case 'stopped':
          call?.settle(() => call.reject(new CallStopped()));
          return;
        case 'error':
          call?.settle(() => call.reject(unpackError(response.error)));
      }
    },
    rejectAll(error: Error): void {
      for (const call of pending.values()) call.settle(() => call.reject(error));
    },
  };
}

/** Maximum time for a thread to load its code, in milliseconds: on a busy machine much longer than any call. */
const maxStartMs = 120_000;

/**
 * Calls `onLate` when a started thread does not respond within `responseTimeoutMs`, unless `clear` is called before; `refresh`
 * starts that time again. The time that the thread needs to start does not count, and has a limit of its own.
 */
export function startResponseTimeout(
  { started }: Pick<Thread<ThreadMethods>, 'started'>,
  responseTimeoutMs: number,
  onLate: () => void,
): { refresh(): void; clear(): void } {
  let timer: NodeJS.Timeout | undefined = setTimeout(onLate, maxStartMs);
  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  void started.then(() => {
    if (!timer) return;
    clearTimeout(timer);
    timer = setTimeout(onLate, responseTimeoutMs);
  });
  return { refresh: () => timer?.refresh(), clear };
}

/** Milliseconds that a call has to stop, and then its thread to end; native code in it cannot be ended. */
const maxStopMs = 2_000;

type RunOptions = {
  /**
   * Milliseconds after the start of the thread within which progress or the end must come, else it rejects with
   * `ThreadUnresponsive`.
   */
  readonly responseTimeoutMs?: number | undefined;
  /** Whether `signal` terminates the thread at once, for a method that does not call `throwIfStopped`. */
  readonly isTerminatedBySignal?: boolean;
};

/**
 * Makes one call in a thread of its own. Settles once the thread is closed or has ended, with `CallStopped` when
 * `signal` stopped it: a call that does not stop in time is ended with its thread, and its caller removes what it left. It
 * does not wait for a thread inside native code.
 */
export async function runInThread<Methods extends ThreadMethods, Name extends keyof Methods & string>(
  url: URL,
  method: Name,
  args: Methods[Name]['args'],
  options: ThreadOptions & CallOptions<Methods[Name]> & RunOptions,
): Promise<Methods[Name]['result']> {
  const { name, signal, responseTimeoutMs, isTerminatedBySignal, onProgress, onBatch } = options;
  if (signal?.aborted) throw new CallStopped();
  const thread = startThread<Methods>(url, options);
  const limit =
    responseTimeoutMs === undefined
      ? undefined
      : startResponseTimeout(thread, responseTimeoutMs, () =>
          thread.terminate(new ThreadUnresponsive(`${name} does not end.`)),
        );
  let isTerminated = false;
  let stopTimer: NodeJS.Timeout | undefined;
  const terminate = () => {
    isTerminated = true;
    thread.terminate(new CallStopped());
  };
  const stop = () => {
    stopTimer = setTimeout(terminate, isTerminatedBySignal ? 0 : maxStopMs);
  };
  signal?.addEventListener('abort', stop);
  try {
    return await thread.call(method, args, {
      ...options,
      onProgress(progress) {
        limit?.refresh();
        onProgress?.(progress);
      },
      async onBatch(batch) {
        limit?.refresh();
        await onBatch?.(batch);
      },
    });
  } catch (error) {
    isTerminated ||= error instanceof ThreadUnresponsive;
    throw error;
  } finally {
    limit?.clear();
    clearTimeout(stopTimer);
    signal?.removeEventListener('abort', stop);
    const closed = thread.close();
    await (isTerminated ? withTimeout(maxStopMs, closed, undefined) : closed);
  }
}
