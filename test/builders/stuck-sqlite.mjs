import { writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isMainThread, Worker } from 'node:worker_threads';

// Loaded with `node --import` into a host and its threads. SIGHTLINE_TEST_STUCK names a part of the SQL statement at which
// a thread gets stuck inside SQLite for good; `anywhere` has a thread of its own be stuck, which no code waits for.

const endless = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
const stuckAt = process.env.SIGHTLINE_TEST_STUCK;

if (stuckAt === 'anywhere') {
  if (isMainThread) {
    const code = `new (require('node:sqlite').DatabaseSync)(':memory:').exec(${JSON.stringify(endless)})`;
    new Worker(code, { eval: true, execArgv: [], env: {} }).unref();
  }
} else if (!isMainThread) {
  for (const name of ['exec', 'prepare']) {
    const original = DatabaseSync.prototype[name];
    DatabaseSync.prototype[name] = function (text, ...rest) {
      if (text.includes(stuckAt)) {
        writeSync(2, 'stuck\n');
        new DatabaseSync(':memory:').prepare(endless).get();
      }
      return original.call(this, text, ...rest);
    };
  }
}
