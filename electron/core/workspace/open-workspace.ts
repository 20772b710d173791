import { createPagePipeline, type PagePipeline } from './page-pipeline.ts';
import { startWorker, type WorkerClient } from './worker-client.ts';
import type { Workspace, WorkspaceStore } from './workspace.ts';
import { readMethods, type StoreMethod, writeMethods } from './workspace-rpc.ts';

/**
 * Opens the workspace file at `path`, or begins it there, behind worker threads: one that writes and one that only
 * reads, so that the screen never waits for a page that is being taken in, and from the first page on one that takes
 * pages apart. A read sees every write that had been answered when it was asked for.
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
  const pages = createPagePipeline(writer, (role) => startWorker(workerUrl, { path, role }));
  return {
    ...createProxy(writer, reader, pages),
    path,
    readOnly: writer.readOnly,
    setAside: writer.setAside,
    async close() {
      // The writer last: it can only fold the log into the file when it is alone.
      try {
        await Promise.all([reader.close(), pages.close()]);
      } finally {
        await writer.close();
      }
    },
  };
}

type StoreProxy = Pick<Workspace, keyof WorkspaceStore>;

function createProxy(writer: WorkerClient, reader: WorkerClient, pages: PagePipeline): StoreProxy {
  const call = (client: WorkerClient, method: StoreMethod) => [
    method,
    (...args: readonly unknown[]) => client.call(method, args),
  ];
  const write = (method: StoreMethod) => {
    const { readOnly } = writer;
    if (readOnly !== undefined) return [method, () => Promise.reject(new Error(readOnly))];
    if (method === 'ingestPage') return [method, pages.ingest];
    return [method, (...args: readonly unknown[]) => pages.write(() => writer.call(method, args))];
  };
  return Object.fromEntries([
    ...readMethods.map((method) => call(reader, method)),
    ...writeMethods.map(write),
  ]) as StoreProxy;
}
