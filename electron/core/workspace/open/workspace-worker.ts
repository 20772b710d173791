import { existsSync, rmSync } from 'node:fs';
import { serveThread } from '../../base/serve-thread.ts';
import type { Thread } from '../../base/start-thread.ts';
import type { Steps } from '../../base/steps.ts';
import { closeDatabase, createSql, explainSqliteError, type Sql } from '../file/sql.ts';
import type { FetchedPage } from '../ingest/fetched-page.ts';
import { type IngestOutcome, ingestPage, preparePage } from '../ingest/ingest-page.ts';
import {
  type PackedPage,
  packPage,
  releasePage,
  transferableBuffers,
  unpackPage,
} from '../ingest/packed-page.ts';
import type { Query } from '../read/query.ts';
import { hasDamage, type PageCheck, readPageCheck, savePageSums } from '../safety/page-sums.ts';
import {
  closeWriter,
  type OpenDatabase,
  type OpenOptions,
  openCheckpointer,
  openDatabase,
  openPreparer,
  openReader,
} from './open-database.ts';
import type { OpenedWorkspaceFile } from './workspace.ts';

/** Parameters of opening a worker. The writer creates and prepares the file before the others open it. */
export type WorkerSetup = {
  readonly path: string;
  readonly role: 'writer' | 'reader' | 'preparer' | 'checkpointer';
  /** Place of the checksums of the closed file; undefined: none are saved. */
  readonly sumsFile: string | undefined;
  /** The file as it was before it was opened, open for reading (`PageCheck`); undefined for a new one. */
  readonly descriptor: number | undefined;
  /** Reason why it is only read; undefined: it is written. */
  readonly readOnly: string | undefined;
  /** Whether the file is on a network drive, where SQLite's write-ahead log is not safe. */
  readonly isOnNetwork: boolean;
};

/** The methods of a worker: `open` is the first call, `close` the last. */
export type WorkspaceThreadMethods = {
  readonly open: {
    readonly args: readonly [setup: WorkerSetup];
    /** `methods`: what `call` can perform. */
    readonly result: OpenedWorkspaceFile & { readonly methods: readonly string[] };
    /** The file can be read; what follows until it is open may take long for a large file. */
    readonly progress: 'answering';
  };
  /** Performs a method of the store: the writer's is `WriteStore`, the reader's `ReadStore`. */
  readonly call: {
    readonly args: readonly [method: string, args: readonly unknown[]];
    readonly result: unknown;
  };
  /** The first half of `ingestPage`, in the preparing worker. */
  readonly preparePage: { readonly args: readonly [page: FetchedPage]; readonly result: PackedPage };
  /** The second half, in the writing one. */
  readonly writePage: { readonly args: readonly [page: PackedPage]; readonly result: IngestOutcome };
  /** Copies the log into the file while the others go on. */
  readonly checkpoint: { readonly args: readonly []; readonly result: undefined };
  readonly close: { readonly args: readonly []; readonly result: undefined };
};

/** One worker thread that has opened the file, in the main process. */
export type WorkerClient = OpenedWorkspaceFile & {
  /** The methods of its store. */
  readonly methods: readonly string[];
  readonly call: Thread<WorkspaceThreadMethods>['call'];
  /** Lets the calls before it finish, closes the file, and resolves when the thread has ended. */
  close(): Promise<void>;
  /** Rejects the pending calls with `reason` and ends the thread, as soon as native code in it returns. */
  terminate(reason: Error): void;
};

type Store = ReadonlyMap<string, StoreMethod>;
type StoreMethod = ((...args: readonly unknown[]) => unknown) & Partial<Query<readonly unknown[], unknown>>;

const openers: Readonly<Record<WorkerSetup['role'], (path: string, options: OpenOptions) => OpenDatabase>> = {
  writer: openDatabase,
  reader: openReader,
  preparer: openPreparer,
  checkpointer: openCheckpointer,
};

/** Result of opening the worker. */
type OpenFile = {
  readonly setup: WorkerSetup;
  readonly opened: OpenDatabase;
  readonly pageCheck: PageCheck | undefined;
  readonly sql: Sql;
  /** Empty in the threads that only prepare pages or copy the log. */
  readonly store: Store;
};

/**
 * Entry of the worker threads that open the workspace file: one connection each. Requests begin one after another, and
 * others are performed between the steps of one that takes long.
 */
function main(): void {
  let file: OpenFile | undefined;
  /** Calls that have not ended: they need the file. */
  let performing = 0;
  const openFile = () => {
    if (!file) throw new Error('The workspace file has not been opened.');
    return file;
  };
  serveThread<WorkspaceThreadMethods>(
    {
      *call([name, args], { transferResult }): Steps<unknown> {
        const { store, opened, setup } = openFile();
        const method = store.get(name);
        if (!method) throw new Error(`The workspace's ${setup.role} has no method ${name}.`);
        performing += 1;
        try {
          const result = method.inSteps ? yield* method.inSteps(...args) : method(...args);
          if (method.isHandedOver) transferResult([bufferOf(result)]);
          return result;
        } finally {
          performing -= 1;
          opened.pageWriteTracker?.update();
        }
      },
      async open([setup], { progress }) {
        file = await open(setup, () => progress('answering'));
        const { readOnly, setAside } = file.opened;
        return { readOnly, setAside, pageCheck: file.pageCheck, methods: [...file.store.keys()] };
      },
      preparePage([page], { transferResult }) {
        const packed = packPage(page, preparePage(openFile().sql, page));
        transferResult(transferableBuffers(packed));
        return packed;
      },
      writePage([packed]) {
        const { sql, opened } = openFile();
        const outcome = ingestPage(sql, packed.page, unpackPage(packed));
        opened.pageWriteTracker?.update();
        releasePage(packed);
        return outcome;
      },
      checkpoint() {
        openFile().sql.all('PRAGMA wal_checkpoint(PASSIVE)');
      },
      *close() {
        while (performing > 0) yield;
        close(openFile());
        file = undefined;
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

/** Each thread loads only the code of its role. */
async function loadStore(role: WorkerSetup['role']): Promise<(sql: Sql) => object> {
  switch (role) {
    case 'reader':
      return (await import('../read/read-store.ts')).createReadStore;
    case 'writer':
      return (await import('../tables/write-store.ts')).createWriteStore;
    case 'preparer':
    case 'checkpointer':
      return () => ({});
  }
}

async function open(setup: WorkerSetup, onResponsive: () => void): Promise<OpenFile> {
  const createStore = await loadStore(setup.role);
  const former = setup.role === 'writer' ? readFormerPages(setup) : undefined;
  const opened = openers[setup.role](setup.path, {
    onResponsive,
    isSuspect: former !== undefined && hasDamage(former),
    isOnNetwork: setup.isOnNetwork,
    readOnly: setup.readOnly,
    pageCheck: former,
  });
  const { setAside, pageWriteTracker } = opened;
  const marked = former && pageWriteTracker ? { ...former, writes: pageWriteTracker.writes } : former;
  const pageCheck = setAside ? undefined : marked;
  const sql = createSql(opened.database);
  // The host side is typed by the same stores.
  const store: Store = new Map(Object.entries(createStore(sql)));
  return { setup, opened, pageCheck, sql, store };
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
  const { database, readOnly, pageWriteTracker } = opened;
  pageWriteTracker?.close();
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
