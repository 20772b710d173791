import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import {
  cacheFile,
  cacheKey,
  createDiskCache,
  type DiskCacheFormat,
} from '../../../../../electron/core/base/disk-cache.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

let folder: string;
const clock = { ms: 0 };
beforeEach(async () => {
  folder = path.join(await makeTempFolder(), 'cache');
  clock.ms = Date.parse('2026-11-20T08:00:00Z');
});

type Details = { readonly owner: string; readonly label: string | null };

/** Entries without a label have no body, as tiles that a server does not have. */
const format: DiskCacheFormat<Details, { keysOf(owner: string): string[] }> = {
  name: 'test cache',
  columns: { owner: 'TEXT', label: 'TEXT' },
  schema: '',
  queries: (database: DatabaseSync) => ({
    keysOf: (owner) =>
      database
        .prepare('SELECT key FROM entries WHERE owner = ?')
        .all(owner)
        .map(({ key }) => String(key)),
  }),
  former: {
    extension: '',
    selectEntries: 'SELECT key, bytes, used_at, owner_name, label FROM former.files',
    acceptsUnlisted: false,
  },
};

function openCache(limit = 1000) {
  const cache = createDiskCache(folder, format, { limit, now: () => clock.ms });
  onTestFinished(() => cache.close());
  return cache;
}

/** Runs a statement on the file of the cache, as another program would. */
function change(statement: string) {
  const database = new DatabaseSync(cacheFile(folder));
  const rows = database.prepare(statement).all();
  database.close();
  return rows;
}

const ten = Buffer.alloc(10, 1);
const ada: Details = { owner: 'ada', label: 'a' };

it('returns what was written, with its details, also after a restart', async () => {
  const cache = openCache();
  const key = cacheKey('a', 1);
  await cache.write(key, ten, ada);
  await cache.changeDetails(key, { owner: 'ada', label: 'b' });
  await cache.changeDetails(cacheKey('unknown'), ada);
  await cache.close();
  const reopened = openCache();
  const read = await reopened.read(key);
  expect(read?.entry).toMatchObject({ key, owner: 'ada', label: 'b', bytes: 10 });
  expect(Buffer.from(read?.body ?? []).equals(ten)).toBe(true);
  expect(await reopened.stats()).toMatchObject({ files: 1, bytes: 10 });
});

it('counts no body for entries without one, and replaces a body by such an entry', async () => {
  const cache = openCache();
  const key = cacheKey('a');
  await cache.write(key, ten, ada);
  await cache.write(key, undefined, { owner: 'ada', label: null });
  expect(await cache.read(key)).toMatchObject({ entry: { label: null }, body: undefined });
  expect(await cache.has(key)).toBe(true);
  expect(await cache.stats()).toMatchObject({ files: 0, bytes: 0 });
  expect(await cache.hasBody(key)).toBe(false);
  expect(change('SELECT key FROM bodies')).toEqual([]);
});

it('removes entries by a query, with their bodies', async () => {
  const cache = openCache();
  await cache.write(cacheKey('a'), ten, ada);
  await cache.write(cacheKey('b'), ten, { owner: 'bob', label: 'b' });
  await cache.remove(({ keysOf }) => keysOf('ada'));
  expect(await cache.has(cacheKey('a'))).toBe(false);
  expect(change('SELECT key FROM bodies')).toEqual([{ key: cacheKey('b') }]);
  expect(await cache.stats()).toMatchObject({ files: 1, bytes: 10 });
});

it('evicts the least recently used, but nothing of the last minute', async () => {
  const cache = openCache(25);
  for (const name of ['a', 'b']) {
    await cache.write(cacheKey(name), ten, ada);
    clock.ms += 120_000;
  }
  await cache.read(cacheKey('a'));
  await cache.write(cacheKey('c'), ten, ada);
  expect(await cache.has(cacheKey('b'))).toBe(false);
  expect(await cache.has(cacheKey('a'))).toBe(true);
  await cache.setLimit(0);
  expect(await cache.stats()).toMatchObject({ files: 2 });
});

it('removes the entry of a body that was cut', async () => {
  const cache = openCache();
  await cache.write(cacheKey('a'), ten, ada);
  change("UPDATE bodies SET body = x'00'");
  expect(await cache.read(cacheKey('a'))).toBeUndefined();
  expect(await cache.has(cacheKey('a'))).toBe(false);
  expect(await cache.stats()).toMatchObject({ files: 0, bytes: 0 });
});

it('carries over the files of a former version, and drops what is cut, missing or in no entry', async () => {
  const [kept, cut, missing, stranger] = ['a', 'b', 'c', 'd'].map((name) => cacheKey(name)) as [
    string,
    string,
    string,
    string,
  ];
  await mkdir(folder);
  const index = new DatabaseSync(path.join(folder, 'index.sqlite'));
  index.exec('CREATE TABLE files (key TEXT, owner_name TEXT, label TEXT, bytes INTEGER, used_at INTEGER)');
  for (const key of [kept, cut, missing])
    index.prepare("INSERT INTO files VALUES (?, 'ada', 'a', 10, 5)").run(key);
  index.close();
  for (const [key, body] of [
    [kept, ten],
    [cut, ten.subarray(1)],
    [stranger, ten],
  ] as const) {
    await mkdir(path.join(folder, key.slice(0, 2)), { recursive: true });
    await writeFile(path.join(folder, key.slice(0, 2), key), body);
  }
  const cache = openCache();
  expect(await cache.stats()).toEqual({ files: 1, bytes: 10, oldestUse: 5 });
  expect(await cache.read(kept)).toMatchObject({ entry: ada, body: new Uint8Array(ten) });
  await cache.close();
  expect(await readdir(folder)).toEqual([path.basename(cacheFile(folder))]);
});

it('refuses to be used after it was closed', async () => {
  const cache = openCache();
  await cache.close();
  await expect(cache.read(cacheKey('a'))).rejects.toThrow('The test cache was closed.');
});

it('loses nothing of a former version whose index cannot be read at the moment', async () => {
  const key = cacheKey('a');
  await mkdir(path.join(folder, key.slice(0, 2)), { recursive: true });
  await writeFile(path.join(folder, key.slice(0, 2), key), ten);
  const index = new DatabaseSync(path.join(folder, 'index.sqlite'));
  onTestFinished(() => index.close());
  index.exec('CREATE TABLE files (key TEXT, owner_name TEXT, label TEXT, bytes INTEGER, used_at INTEGER)');
  index.prepare("INSERT INTO files VALUES (?, 'ada', 'a', 10, 5)").run(key);
  index.exec('BEGIN EXCLUSIVE');
  const cache = openCache();
  await expect(cache.stats()).rejects.toThrow('locked');
  await cache.close();
  index.exec('ROLLBACK');
  expect(await openCache().read(key)).toMatchObject({ entry: ada, body: new Uint8Array(ten) });
});
