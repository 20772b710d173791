import { existsSync, rmSync } from 'node:fs';
import { serveThread } from '../base/serve-thread.ts';
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
import {
  type CheckResult,
  findDamagedPages,
  type PageCheck,
  readModifiedAt,
  readPageCheck,
  readPageSums,
  savePageSums,
} from './safety/page-sums.ts';
import { createSql, explainSqliteError, type Sql } from './sql.ts';
import type { WorkspaceStore } from './workspace.ts';
import {
  readMethods,
  type StoreMethod,
  type WorkerSetup,
  type WorkspaceThreadMethods,
  writeMethods,
} from './workspace-rpc.ts';
import { createWorkspaceStore } from './workspace-store.ts';

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
};

/** Entry of the worker threads that open the workspace file: one connection each, requests one after another. */
function main(): void {
  let file: OpenFile | undefined;
  let store: WorkspaceStore | undefined;
  const openFile = () => {
    if (!file) throw new Error('The workspace file has not been opened.');
    return file;
  };
  const callStore = (method: StoreMethod) => {
    const call = (args: readonly unknown[]) => {
      store ??= createWorkspaceStore(openFile().sql.database);
      // The caller is typed by the same interface.
      return (store[method] as (...values: readonly unknown[]) => unknown)(...args);
    };
    return [method, call];
  };
  serveThread<WorkspaceThreadMethods>(
    {
      ...(Object.fromEntries([...readMethods, ...writeMethods].map(callStore)) as StoreHandlers),
      open([setup], { progress }) {
        file = open(setup, () => progress('answering'));
        const { readOnly, setAside } = file.opened;
        return { readOnly, setAside, pageCheck: file.pageCheck };
      },
      preparePage([page], { transferResult }) {
        const packed = packPage(page, preparePage(openFile().sql, page));
        transferResult(transferableBuffers(packed));
        return packed;
      },
      writePage([packed]) {
        const outcome = ingestPage(openFile().sql, packed.page, unpackPage(packed));
        releasePage(packed);
        return outcome;
      },
      checkpoint() {
        openFile().sql.all('PRAGMA wal_checkpoint(PASSIVE)');
      },
      close([checked]) {
        close(openFile(), checked);
      },
    },
    { explain: explainSqliteError },
  );
}

function open(setup: WorkerSetup, onAnswer: () => void): OpenFile {
  const former = setup.role === 'writer' ? readFormerPages(setup) : undefined;
  const { path } = setup;
  let beforeWriting: ReadonlyMap<number, number> | undefined;
  const opened = openers[setup.role](path, {
    onAnswer,
    isSuspect: former !== undefined && former.damagedInSample.length > 0,
    isOnNetwork: setup.isOnNetwork,
    beforeWriting() {
      if (former) beforeWriting = readDamagedPages(path, former);
    },
  });
  const pageCheck =
    former && !opened.setAside
      ? { ...former, ...remainingDamage(path, former, beforeWriting), modifiedAt: readModifiedAt(path) }
      : undefined;
  return { setup, opened, pageCheck, sql: createSql(opened.database) };
}

/**
 * The damaged pages of a file that opening is going to write, with their present checksums. None when it cannot be read:
 * it is opened all the same.
 */
function readDamagedPages(path: string, former: PageCheck): ReadonlyMap<number, number> {
  try {
    return readPageSums(path, former.pageSize, findDamageInTime(path, former));
  } catch {
    return new Map();
  }
}

/**
 * What is known of a file after it was opened. Where that has written it, `beforeWriting` has the damaged pages as they
 * were: they are still damaged if they are the same. The first page changes at each opening.
 */
function remainingDamage(
  path: string,
  { pageSize, damagedInSample }: PageCheck,
  beforeWriting: ReadonlyMap<number, number> | undefined,
): Pick<PageCheck, 'damagedInSample' | 'isWritten'> {
  if (!beforeWriting) return { damagedInSample, isWritten: false };
  const pages = [...beforeWriting.keys()];
  const now = readPageSums(path, pageSize, pages);
  const remaining = pages.filter((page) => page === 1 || now.get(page) === beforeWriting.get(page));
  return { damagedInSample: remaining, isWritten: true };
}

/** The pages of the file as it was closed, compared in a sample. Without them it is opened all the same. */
function readFormerPages({ path, sumsFile }: WorkerSetup): PageCheck | undefined {
  try {
    return sumsFile === undefined ? undefined : readPageCheck(sumsFile, path);
  } catch {
    return undefined;
  }
}

function close({ setup, opened, pageCheck }: OpenFile, checked: CheckResult | undefined): void {
  const { role, path, sumsFile } = setup;
  const { database, readOnly } = opened;
  if (role !== 'writer' || readOnly !== undefined) {
    database.close();
    return;
  }
  const isUnchanged = Number(database.prepare('SELECT total_changes() AS count').get()?.count) === 0;
  // Before the log is copied into the file: what has changed by then has changed on the disk.
  const damaged =
    checked?.damagedPages ?? (pageCheck && !isUnchanged ? findDamageInTime(path, pageCheck) : []);
  closeWriter(database);
  if (sumsFile === undefined || existsSync(`${path}-wal`)) return;
  try {
    savePageSums(sumsFile, path, {
      damaged,
      // A check that did not come to its end must not be replaced by checksums of what is there now.
      unchanged: isUnchanged && !checked ? pageCheck : undefined,
    });
  } catch {
    rmSync(sumsFile, { force: true });
  }
}

/** Longer than this the comparison must not delay an opening or a shutdown, in milliseconds. */
const maxCompareMs = 2000;

/**
 * The damaged pages of a file that is going to be written although its comparison with the checksums has not ended. Those
 * of the sample where it has been written to already, or where there is not enough time.
 */
function findDamageInTime(path: string, pageCheck: PageCheck): readonly number[] {
  if (pageCheck.isWritten) return pageCheck.damagedInSample;
  const deadline = performance.now() + maxCompareMs;
  let isLate = false;
  try {
    const found = findDamagedPages(path, pageCheck, pageCheck.modifiedAt, () => {
      isLate = performance.now() > deadline;
      if (isLate) throw new Error('The comparison takes too long.');
    });
    return [...new Set([...pageCheck.damagedInSample, ...(found ?? [])])];
  } catch (error) {
    if (!isLate) throw error;
    return pageCheck.damagedInSample;
  }
}

main();
