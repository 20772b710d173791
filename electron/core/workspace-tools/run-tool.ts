import { runInThread, smallBatchLimits } from '../base/start-thread.ts';
import type { CallOptions } from '../base/thread-protocol.ts';
import type { ToolThreadMethods } from './workspace-tools-worker.ts';

/**
 * Runs one tool on a workspace file in a separate thread. Settles once the thread has ended: with `CallStopped` where
 * the signal stopped it, or with the tool's own error.
 */
export type RunTool = <Name extends keyof ToolThreadMethods>(
  name: Name,
  task: ToolThreadMethods[Name]['args'][0],
  options?: Omit<CallOptions<ToolThreadMethods[Name]>, 'transfer'> & {
    /** See `runInThread`. */
    readonly responseTimeoutMs?: number;
  },
) => Promise<ToolThreadMethods[Name]['result']>;

/** Starts tools from the worker's entry. */
export function createRunTool(workerUrl: URL): RunTool {
  return (name, task, options) =>
    runInThread<ToolThreadMethods, typeof name>(workerUrl, name, [task], {
      ...options,
      name: 'The work on the workspace file',
      resourceLimits: smallBatchLimits,
    });
}
