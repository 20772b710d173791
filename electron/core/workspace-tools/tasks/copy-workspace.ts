import { rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { numberCell } from '../../workspace/cells.ts';
import type { Tools } from '../tool-rpc.ts';
import type { ToolRun } from '../tool-run.ts';

/** Pages that are copied between two looks at whether the copy is still wanted: half a megabyte. */
const pagesAtOnce = 128;

/**
 * Copies an open workspace with SQLite's backup API, as it stands at the beginning: what is written meanwhile, by a
 * fetch, say, is not in the copy. The copy has no log beside it, so that other programs can open it at once.
 */
export async function copyWorkspace({ from, to }: Tools['copy']['task'], run: ToolRun): Promise<null> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
  try {
    // Without a transaction of its own every page that a fetch writes would have the copy begin anew.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    const pageSize = numberCell(source.prepare('PRAGMA page_size').get() ?? {}, 'page_size');
    await backup(source, to, {
      rate: pagesAtOnce,
      progress({ totalPages, remainingPages }) {
        run.check();
        run.progress({
          done: (totalPages - remainingPages) * pageSize,
          total: totalPages * pageSize,
          unit: 'bytes',
        });
      },
    });
    run.check();
    finishFile(to);
    return null;
  } catch (error) {
    removeDatabase(to);
    throw error;
  } finally {
    source.close();
  }
}

/** Leaves the whole database in the one file, checked. */
export function finishFile(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    const check = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (check !== 'ok') throw new Error(`The copy did not come out whole: ${String(check)}`);
  } finally {
    database.close();
  }
}

/** Takes a database file away with its logs. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}
