import { type Failure, fail, type Result, succeed } from '../../../shared/result.ts';

/** One task for a worker, with its timeout and the message for it. */
export type WorkerTask = {
  /** Starts the worker, which receives one message and responds with one. */
  startWorker(): Worker;
  readonly request: unknown;
  /** Buffers of the request that are transferred. */
  readonly transfer?: readonly ArrayBuffer[];
  readonly signal: AbortSignal;
  readonly timeoutSeconds: number;
  /** The failure message after the timeout. */
  readonly timeoutMessage: string;
};

/**
 * Runs one task in a new worker, which is terminated by the signal or after the timeout. Fails with `cancelled`, `timeout`, or `server-error` when the worker throws.
 */
export function runInWorker<Answer>(task: WorkerTask): Promise<Result<Answer>> {
  if (task.signal.aborted) return Promise.resolve({ ok: false, failure: cancelledFailure });
  const worker = task.startWorker();
  return new Promise<Result<Answer>>((settle) => {
    const end = (result: Result<Answer>) => {
      clearTimeout(timer);
      task.signal.removeEventListener('abort', stop);
      worker.terminate();
      settle(result);
    };
    const stop = () => end({ ok: false, failure: cancelledFailure });
    const timer = setTimeout(() => end(fail('timeout', task.timeoutMessage)), task.timeoutSeconds * 1000);
    task.signal.addEventListener('abort', stop);
    worker.onmessage = ({ data }: MessageEvent<Answer>) => end(succeed(data));
    worker.onerror = (event) =>
      end(fail('server-error', `Sightline failed on this (${event.message}). Please report it.`));
    worker.postMessage(task.request, [...(task.transfer ?? [])]);
  });
}

const cancelledFailure: Failure = { code: 'cancelled', message: 'It was stopped.' };
