import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { numberCell } from '../../../../../../electron/core/workspace/file/cells.ts';
import { createSql } from '../../../../../../electron/core/workspace/file/sql.ts';
import { noRows, SalvagedFile } from '../../../../../../electron/core/workspace-tools/tasks/salvage-rows.ts';
import { readLayouts } from '../../../../../../electron/core/workspace-tools/tasks/table-layouts.ts';
import { openTestStore } from '../../../../../builders/workspace-builder.ts';

const rows = 400;

/** A file whose orders fill three levels of pages of 1 KiB, and the pages of their table and its index. */
function buildFile() {
  const store = openTestStore();
  store.close();
  const database = new DatabaseSync(store.path);
  database.exec('PRAGMA page_size = 1024; VACUUM');
  const insert = database.prepare(
    "INSERT INTO orders (order_id, body, first_seen_at, last_seen_at) VALUES (?, ?, '2026-11-21', '2026-11-21')",
  );
  database.exec('BEGIN');
  // With the character by which SQLite's reader replaces what is no text.
  for (let id = 1; id <= rows; id += 1) insert.run(`order-${id}`, `body ${id} \ufffd ${'x'.repeat(700)}`);
  database.exec('COMMIT');
  const pages = database
    .prepare("SELECT name, pageno, path, pagetype FROM dbstat WHERE name GLOB '*orders*' ORDER BY path")
    .all()
    .map((row) => ({
      name: String(row.name),
      number: numberCell(row, 'pageno'),
      depth: String(row.path).split('/').length - 1,
      type: String(row.pagetype),
    }));
  database.close();
  return {
    path: store.path,
    pages: pages.filter(({ name }) => name === 'orders'),
    bytes: readFileSync(store.path),
  };
}

/** The ids of the orders that are read of a file, and the count. */
function readOrders(path: string) {
  const fresh = openTestStore();
  fresh.close();
  const database = new DatabaseSync(fresh.path);
  onTestFinished(() => database.close());
  const file = new SalvagedFile(path, `${path}.copy`, readLayouts(createSql(database)));
  onTestFinished(() => file.close());
  const count = noRows();
  const ids: number[] = [];
  for (const row of file.rows('orders', count)) if (row.read()) ids.push(row.key ?? 0);
  return { ids: ids.toSorted((one, other) => one - other), count };
}

const all = Array.from({ length: rows }, (_, index) => index + 1);

/** Changes a page of 1 KiB. */
function change(bytes: Buffer<ArrayBuffer>, page: number, action: (page: Buffer) => void) {
  const changed = Buffer.from(bytes);
  action(changed.subarray((page - 1) * 1024, page * 1024));
  return changed;
}

it.each([
  ['in all children', true],
  ['in all but the first', false],
])('ends where an inner page leads back to itself %s, and counts what cannot be read', (_name, isAll) => {
  const { path, pages, bytes } = buildFile();
  const page = pages.find(({ type, depth }) => type === 'internal' && depth > 1)?.number ?? 0;
  const circle = change(bytes, page, (content) => {
    const count = content.readUInt16BE(3);
    for (let cell = isAll ? 0 : 1; cell < count; cell += 1)
      content.writeUInt32BE(page, content.readUInt16BE(12 + 2 * cell));
    content.writeUInt32BE(page, 8);
  });
  writeFileSync(path, circle);
  const { ids, count } = readOrders(path);
  expect(count).toEqual({ rescued: ids.length, lost: rows - ids.length, isExact: true });
});

it('counts rows that are missing where the pages of a table show no damage', () => {
  const { path, pages, bytes } = buildFile();
  const database = new DatabaseSync(path);
  database.exec(`INSERT INTO orders (order_id, body, first_seen_at, last_seen_at)
    VALUES ('last', 'short', '2026-11-21', '2026-11-21')`);
  database.close();
  // As the file is whose last page was not written.
  const page = pages.findLast(({ type }) => type === 'leaf')?.number ?? 0;
  const former = bytes.subarray((page - 1) * 1024, page * 1024);
  writeFileSync(
    path,
    change(readFileSync(path), page, (content) => content.set(former)),
  );
  const { ids, count } = readOrders(path);
  expect(ids).toEqual(all);
  expect(count).toEqual({ rescued: rows, lost: 1, isExact: true });
});

it('counts nothing as missing where only row ids in an index are damaged', () => {
  const { path, bytes } = buildFile();
  // In the index the row id, 300, follows the text.
  const entry = bytes.indexOf('order-300\u0001\u002c', 'latin1');
  expect(entry).toBeGreaterThan(0);
  const at = entry + 'order-300'.length;
  const damaged = Buffer.from(bytes);
  damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
  writeFileSync(path, damaged);
  expect(readOrders(path)).toEqual({ ids: all, count: { rescued: rows, lost: 0, isExact: true } });
});

it('refuses a row whose text is no text, and no other', () => {
  const { path, bytes } = buildFile();
  const at = bytes.indexOf('body 200 ');
  const changed = Buffer.from(bytes);
  changed.fill(0xff, at + 20, at + 40);
  writeFileSync(path, changed);
  const { ids, count } = readOrders(path);
  expect(ids).toEqual(all.filter((id) => id !== 200));
  expect(count).toEqual({ rescued: rows - 1, lost: 1, isExact: true });
});

it('reads nothing of the header but the page size', () => {
  const { path, bytes } = buildFile();
  const changed = Buffer.from(bytes);
  // Page count, reserved bytes, free pages, schema format, text encoding.
  changed.writeUInt32BE(3, 28);
  changed.writeUInt8(200, 20);
  changed.writeUInt32BE(2, 32);
  changed.writeUInt32BE(9, 36);
  changed.writeUInt32BE(77, 44);
  changed.writeUInt32BE(2, 56);
  writeFileSync(path, changed);
  expect(readOrders(path)).toMatchObject({ ids: all, count: { lost: 0, isExact: true } });
});
