import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
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

/** Entries without a label have no file, as tiles that a server does not have. */
const format: DiskCacheFormat<Details, { keysOf(owner: string): string[] }> = {
  name: 'test cache',
  extension: '',
  table: 'files',
  schema: `CREATE TABLE IF NOT EXISTS files (
    key TEXT PRIMARY KEY, owner_name TEXT NOT NULL, label TEXT, bytes INTEGER NOT NULL, used_at INTEGER NOT NULL
  ) WITHOUT ROWID;`,
  columns: { owner: 'owner_name', label: 'label' },
  fileCondition: 'label IS NOT NULL',
  queries: (database: DatabaseSync) => ({
    keysOf: (owner) =>
      database
        .prepare('SELECT key FROM files WHERE owner_name = ?')
        .all(owner)
        .map(({ key }) => String(key)),
  }),
  isIntact: (body, { bytes }) => body.length === bytes,
  detailsOfUnknownFile: undefined,
};

function openCache(limit = 1000, of = format) {
  const cache = createDiskCache(folder, of, { limit, now: () => clock.ms });
  onTestFinished(() => cache.close());
  return cache;
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

it('counts no file for entries without one, and replaces a file by such an entry', async () => {
  const cache = openCache();
  const key = cacheKey('a');
  await cache.write(key, ten, ada);
  await cache.write(key, undefined, { owner: 'ada', label: null });
  expect(await cache.read(key)).toMatchObject({ entry: { label: null }, body: undefined });
  expect(await cache.has(key)).toBe(true);
  expect(await cache.stats()).toMatchObject({ files: 0, bytes: 0 });
  expect(existsSync(cacheFile(folder, key, ''))).toBe(false);
});

it('removes entries by a query, with their files', async () => {
  const cache = openCache();
  await cache.write(cacheKey('a'), ten, ada);
  await cache.write(cacheKey('b'), ten, { owner: 'bob', label: 'b' });
  await cache.remove(({ keysOf }) => keysOf('ada'));
  expect(await cache.has(cacheKey('a'))).toBe(false);
  expect(existsSync(cacheFile(folder, cacheKey('a'), ''))).toBe(false);
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

it('removes the entry of a file that is damaged', async () => {
  const cache = openCache();
  await cache.write(cacheKey('a'), ten, ada);
  await writeFile(cacheFile(folder, cacheKey('a'), ''), 'short');
  expect(await cache.read(cacheKey('a'))).toBeUndefined();
  expect(await cache.has(cacheKey('a'))).toBe(false);
  expect(await cache.stats()).toMatchObject({ files: 0, bytes: 0 });
});

it('after a kill deletes files without an entry whose details are unknown', async () => {
  const killed = createDiskCache(folder, format, { limit: 1000 });
  await killed.write(cacheKey('a'), ten, ada);
  const unknown = cacheFile(folder, `${cacheKey('a').slice(0, 2)}ff`, '');
  await writeFile(unknown, ten);
  await writeFile(`${unknown}.tmp`, ten);
  const cache = openCache();
  expect(await cache.stats()).toMatchObject({ files: 1 });
  expect(await readdir(path.dirname(unknown))).toEqual([cacheKey('a')]);
  await killed.close();
});

it('after a kill adds files without an entry whose details are known, and drops entries without a file', async () => {
  const rebuildable = { ...format, detailsOfUnknownFile: { owner: 'found', label: '' } };
  const killed = createDiskCache(folder, rebuildable, { limit: 1000 });
  await killed.write(cacheKey('a'), ten, ada);
  await killed.write(cacheKey('b'), ten, ada);
  await writeFile(cacheFile(folder, `${cacheKey('a').slice(0, 2)}ff`, ''), 'seven b');
  await rm(cacheFile(folder, cacheKey('b'), ''));
  const cache = openCache(1000, rebuildable);
  expect(await cache.stats()).toMatchObject({ files: 2, bytes: 17 });
  expect(await cache.has(cacheKey('b'))).toBe(false);
  await killed.close();
});

it('refuses to be used after it was closed', async () => {
  const cache = openCache();
  await cache.close();
  await expect(cache.read(cacheKey('a'))).rejects.toThrow('The test cache was closed.');
});
