import { appendFileSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { numberCell } from '../../electron/core/workspace/file/cells.ts';

/** A query that never ends, as a view or a trigger of a hostile file would have it. */
export const endlessQuery =
  'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';

/** Replaces the table `records` of a closed workspace file by a view that is never read to its end. */
export function makeRecordsEndless(file: string): void {
  const database = new DatabaseSync(file);
  try {
    const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all('records');
    const list = columns.map(({ name }) => `i AS "${String(name)}"`).join(', ');
    database.exec(`PRAGMA foreign_keys = OFF; ALTER TABLE records RENAME TO former_records;
      CREATE VIEW records AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT ${list} FROM n;`);
  } finally {
    database.close();
  }
}

/** Number of children of each page, and how many levels of them: 300^8 pages are never read to the end. */
const children = 300;
const levels = 8;

/**
 * Makes an ordinary table of a closed file endless: below its root, levels of pages each of which points to the next
 * level many times over. SQLite does not notice while it reads from the first row to the last. The table needs one row.
 */
export function makeTableEndless(file: string, table: string): void {
  const database = new DatabaseSync(file);
  const { rootpage = 0 } =
    database.prepare("SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) ?? {};
  const size = numberCell(database.prepare('PRAGMA page_size').get() ?? {}, 'page_size');
  database.close();
  const handle = openSync(file, 'r+');
  const rootAt = (Number(rootpage) - 1) * size;
  const leaf = Buffer.alloc(size);
  readSync(handle, leaf, 0, size, rootAt);
  const firstNew = statSync(file).size / size + 1;
  // The former root, a leaf, becomes the last new page; each level points to the page after it.
  for (let level = 0; level < levels; level += 1) {
    const page = pageOfChildren(size, firstNew + level);
    if (level === 0) writeSync(handle, page, 0, size, rootAt);
    else appendFileSync(file, page);
  }
  appendFileSync(file, leaf);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(statSync(file).size / size);
  writeSync(handle, count, 0, 4, 28);
}

/** An inner page of a table (sqlite.org/fileformat2.html, 1.6) all of whose children are the same page. */
function pageOfChildren(size: number, child: number): Buffer {
  const page = Buffer.alloc(size);
  page.writeUInt8(5, 0);
  page.writeUInt16BE(children, 3);
  page.writeUInt32BE(child, 8);
  let content = size;
  for (let index = 0; index < children; index += 1) {
    content -= 6;
    page.writeUInt32BE(child, content);
    // A rowid of two bytes.
    page.writeUInt8(0x80 | (index >> 7), content + 4);
    page.writeUInt8(index & 0x7f, content + 5);
    page.writeUInt16BE(content, 12 + 2 * index);
  }
  page.writeUInt16BE(content, 5);
  return page;
}
