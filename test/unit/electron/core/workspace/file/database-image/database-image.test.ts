import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createDatabaseImage } from '../../../../../../../electron/core/workspace/file/database-image/database-image.ts';
import { RowRecord } from '../../../../../../../electron/core/workspace/file/database-image/row-record.ts';

const tables = [
  { name: 'rows', sql: 'CREATE TABLE rows (id INTEGER PRIMARY KEY, a, b, c, d)' },
  { name: 'empty', sql: 'CREATE TABLE empty (id INTEGER PRIMARY KEY, a)' },
  { name: 'others', sql: 'CREATE TABLE others (id INTEGER PRIMARY KEY, a)' },
];

function open(image: Uint8Array): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.deserialize(image);
  return database;
}

test('SQLite finds every value in the image of a database, and reports no error', () => {
  const image = createDatabaseImage(tables, 0);
  const row = new RowRecord();
  const texts = ['', 'a', 'ä€𝄞', 'x'.repeat(63), 'y'.repeat(8000)];
  const wanted: unknown[] = [];
  for (let id = 1; id <= 5000; id += 1) {
    const text = texts[id % texts.length] ?? '';
    const blob = Uint8Array.of(id & 255, 0, 255);
    row
      .begin()
      .null()
      .text(id % 7 === 0 ? null : text)
      .integer(id % 2 === 0 ? -id : null)
      .double(id / 3)
      .blob(blob);
    image.append(0, id, row);
    if (id % 3 === 0) image.append(2, id, row.begin().null().integer(id));
    wanted.push({ id, a: id % 7 === 0 ? null : text, b: id % 2 === 0 ? -id : null, c: id / 3, d: blob });
  }
  const database = open(image.finish());
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(database.prepare('SELECT * FROM rows ORDER BY id').all()).toEqual(wanted);
  expect(database.prepare('SELECT a FROM rows WHERE id = 4999').get()).toEqual({ a: texts[4999 % 5] });
  expect(database.prepare('SELECT count(*) AS n FROM empty').get()).toEqual({ n: 0 });
  expect(database.prepare('SELECT count(*) AS n, min(a) AS a, max(a) AS b FROM others').get()).toEqual({
    n: 1666,
    a: 3,
    b: 4998,
  });
});

test.each([16_340, 16_349, 16_350, 18_000, 34_800, 300_000])(
  'a row of %i bytes goes on in pages of its own',
  (length) => {
    const image = createDatabaseImage(tables, 0);
    const row = new RowRecord();
    const text = 'z'.repeat(length);
    for (const id of [1, 200, 70_000])
      image.append(0, id, row.begin().null().text(text).null().null().null());
    const database = open(image.finish());
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(database.prepare('SELECT id, a = ? AS same FROM rows').all(text)).toEqual([
      { id: 1, same: 1 },
      { id: 200, same: 1 },
      { id: 70_000, same: 1 },
    ]);
  },
);

test('values that were encoded once are used in several rows', () => {
  const image = createDatabaseImage(tables, 0);
  const row = new RowRecord();
  const shared = row.begin().text('shared').integer(7).toPart();
  for (const id of [1, 2]) image.append(0, id, row.begin().null().appendPart(shared).point(id, -id).null());
  const rows = open(image.finish()).prepare('SELECT a, b, length(c) AS c FROM rows').all();
  expect(rows).toEqual([
    { a: 'shared', b: 7, c: 29 },
    { a: 'shared', b: 7, c: 29 },
  ]);
});
