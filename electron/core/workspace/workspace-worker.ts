import { existsSync, rmSync } from 'node:fs';
import { serveThread } from '../base/serve-thread.ts';
import type { Steps } from '../base/steps.ts';
import type { ThreadHandlers } from '../base/thread-protocol.ts';
import { ingestPage, preparePage } from './ingest/ingest-page.ts';
import { packPage, releasePage, transferableBuffers, unpackPage } from './ingest/packed-page.ts';
import {
  closeWriter,
  type OpenDatabase,
  type OpenOptions,
  openCheckpointer,
  openDatabase,
  openPreparer,
  openReader,
} from './open-database.ts';
import { hasDamage, type PageCheck, readPageCheck, savePageSums } from './safety/page-sums.ts';
import { closeDatabase, createSql, explainSqliteError, type Sql } from './sql.ts';
import {
  readMethods,
  type StoreMethod,
  transferredMethods,
  type WorkerSetup,
  type WorkspaceThreadMethods,
  writeMethods,
} from './workspace-rpc.ts';
import type { createWorkspaceStore, SteppedStore } from './workspace-store.ts';

const openers: Readonly<Record<WorkerSetup['role'], (path: string, options: OpenOptions) => OpenDatabase>> = {
  writer: openDatabase,
  reader: openReader,
  preparer: openPreparer,
  checkpointer: openCheckpointer,
};

type StoreHandlers = Pick<ThreadHandlers<WorkspaceThreadMethods>, StoreMethod>;

/** What the worker has opened. */
type OpenFile = {
  readonly setup: WorkerSetup;
  readonly opened: OpenDatabase;
  readonly pageCheck: PageCheck | undefined;
  readonly sql: Sql;
  /** Undefined in the threads that are asked nothing. */
  readonly createStore: typeof createWorkspaceStore | undefined;
};

/**
 * Entry of the worker threads that open the workspace file: one connection each. Requests begin one after another, and
 * others are performed between the steps of one that takes long.
 */
function main(): void {
  let file: OpenFile | undefined;
  let store: SteppedStore | undefined;
  /** Calls that have not ended: they need the file. */
  let performing = 0;
  const openFile = () => {
    if (!file) throw new Error('The workspace file has not been opened.');
    return file;
  };
  const callStore = (method: StoreMethod) => {
    function* call(
      args: readonly unknown[],
      { transferResult }: { transferResult(buffers: readonly ArrayBuffer[]): void },
    ): Steps<unknown> {
      store ??= createStore(openFile());
      performing += 1;
      try {
        const result = yield* store.perform(method, args);
        if (transferredMethods.has(method)) transferResult([bufferOf(result)]);
        return result;
      } finally {
        performing -= 1;
        openFile().opened.writtenPages?.update();
      }
    }
    return [method, call];
  };
  serveThread<WorkspaceThreadMethods>(
    {
      ...(Object.fromEntries([...readMethods, ...writeMethods].map(callStore)) as StoreHandlers),
      async open([setup], { progress }) {
        file = await open(setup, () => progress('answering'));
        const { readOnly, setAside } = file.opened;
        return { readOnly, setAside, pageCheck: file.pageCheck };
      },
      preparePage([page], { transferResult }) {
        const packed = packPage(page, preparePage(openFile().sql, page));
        transferResult(transferableBuffers(packed));
        return packed;
      },
      writePage([packed]) {
        const { sql, opened } = openFile();
        const outcome = ingestPage(sql, packed.page, unpackPage(packed));
        opened.writtenPages?.update();
        releasePage(packed);
        return outcome;
      },
      checkpoint() {
        openFile().sql.all('PRAGMA wal_checkpoint(PASSIVE)');
      },
      *close() {
        while (performing > 0) yield;
        close(openFile());
        return undefined;
      },
    },
    { explain: explainSqliteError },
  );
}

function bufferOf(result: unknown): ArrayBuffer {
  if (ArrayBuffer.isView(result) && result.buffer instanceof ArrayBuffer) return result.buffer;
  throw new Error('Only bytes can be transferred.');
}

/** Threads that are asked nothing, but prepare pages or copy the log, load no code for it. */
const asked: ReadonlySet<WorkerSetup['role']> = new Set(['writer', 'reader']);

async function open(setup: WorkerSetup, onAnswer: () => void): Promise<OpenFile> {
  const store = asked.has(setup.role) ? await import('./workspace-store.ts') : undefined;
  const former = setup.role === 'writer' ? readFormerPages(setup) : undefined;
  const opened = openers[setup.role](setup.path, {
    onAnswer,
    isSuspect: former !== undefined && hasDamage(former),
    isOnNetwork: setup.isOnNetwork,
    pageCheck: former,
  });
  const { setAside, writtenPages } = opened;
  const marked = former && writtenPages ? { ...former, writes: writtenPages.writes } : former;
  const pageCheck = setAside ? undefined : marked;
  const sql = createSql(opened.database);
  return { setup, opened, pageCheck, sql, createStore: store?.createWorkspaceStore };
}

function createStore({ setup, sql, createStore: create }: OpenFile): SteppedStore {
  if (!create) throw new Error(`The ${setup.role} of a workspace answers no questions.`);
  return create(sql.database);
}

/** The pages of the file as it was closed, compared in a sample. Without them it is opened all the same. */
function readFormerPages({ path, sumsFile, descriptor }: WorkerSetup): PageCheck | undefined {
  try {
    return sumsFile === undefined || descriptor === undefined
      ? undefined
      : readPageCheck(sumsFile, path, descriptor);
  } catch {
    return undefined;
  }
}

function close({ setup, opened, pageCheck }: OpenFile): void {
  const { role, path, sumsFile } = setup;
  const { database, readOnly, writtenPages } = opened;
  writtenPages?.close();
  if (role !== 'writer' || readOnly !== undefined) {
    closeDatabase(database);
    return;
  }
  closeWriter(database);
  if (sumsFile === undefined || existsSync(`${path}-wal`)) return;
  try {
    savePageSums(sumsFile, path, pageCheck);
  } catch {
    rmSync(sumsFile, { force: true });
  }
}

main();
