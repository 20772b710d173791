import { parentPort, workerData } from 'node:worker_threads';
import { closeWriter, type OpenDatabase, openDatabase, openReader } from './open-database.ts';
import { explainSqliteError } from './sql.ts';
import type { WorkspaceStore } from './workspace.ts';
import { packError, type WorkerMessage, type WorkerRequest, type WorkerSetup } from './workspace-rpc.ts';
import { createWorkspaceStore } from './workspace-store.ts';

/** Entry of the worker threads that own the workspace file: one connection each, requests one after another. */
function main(setup: WorkerSetup): void {
  if (!parentPort) throw new Error('The workspace worker must be started as a worker thread.');
  const port = parentPort;
  const post = (message: WorkerMessage) => port.postMessage(message);
  let opened: OpenDatabase;
  try {
    opened = setup.role === 'writer' ? openDatabase(setup.path) : openReader(setup.path);
  } catch (error) {
    post({ kind: 'not-opened', error: packError(error) });
    return;
  }
  const store = createWorkspaceStore(opened.database);
  port.on('message', (request: WorkerRequest) => {
    try {
      const value = request.method === 'close' ? close(setup, opened) : call(store, request);
      post({ kind: 'answer', id: request.id, value });
    } catch (error) {
      post({ kind: 'error', id: request.id, error: packError(explainSqliteError(error)) });
    }
    if (request.method === 'close') port.close();
  });
  post({ kind: 'opened', readOnly: opened.readOnly, setAside: opened.setAside });
}

/** The proxy on the other side is typed by the same interface, so that the arguments are those of the method. */
function call(store: WorkspaceStore, request: WorkerRequest): unknown {
  const method = store[request.method as keyof WorkspaceStore] as (...args: readonly unknown[]) => unknown;
  return method(...request.args);
}

function close(setup: WorkerSetup, { database, readOnly }: OpenDatabase): void {
  if (setup.role === 'writer' && readOnly === undefined) closeWriter(database);
  else database.close();
}

main(workerData as WorkerSetup);
