import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** Maximum wait for a lock that another connection holds, in milliseconds: on a network drive writes are slow. */
const lockTimeoutMs = 60_000;

/**
 * A read transaction in a separate connection, which is opened at the first `begin`. Until it ends, nothing is copied from
 * a write-ahead log into the file, and no transaction with a rollback journal writes it.
 */
export function createReadTransaction(path: string) {
  let database: DatabaseSync | undefined;
  let read: StatementSync | undefined;
  return {
    begin() {
      database ??= new DatabaseSync(path, { readOnly: true, timeout: lockTimeoutMs });
      database.exec('BEGIN');
      // The transaction begins with the first read.
      read ??= database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1');
      read.get();
    },
    end: () => database?.exec('COMMIT'),
    close() {
      if (database?.isOpen) database.close();
    },
  };
}
