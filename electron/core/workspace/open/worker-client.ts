import { smallBatchLimits, startResponseTimeout, startThread, type Thread } from '../../base/start-thread.ts';
import type { OpenedWorkspaceFile } from './workspace.ts';
import type { WorkerSetup, WorkspaceThreadMethods } from './workspace-worker.ts';

/** One worker thread that has opened the file. */
export type WorkerClient = OpenedWorkspaceFile & {
  /** The methods of its store. */
  readonly methods: readonly string[];
  readonly call: Thread<WorkspaceThreadMethods>['call'];
  /** Lets the calls before it finish, closes the file, and resolves when the thread has ended. */
  close(): Promise<void>;
  /** Rejects the pending calls with `reason` and ends the thread, as soon as native code in it returns. */
  terminate(reason: Error): void;
};

/** Maximum time for a readable file to respond once its thread has started, on a slow disk too. */
export const defaultFileResponseMs = 15_000;

/**
 * Starts a worker and waits until it has opened the file. Rejects with the worker's error when it cannot, and with
 * `WorkspaceUnresponsive` when the file does not respond: nothing ends a thread that is inside SQLite, so it is left
 * behind and ends with the process.
 */
export async function startWorker(
  workerUrl: URL,
  setup: WorkerSetup,
  fileResponseMs = defaultFileResponseMs,
): Promise<WorkerClient> {
  let hasEnded = false;
  const thread = startThread<WorkspaceThreadMethods>(workerUrl, {
    name: `The workspace's ${setup.role}`,
    remedy: 'restart Sightline to go on',
    ...(setup.role === 'reader' ? {} : { resourceLimits: smallBatchLimits }),
    onUnexpectedEnd() {
      hasEnded = true;
    },
  });
  const limit = startResponseTimeout(thread, fileResponseMs, () =>
    thread.terminate(new WorkspaceUnresponsive(setup.path, fileResponseMs / 1000)),
  );
  let opened: Pick<WorkerClient, 'methods'> & OpenedWorkspaceFile;
  try {
    opened = await thread.call('open', [setup], { onProgress: limit.clear });
  } catch (error) {
    // A thread that does not respond is stuck in native code, and its end could take for ever.
    if (!(error instanceof WorkspaceUnresponsive)) await thread.close();
    throw error;
  } finally {
    limit.clear();
  }

  let closing: Promise<void> | undefined;
  return {
    ...opened,
    call: thread.call,
    close() {
      closing ??= (async () => {
        const fileClosed = hasEnded ? undefined : thread.call('close', []);
        const threadEnded = thread.close(new Error('The workspace is closed.'));
        try {
          await fileClosed;
        } finally {
          await threadEnded;
        }
      })();
      return closing;
    },
    terminate(reason) {
      hasEnded = true;
      thread.terminate(reason);
    },
  };
}

/** The file did not respond within the time that any readable workspace needs. The thread that reads it is left behind. */
export class WorkspaceUnresponsive extends Error {
  constructor(file: string, seconds: number) {
    super(
      `The workspace ${file} did not answer within ${seconds} s. It is damaged or made so that reading it never ends, or its disk does not respond.`,
    );
    this.name = 'WorkspaceUnresponsive';
  }
}
