import { Worker } from 'node:worker_threads';
import { unpackError } from '../workspace/workspace-rpc.ts';
import type { ToolMessage, ToolName, ToolProgress, ToolSetup, Tools } from './tool-rpc.ts';
import { ToolStopped } from './tool-run.ts';

/** Does one thing to a workspace file in a thread of its own. */
export type RunTool = <Name extends ToolName>(
  name: Name,
  task: Tools[Name]['task'],
  options?: { readonly signal?: AbortSignal; onProgress?(progress: ToolProgress): void },
) => Promise<Tools[Name]['answer']>;

/**
 * Starts tools from the worker's entry. The promise settles once the thread has ended: with `ToolStopped` where the
 * signal stopped it, or with the tool's own error.
 */
export function createRunTool(workerUrl: URL): RunTool {
  return async (name, task, { signal, onProgress } = {}) => {
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(workerUrl, { workerData: { name, task, stop } satisfies ToolSetup });
    const onAbort = () => Atomics.store(stop, 0, 1);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    try {
      return (await outcomeOf(worker, onProgress)) as Tools[typeof name]['answer'];
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  };
}

function outcomeOf(worker: Worker, onProgress?: (progress: ToolProgress) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let settle = () => reject(new Error('The work on the workspace file ended unexpectedly.'));
    worker.on('message', (message: ToolMessage) => {
      switch (message.kind) {
        case 'progress':
          onProgress?.(message.progress);
          return;
        case 'done':
          settle = () => resolve(message.answer);
          return;
        case 'stopped':
          settle = () => reject(new ToolStopped());
          return;
        case 'error':
          settle = () => reject(unpackError(message.error));
      }
    });
    worker.once('error', (cause) => {
      settle = () => reject(new Error('The work on the workspace file ended unexpectedly.', { cause }));
    });
    worker.once('exit', () => settle());
  });
}
