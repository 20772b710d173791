import { flushCompileCache } from 'node:module';
import { createSql } from '../../electron/core/workspace/file/sql.ts';
import { openDatabase } from '../../electron/core/workspace/open/open-database.ts';
import { setReviews } from '../../electron/core/workspace/tables/reviews.ts';
import { undoReviews } from '../../electron/core/workspace/tables/undo-reviews.ts';

// The kill comes before Node would save what it has compiled, for the next run.
flushCompileCache();

// Run as a separate process, to be killed at any moment: sets one verdict after the other on all detections of the
// workspace, undoes every third change, and prints the number of each once it is done.
const { database } = openDatabase(process.argv[2] ?? '');
const sql = createSql(database);
const ids = sql.arrays('SELECT fid FROM detections').map(([id]) => Number(id));
const verdicts = ['confirmed', 'rejected', 'unsure'] as const;
process.stdout.write('began\n');
for (let count = 0; ; count += 1) {
  const act = { batch: crypto.randomUUID(), reviewer: 'anna', at: new Date().toISOString() };
  const verdict = verdicts[count % 3] ?? null;
  const { batch } = setReviews(sql, ids, { verdict, note: `change ${count}` }, act);
  if (count % 3 === 2) {
    const undone = undoReviews(sql, String(batch), { ...act, batch: crypto.randomUUID() });
    if (!undone.ok) throw new Error(undone.failure.message);
  }
  process.stdout.write(`done ${count}\n`);
}
