import { fail, type Result } from '../../../shared/result.ts';
import { WorkerClient } from './worker-client.ts';

/** One task for a worker, with its timeout and the message for it. */
export type WorkerTask = {
  /** Starts the worker, which serves one call. */
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
 * Runs one task in a new worker, which is terminated by the signal or after the timeout. Fails with `cancelled`, `timeout`, or
 * `server-error` when the worker throws.
 */
export async function runInWorker<Answer>(task: WorkerTask): Promise<Result<Answer>> {
  const { signal } = task;
  const cancelled = fail('cancelled', 'It was stopped.');
  if (signal.aborted) return cancelled;
  const client = new WorkerClient<unknown, Answer>(task.startWorker);
  const stop = () => client.end(cancelled);
  signal.addEventListener('abort', stop);
  const timer = setTimeout(
    () => client.end(fail('timeout', task.timeoutMessage)),
    task.timeoutSeconds * 1000,
  );
  const result = await client.call(task.request, task.transfer);
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
  client.terminate();
  if (result.ok || result.failure.code !== 'server-error') return result;
  const { details, message } = result.failure;
  return fail('server-error', `Sightline failed on this (${details ?? message}). Please report it.`);
}
