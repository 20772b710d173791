import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { ingestPage, readyPage } from './ingest/ingest-page.ts';
import {
  buffersOf,
  packReadyPage,
  type ReadyPage,
  releaseReadyPage,
  unpackReadyPage,
} from './ingest/ready-page.ts';
import {
  closeWriter,
  type OpenDatabase,
  openCheckpointer,
  openDatabase,
  openPreparer,
  openReader,
} from './open-database.ts';
import { createSql, explainSqliteError } from './sql.ts';
import type { ArrivedPage, WorkspaceStore } from './workspace.ts';
import { packError, type WorkerMessage, type WorkerRequest, type WorkerSetup } from './workspace-rpc.ts';
import { createWorkspaceStore } from './workspace-store.ts';

const openers: Readonly<Record<WorkerSetup['role'], (path: string) => OpenDatabase>> = {
  writer: openDatabase,
  reader: openReader,
  preparer: openPreparer,
  checkpointer: openCheckpointer,
};

/** Entry of the worker threads that own the workspace file: one connection each, requests one after another. */
function main(setup: WorkerSetup): void {
  if (!parentPort) throw new Error('The workspace worker must be started as a worker thread.');
  const port = parentPort;
  const post = (message: WorkerMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  let opened: OpenDatabase;
  try {
    opened = openers[setup.role](setup.path);
  } catch (error) {
    post({ kind: 'not-opened', error: packError(error) });
    return;
  }
  const answer = createAnswers(opened.database);
  port.on('message', (request: WorkerRequest) => {
    try {
      const isClosing = request.method === 'close';
      const { value, transfer } = isClosing ? { value: close(setup, opened) } : answer(request);
      post({ kind: 'answer', id: request.id, value }, transfer);
    } catch (error) {
      post({ kind: 'error', id: request.id, error: packError(explainSqliteError(error)) });
    }
    if (request.method === 'close') port.close();
  });
  post({ kind: 'opened', readOnly: opened.readOnly, setAside: opened.setAside });
}

type Answer = { readonly value: unknown; readonly transfer?: ArrayBuffer[] };

/** The proxy on the other side is typed by the same interface, so that the arguments are those of the method. */
function createAnswers(database: DatabaseSync): (request: WorkerRequest) => Answer {
  const sql = createSql(database);
  let store: WorkspaceStore | undefined;
  return ({ method, args }) => {
    if (method === 'checkpoint') return { value: sql.all('PRAGMA wal_checkpoint(PASSIVE)') };
    if (method === 'readyPage') {
      const page = args[0] as ArrivedPage;
      const ready = packReadyPage(page, readyPage(sql, page));
      return { value: ready, transfer: buffersOf(ready) };
    }
    if (method === 'writeReadyPage') {
      const ready = args[0] as ReadyPage;
      const value = ingestPage(sql, ready.page, unpackReadyPage(ready));
      releaseReadyPage(ready);
      return { value };
    }
    store ??= createWorkspaceStore(database);
    const call = store[method as keyof WorkspaceStore] as (...values: readonly unknown[]) => unknown;
    return { value: call(...args) };
  };
}

function close(setup: WorkerSetup, { database, readOnly }: OpenDatabase): void {
  if (setup.role === 'writer' && readOnly === undefined) closeWriter(database);
  else database.close();
}

main(workerData as WorkerSetup);
