import { backup, DatabaseSync } from 'node:sqlite';
import type { ToolContext } from '../../base/tool-context.ts';
import { numberCell } from '../../workspace/file/cells.ts';
import { damagedFile, removeDatabase } from '../../workspace/file/sql.ts';

/** Pages that are copied between two checks for cancellation: half a megabyte. */
const pagesAtOnce = 128;

/**
 * Copies an open workspace with SQLite's backup API, as of the start of the copy: what is written in the meantime, for
 * example by a fetch, is not in the copy. The copy has no log file, so that other programs can open it at once.
 */
export async function copyWorkspace(
  { from, to }: { readonly from: string; readonly to: string },
  context: ToolContext,
): Promise<null> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
  try {
    // Without this transaction, every page that a fetch writes would restart the backup.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    const pageSize = numberCell(source.prepare('PRAGMA page_size').get() ?? {}, 'page_size');
    await backup(source, to, {
      rate: pagesAtOnce,
      progress({ totalPages, remainingPages }) {
        context.throwIfStopped();
        context.progress({
          done: (totalPages - remainingPages) * pageSize,
          total: totalPages * pageSize,
          unit: 'bytes',
        });
      },
    });
    context.throwIfStopped();
    finishFile(to, damagedFile);
    return null;
  } catch (error) {
    removeDatabase(to);
    throw error;
  } finally {
    source.close();
  }
}

/** Leaves the whole database in the one file, checked; throws with `problem` where it is damaged. */
export function finishFile(path: string, problem = 'The new file did not come out whole.'): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    const check = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (check !== 'ok') throw new Error(problem, { cause: new Error(String(check)) });
  } finally {
    database.close();
  }
}
