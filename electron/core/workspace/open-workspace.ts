import { startWorker, type WorkerClient } from './worker-client.ts';
import type { Workspace, WorkspaceStore } from './workspace.ts';
import { readMethods, type StoreMethod, writeMethods } from './workspace-rpc.ts';

/**
 * Opens the workspace file at `path`, or begins it there, behind two worker threads: one that writes and one that only
 * reads, so that the screen never waits for a page that is being taken in. A read sees every write that had been
 * answered when it was asked for.
 *
 * Rejects when the file cannot be opened at all (locked by another program, folder missing). A damaged file is set
 * aside and told in `setAside`; a file of a newer Sightline opens read-only, told in `readOnly`.
 */
export async function openWorkspace(options: { path: string; workerUrl: URL }): Promise<Workspace> {
  const { path, workerUrl } = options;
  const writer = await startWorker(workerUrl, { path, role: 'writer' });
  let reader: WorkerClient;
  try {
    reader = await startWorker(workerUrl, { path, role: 'reader' });
  } catch (error) {
    await writer.close();
    throw error;
  }
  return {
    ...createProxy(writer, reader),
    path,
    readOnly: writer.readOnly,
    setAside: writer.setAside,
    async close() {
      // The reader first: the writer can only fold the log into the file when it is alone.
      try {
        await reader.close();
      } finally {
        await writer.close();
      }
    },
  };
}

type StoreProxy = Pick<Workspace, keyof WorkspaceStore>;

function createProxy(writer: WorkerClient, reader: WorkerClient): StoreProxy {
  const call = (client: WorkerClient, method: StoreMethod) => [
    method,
    (...args: readonly unknown[]) => client.call(method, args),
  ];
  const write = (method: StoreMethod) => {
    const { readOnly } = writer;
    return readOnly === undefined
      ? call(writer, method)
      : [method, () => Promise.reject(new Error(readOnly))];
  };
  return Object.fromEntries([
    ...readMethods.map((method) => call(reader, method)),
    ...writeMethods.map(write),
  ]) as StoreProxy;
}
