import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { registerSpatialFunctions } from '../../../../../../electron/core/workspace/file/geopackage/spatial-functions.ts';
import { createSql } from '../../../../../../electron/core/workspace/file/sql.ts';
import { setReviews } from '../../../../../../electron/core/workspace/tables/reviews.ts';
import { undoReviews } from '../../../../../../electron/core/workspace/tables/undo-reviews.ts';
import { buildRecords } from '../../../../../builders/filled-workspace.ts';
import { fillStore, openTestStore } from '../../../../../builders/workspace-builder.ts';

it('a verdict and its undo are on the drive when they are saved', () => {
  const store = openTestStore();
  fillStore(store, buildRecords(1));
  store.close();
  const database = new DatabaseSync(store.path);
  registerSpatialFunctions(database);
  const sql = createSql(database);
  const committed: unknown[] = [];
  sql.watchTransactions({
    begun() {},
    committing() {
      committed.push([
        database.prepare('PRAGMA synchronous').get()?.synchronous,
        database.prepare('PRAGMA fullfsync').get()?.fullfsync,
      ]);
    },
    rolledBack() {},
  });
  const info = { batch: 'one', reviewer: 'me', at: '2026-11-21T08:00:00.000Z' };
  setReviews(sql, [1], { verdict: 'confirmed' }, info);
  undoReviews(sql, 'one', { ...info, batch: 'two' });
  expect(committed).toEqual([
    [2, 1],
    [2, 1],
  ]);
  database.close();
});
