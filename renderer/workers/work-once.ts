import { type Failure, fail, type Result, succeed } from '../../shared/result.ts';

/** One task for a worker, and what is said when it does not come to its end. */
export type WorkerTask = {
  /** Starts the worker that takes one message and answers with one. */
  start(): Worker;
  readonly request: unknown;
  /** Buffers of the request that are given away. */
  readonly transfer?: readonly ArrayBuffer[];
  readonly signal: AbortSignal;
  readonly longestSeconds: number;
  /** The message when it took longer. */
  readonly tooLong: string;
};

/**
 * Does one task in a worker of its own, which is ended with the signal or when it takes too long, so that the page
 * never waits. Fails with `cancelled`, `timeout`, or `server-error` when the worker throws.
 */
export function workOnce<Answer>(task: WorkerTask): Promise<Result<Answer>> {
  if (task.signal.aborted) return Promise.resolve({ ok: false, failure: stopped });
  const worker = task.start();
  return new Promise<Result<Answer>>((settle) => {
    const end = (result: Result<Answer>) => {
      clearTimeout(timer);
      task.signal.removeEventListener('abort', stop);
      worker.terminate();
      settle(result);
    };
    const stop = () => end({ ok: false, failure: stopped });
    const timer = setTimeout(() => end(fail('timeout', task.tooLong)), task.longestSeconds * 1000);
    task.signal.addEventListener('abort', stop);
    worker.onmessage = ({ data }: MessageEvent<Answer>) => end(succeed(data));
    worker.onerror = (event) =>
      end(fail('server-error', `Sightline failed on this (${event.message}). Please report it.`));
    worker.postMessage(task.request, [...(task.transfer ?? [])]);
  });
}

const stopped: Failure = { code: 'cancelled', message: 'It was stopped.' };
