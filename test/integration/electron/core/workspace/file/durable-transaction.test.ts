import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { closeDatabase, createSql } from '../../../../../../electron/core/workspace/file/sql.ts';
import { makeTempFolder } from '../../../../../builders/workspace-builder.ts';

test('a durable transaction flushes the drive, too, and the others stay as fast as they were', async () => {
  const database = new DatabaseSync(path.join(await makeTempFolder(), 'durable.sqlite'));
  const sql = createSql(database);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  const flushing = () => [
    database.prepare('PRAGMA synchronous').get()?.synchronous,
    database.prepare('PRAGMA fullfsync').get()?.fullfsync,
  ];
  expect(flushing()).toEqual([1, 0]);
  expect(sql.durableTransaction(flushing)).toEqual([2, 1]);
  expect(flushing()).toEqual([1, 0]);
  const failing = () =>
    sql.durableTransaction(() => {
      throw new Error('stop');
    });
  expect(failing).toThrow('stop');
  expect(flushing()).toEqual([1, 0]);
  closeDatabase(database);
});
