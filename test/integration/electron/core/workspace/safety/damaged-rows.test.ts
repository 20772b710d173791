import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { numberCell } from '../../../../../../electron/core/workspace/file/cells.ts';
import { createSql } from '../../../../../../electron/core/workspace/file/sql.ts';
import { findDamagedRows } from '../../../../../../electron/core/workspace/safety/damaged-rows.ts';
import { hasKey } from '../../../../../../electron/core/workspace/safety/rows-on-pages.ts';
import { openToCompare } from '../../../../../builders/damage.ts';
import { makeTempFolder } from '../../../../../builders/workspace-builder.ts';

const pageSize = 1024;
const noteOf = (id: number) => 'x'.repeat(id % 50 === 0 ? 5000 : 30);

/** A file with reviews of the detections 10, 20, …, 20000, some of them longer than a page, and its b-tree's pages. */
async function reviewFile() {
  const path = `${await makeTempFolder()}/a.db`;
  const database = new DatabaseSync(path);
  database.exec(
    `PRAGMA page_size = ${pageSize}; CREATE TABLE other (id INTEGER PRIMARY KEY, text TEXT);
     CREATE TABLE reviews (detection_id INTEGER PRIMARY KEY, note TEXT); BEGIN`,
  );
  const insert = database.prepare('INSERT INTO reviews VALUES (?, ?)');
  for (let id = 10; id <= 20_000; id += 10) insert.run(id, noteOf(id));
  database.exec('COMMIT');
  const pages = database
    .prepare("SELECT pageno, path, pagetype, ncell FROM dbstat WHERE name = 'reviews' ORDER BY path")
    .all()
    .map((row) => ({
      number: numberCell(row, 'pageno'),
      path: String(row.path),
      type: String(row.pagetype),
      rows: numberCell(row, 'ncell'),
    }));
  const descriptor = openToCompare(path);
  const rowsOn = (...damaged: number[]) =>
    findDamagedRows(createSql(database), { descriptor, pageSize }, damaged).reviews ?? [];
  return { database, pages, rowsOn, pageCount: statSync(path).size / pageSize };
}

describe('the rows on damaged pages', () => {
  it('are those of each leaf, exactly', async () => {
    const { database, pages, rowsOn } = await reviewFile();
    const leaves = pages.filter(({ type }) => type === 'leaf');
    expect(leaves.length).toBeGreaterThan(20);
    let former = 0;
    for (const [index, { number, rows }] of leaves.entries()) {
      const expected = Array.from({ length: rows }, (_, row) => (former + row + 1) * 10);
      former += rows;
      if (index % 5 !== 0 && index < leaves.length - 1) continue;
      const ranges = rowsOn(number);
      const [first = 0, last = 0] = [expected[0], expected.at(-1)];
      for (const key of expected) expect(hasKey(ranges, key), `row ${key}`).toBe(true);
      if (index > 0) expect(hasKey(ranges, first - 10)).toBe(false);
      if (index < leaves.length - 1) expect(hasKey(ranges, last + 10)).toBe(false);
    }
    expect(former).toBe(2000);
    database.close();
  });

  it('are the one row of a page that it continues on', async () => {
    const { database, pages, rowsOn } = await reviewFile();
    const overflow = pages.filter(({ type }) => type === 'overflow');
    expect(overflow.length).toBeGreaterThan(100);
    for (const { number } of overflow.slice(0, 40)) {
      const ranges = rowsOn(number);
      expect(ranges).toHaveLength(1);
      expect(ranges[0]?.from).toBe(ranges[0]?.to);
      expect((ranges[0]?.from ?? 1) % 50).toBe(0);
    }
    database.close();
  });

  it('are all below a damaged inner page, and all of the table where its first page is damaged', async () => {
    const { database, pages, rowsOn } = await reviewFile();
    const [root, ...inner] = pages.filter(({ type }) => type === 'internal');
    expect(inner.length).toBeGreaterThan(0);
    const below = inner.flatMap(({ number }) => rowsOn(number));
    for (let id = 10; id <= 20_000; id += 10) expect(hasKey(below, id)).toBe(true);
    expect(rowsOn(root?.number ?? 0)).toEqual([{ from: 0, to: Number.MAX_SAFE_INTEGER }]);
    database.close();
  });

  it('are none of another table', async () => {
    const { database, pages, rowsOn, pageCount } = await reviewFile();
    const ours = new Set(pages.map(({ number }) => number));
    const others = Array.from({ length: pageCount }, (_, index) => index + 1).filter(
      (page) => !ours.has(page),
    );
    expect(rowsOn(...others)).toEqual([]);
    database.close();
  });
});
