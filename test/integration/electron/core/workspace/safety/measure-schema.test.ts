import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findFault } from '../../../../../../electron/core/workspace/open/open-database.ts';
import { readForeignReviews } from '../../../../../../electron/core/workspace/read/reviews/foreign-reviews.ts';
import {
  damagedSchema,
  findForeignSchemaProblem,
  findSchemaProblem,
} from '../../../../../../electron/core/workspace/safety/measure-schema.ts';
import { inspectWorkspace } from '../../../../../../electron/core/workspace-tools/tasks/inspect-workspace.ts';
import { buildRecords, fillWithReviews } from '../../../../../builders/filled-workspace.ts';
import { readBomb, readBombs } from '../../../../../builders/run-bomb.ts';
import { repetitions } from '../../../../../builders/test-tier.ts';
import { makeTempFolder, openTestStore } from '../../../../../builders/workspace-builder.ts';

/** Rows of a size that together cost SQLite more than a file from elsewhere may. */
const rows = repetitions(60_000, 200_000);

const attacks: Readonly<Record<string, string>> = {
  'tables that are small': `INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql)
     SELECT 'table', 't' || value, 't' || value, 2, 'CREATE TABLE t' || value || '(a)' FROM generate`,
  'tables that are many': `INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql)
     SELECT 'table', 't' || value, 't' || value, 2, 'CREATE TABLE t' || value || ' (' || columns || ')'
     FROM generate, (SELECT group_concat('c' || value, ', ') AS columns FROM generate WHERE value < 200)`,
  'views that are long': `INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql)
     SELECT 'view', 'v' || value, 'v' || value, 0, 'CREATE VIEW v' || value || ' AS SELECT ' || text
     FROM generate, (SELECT group_concat(value, '+') AS text FROM generate WHERE value < 400)`,
  'statistics that are many': `INSERT INTO sqlite_stat1 (tbl, idx, stat)
     SELECT 'reviews', 'reviews_by_identity', value || replace(hex(zeroblob(800)), '0', ' 1') FROM generate`,
};

/** A workspace that SQLite has changed by these statements; `mode` is its journal mode. */
function buildAttacked(statements: string, mode: 'delete' | 'wal' = 'delete'): string {
  const store = openTestStore();
  fillWithReviews(store, buildRecords(2));
  store.close();
  const database = new DatabaseSync(store.path, { defensive: false });
  database.exec(`PRAGMA journal_mode = ${mode}; PRAGMA wal_autocheckpoint = 0; ANALYZE;
    PRAGMA writable_schema = ON;
    CREATE TEMP TABLE generate AS WITH RECURSIVE all_values (value) AS
      (SELECT 1 UNION ALL SELECT value + 1 FROM all_values WHERE value < ${rows}) SELECT value FROM all_values;
    ${statements}`);
  if (mode === 'delete') {
    database.close();
    return store.path;
  }
  // The file and its log as they are while a program has them open.
  const copy = path.join(path.dirname(store.path), 'copy.gpkg');
  for (const suffix of ['', '-wal']) copyFileSync(store.path + suffix, copy + suffix);
  database.close();
  return copy;
}

describe('a file that would cost much before its schema is checked is refused', { timeout: 300_000 }, () => {
  it.each(Object.entries(attacks))('for %s', async (_name, statements) => {
    const file = buildAttacked(statements);
    const [inspected, merged, rebuilt, opened] = await readBombs(
      ['inspect', 'merge', 'rebuild', 'open'],
      file,
    );
    expect(inspected).toMatchObject({
      kind: 'damaged',
      reason: expect.stringMatching(/^Its list of tables, or the statistics in it, are larger/),
    });
    expect(merged).toMatchObject({ kind: 'refused' });
    expect(rebuilt).toMatchObject({ rescued: 2, lost: 0, hasFile: true });
    expect(opened).toMatchObject({ kind: 'foreign' });
  });

  it('and what is just small enough costs little', async () => {
    const file = buildAttacked(
      `INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql)
         SELECT 'view', 'v' || value, 'v' || value, 0, 'CREATE VIEW v' || value || ' AS SELECT ' || text
         FROM generate, (SELECT group_concat('a') AS text FROM generate WHERE value < 1900) WHERE value < 1000`,
    );
    expect(await readBomb('inspect', file)).toMatchObject({
      reason: expect.stringContaining('the view “v1”'),
    });
  });

  it.each(Object.entries(attacks))('for %s in its log', async (_name, statements) => {
    const file = buildAttacked(statements, 'wal');
    const [inspected, rebuilt, opened] = await readBombs(['inspect', 'rebuild', 'open'], file);
    expect(inspected).toMatchObject({ kind: 'damaged' });
    expect(rebuilt).toMatchObject({ rescued: 2, lost: 0 });
    expect(opened).toMatchObject({ kind: 'foreign' });
  });
});

describe('the pages of a schema', () => {
  function buildSmall(statements = ''): string {
    const store = openTestStore();
    fillWithReviews(store, buildRecords(2));
    store.close();
    const database = new DatabaseSync(store.path, { defensive: false });
    database.exec(statements);
    database.close();
    return store.path;
  }

  it('are read as they are in the log, up to its last transaction, and nothing behind it', () => {
    const large = buildAttacked(attacks['statistics that are many'] ?? '', 'wal');
    expect(findSchemaProblem(large)).toMatch(/larger/);
    // Of a log that is torn SQLite uses what is before.
    const log = readFileSync(`${large}-wal`);
    const torn = Buffer.from(log);
    torn.writeUInt8(torn.readUInt8(60) ^ 1, 60);
    writeFileSync(`${large}-wal`, torn);
    expect(findSchemaProblem(large)).toBeUndefined();
    expect(new DatabaseSync(large).prepare('SELECT count(*) AS count FROM reviews').get()).toEqual({
      count: 1,
    });
  });

  it('of a file in any encoding and page size are read', async () => {
    for (const pragmas of [
      "encoding = 'UTF-16le'",
      "encoding = 'UTF-16be'",
      'page_size = 512',
      'page_size = 65536',
    ]) {
      const file = path.join(await makeTempFolder(), 'other.gpkg');
      const database = new DatabaseSync(file);
      database.exec(`PRAGMA ${pragmas}; CREATE TABLE plain (a, b); CREATE INDEX plain_a ON plain (a);
        INSERT INTO plain VALUES (1, 2); ANALYZE`);
      expect(findForeignSchemaProblem(file)).toBeUndefined();
      database.exec(`WITH RECURSIVE all_values (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM all_values
        WHERE value < 20000) INSERT INTO sqlite_stat1 SELECT 'plain', 'plain_a', hex(zeroblob(400)) FROM all_values`);
      database.close();
      expect(findForeignSchemaProblem(file), pragmas).toMatch(/larger/);
    }
  });

  it('that form no tree, or have cells that overlap, are refused as damaged', () => {
    const file = buildSmall();
    const bytes = readFileSync(file);
    const pageSize = bytes.readUInt16BE(16);
    const changed = (change: (copy: Buffer) => void) => {
      const copy = Buffer.from(bytes);
      change(copy);
      writeFileSync(file, copy);
      const found = findSchemaProblem(file);
      if (found === problem) expect(findFault(file, {})).toMatchObject({ kind: 'damaged' });
      return found;
    };
    const problem = damagedSchema;
    expect(changed(() => {})).toBeUndefined();
    expect(bytes.readUInt8(100)).toBe(5);
    // Its first cell, and the child after its last one.
    const [first, right] = [bytes.readUInt16BE(112), 108];
    expect(changed((copy) => copy.copyWithin(right, first, first + 4))).toBe(problem);
    expect(changed((copy) => copy.writeUInt32BE(1, first))).toBe(problem);
    const leaf = (bytes.readUInt32BE(first) - 1) * pageSize;
    const cells = bytes.readUInt16BE(leaf + 3);
    expect(
      changed((copy) => {
        for (let at = 1; at < cells; at += 1) copy.copyWithin(leaf + 8 + 2 * at, leaf + 8, leaf + 10);
        copy.writeUInt16BE(200, leaf + 3);
        for (let at = cells; at < 200; at += 1) copy.copyWithin(leaf + 8 + 2 * at, leaf + 8, leaf + 10);
      }),
    ).toBe(problem);
  });

  it('of what cannot be read are left to SQLite, whose errors name the file and its disk or permission', async () => {
    const folder = await makeTempFolder();
    expect(findForeignSchemaProblem(folder)).toBeUndefined();
    expect(inspectWorkspace(folder)).toMatchObject({ kind: 'locked' });
    const file = buildSmall();
    const failure = Object.assign(new Error('disk I/O error'), { errcode: 10 | (1 << 8) });
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(() => {
      throw failure;
    });
    onTestFinished(() => prepare.mockRestore());
    expect(inspectWorkspace(file)).toEqual({
      kind: 'locked',
      reason: expect.stringMatching(/^The disk of the file failed/),
    });
    expect(readForeignReviews(file, '2026-11-27T00:00:00.000Z', () => 'read')).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(/^The disk of the file failed/),
    });
  });

  it('of a file that this process has open are not measured again, since closing it would remove its locks', () => {
    const file = buildAttacked(attacks['statistics that are many'] ?? '');
    expect(findForeignSchemaProblem(file)).toMatch(/larger/);
    const database = new DatabaseSync(file);
    onTestFinished(() => database.close());
    database.prepare('PRAGMA schema_version').get();
    expect(findForeignSchemaProblem(file)).toBeUndefined();
  });
});
