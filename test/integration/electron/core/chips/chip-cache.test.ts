import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readdir, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { cacheFile } from '../../../../../electron/core/base/disk-cache.ts';
import {
  type ChipCacheOptions,
  chipKey,
  createChipCache,
  openChipReader,
} from '../../../../../electron/core/chips/chip-cache.ts';
import { buildPng } from '../../../../builders/chip-png.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

let folder: string;
const clock = { ms: 0 };
const minute = 60_000;
const png = buildPng();
const program = fileURLToPath(new URL('../../../../builders/kill-writing-chips.ts', import.meta.url));
const address = { profileId: 'p', region: 'East Asia', chipIdentifier: 'c' };

beforeEach(async () => {
  folder = path.join(await makeTempFolder(), 'chips');
  clock.ms = Date.parse('2026-11-20T08:00:00Z');
});

function openCache(options: Partial<ChipCacheOptions> = {}) {
  const cache = createChipCache(folder, { limit: 1e9, now: () => clock.ms, ...options });
  onTestFinished(() => cache.close());
  return cache;
}

/** Names of chips of one image each. */
const keyOf = (index: number) => index.toString(16).padStart(4, '0').repeat(16);

/** Writes chips one minute after the other. */
async function fill(cache: ReturnType<typeof openCache>, count: number, from = 0) {
  for (let index = from; index < from + count; index += 1) {
    await cache.write(keyOf(index), png);
    clock.ms += 2 * minute;
  }
}

async function heldIn(cache: ReturnType<typeof openCache>, count: number): Promise<number[]> {
  const held: number[] = [];
  for (let index = 0; index < count; index += 1) if (await cache.has(keyOf(index))) held.push(index);
  return held;
}

/** Keys of the images in the file of the cache. */
function keysOnDisk(): readonly string[] {
  const database = new DatabaseSync(cacheFile(folder));
  const rows = database.prepare('SELECT key FROM bodies').all();
  database.close();
  return rows.map(({ key }) => String(key));
}

/** Overwrites the first page of a table or index of the cache's file. */
async function overwriteRoot(name: string): Promise<void> {
  const database = new DatabaseSync(cacheFile(folder));
  const root = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name);
  const size = Number(database.prepare('PRAGMA page_size').get()?.page_size);
  database.close();
  const file = await open(cacheFile(folder), 'r+');
  await file.write(new Uint8Array(size), 0, size, (Number(root?.rootpage) - 1) * size);
  await file.close();
}

describe('a full cache', () => {
  it('evicts the least recently used chips; reading is a use', async () => {
    const cache = openCache({ limit: 5 * png.length });
    await fill(cache, 5);
    for (const index of [0, 2]) expect(await cache.read(keyOf(index))).toBeDefined();
    clock.ms += 2 * minute;
    await fill(cache, 2, 5);
    expect(await heldIn(cache, 7)).toEqual([0, 2, 4, 5, 6]);
    expect(await cache.stats()).toMatchObject({ files: 5, bytes: 5 * png.length });
    expect(keysOnDisk().length).toBe(5);
  });

  it('persists the uses over a restart, and over a kill as far as they were written', async () => {
    const first = openCache();
    await fill(first, 4);
    await first.read(keyOf(0));
    await first.close();
    const second = openCache({ limit: 4 * png.length });
    clock.ms += 2 * minute;
    await fill(second, 1, 4);
    expect(await heldIn(second, 5)).toEqual([0, 2, 3, 4]);
  });

  it('never evicts what may be on the screen, and evicts it later', async () => {
    const cache = openCache({ limit: 2 * png.length });
    await fill(cache, 2);
    for (const index of [0, 1]) await cache.read(keyOf(index));
    await cache.write(keyOf(2), png);
    expect(await heldIn(cache, 3)).toEqual([0, 1, 2]);
    clock.ms += 2 * minute;
    await cache.write(keyOf(3), png);
    expect((await cache.stats()).bytes).toBeLessThanOrEqual(2 * png.length);
    expect(await cache.has(keyOf(3))).toBe(true);
  });

  it('shrinks when its limit is lowered', async () => {
    const cache = openCache();
    await fill(cache, 10);
    await cache.setLimit(3 * png.length);
    expect(await heldIn(cache, 10)).toEqual([7, 8, 9]);
    expect(await cache.stats()).toMatchObject({ limit: 3 * png.length, files: 3 });
    expect(keysOnDisk().length).toBe(3);
  });

  it('lets other work run while many are written and searched for, one after the other', async () => {
    const cache = openCache();
    await cache.stats();
    let isBusy = true;
    const busy = fill(cache, 1000)
      .then(() => heldIn(cache, 1000))
      .finally(() => {
        isBusy = false;
      });
    let turns = 0;
    for (; isBusy; turns += 1) await setImmediate();
    await busy;
    expect(turns).toBeGreaterThan(3);
  });

  it('lets other work run while much is evicted', async () => {
    const cache = openCache();
    for (let index = 0; index < 1000; index += 1) await cache.write(keyOf(index), png);
    clock.ms += 2 * minute;
    const eviction = cache.setLimit(0);
    await setImmediate();
    expect((await cache.stats()).files).toBeGreaterThan(0);
    await eviction;
    expect((await cache.stats()).files).toBe(0);
  });

  it('stays consistent under concurrent readers and writers', async () => {
    const cache = openCache({ limit: 20 * png.length });
    await Promise.all(
      Array.from({ length: 300 }, async (_none, index) => {
        await cache.write(keyOf(index % 60), png);
        clock.ms += 5_000;
        const read = await cache.read(keyOf((index * 7) % 60));
        if (read) expect(Buffer.from(read).equals(Buffer.from(png))).toBe(true);
      }),
    );
    const stats = await cache.stats();
    expect(stats.files).toBe(keysOnDisk().length);
    expect(stats.bytes).toBe(stats.files * png.length);
    expect((await heldIn(cache, 60)).length).toBe(stats.files);
  });
});

describe('its file', () => {
  it('is complete after kills during writing and eviction', async () => {
    for (let kill = 0; kill < 5; kill += 1) {
      const app = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(app.stdout, 'data');
      setTimeout(() => app.kill('SIGKILL'), 100 + Math.random() * 100);
      await once(app, 'close');
      const cache = openCache();
      const { files, bytes } = await cache.stats();
      expect(files).toBeGreaterThan(0);
      expect(files).toBe(keysOnDisk().length);
      expect(bytes).toBe(files * png.length);
      for (const key of keysOnDisk()) expect(await cache.read(key)).toBeDefined();
      await cache.close();
    }
  });

  it('is created again where it is no database', async () => {
    const cache = openCache();
    await fill(cache, 2);
    await cache.close();
    await writeFile(cacheFile(folder), 'this is no database, and has not been one for long');
    const next = openCache();
    expect(await next.stats()).toMatchObject({ files: 0 });
    await fill(next, 1);
    expect(await next.read(keyOf(0))).toBeDefined();
  });

  it('is created again where its list of entries is damaged', async () => {
    const cache = openCache();
    await fill(cache, 2);
    await cache.close();
    await overwriteRoot('entries_by_use');
    const next = openCache();
    expect(await next.stats()).toMatchObject({ files: 0 });
    await fill(next, 1);
    expect(await next.read(keyOf(0))).toBeDefined();
  });

  it.each(['entries', 'bodies', 'sqlite_autoindex_bodies_1', 'absences'])(
    'has no chips in a damaged part, and is created again by a write there: %s',
    async (name) => {
      const cache = openCache();
      await fill(cache, 2);
      await cache.close();
      await overwriteRoot(name);
      const next = openCache();
      const present = await Promise.all([0, 1].map((index) => next.read(keyOf(index))));
      expect(present).toEqual(name === 'absences' ? [png, png] : [undefined, undefined]);
      expect(await next.isAwaited(keyOf(0))).toBe(false);
      await Promise.all([2, 3].map((index) => next.write(keyOf(index), png)));
      expect(await heldIn(next, 4)).toEqual([2, 3]);
      expect(await next.read(keyOf(2))).toEqual(png);
      await next.recordAbsence('x', address);
      expect(await next.stats()).toMatchObject({ files: 2, bytes: 2 * png.length, absent: 1 });
    },
  );

  it('that is damaged, or could not be created on a full disk, has no chips for exports', async () => {
    const chip = { ...address, chipIdentifier: 'other' };
    const cache = openCache();
    for (const one of [address, chip]) await cache.write(chipKey(one), png);
    await cache.close();
    const readAll = () => {
      const reader = openChipReader({ cacheFolder: folder, profileId: 'p' });
      const found = [address, chip].map((one) => reader.read(one.region, one.chipIdentifier));
      reader.close();
      return found;
    };
    expect(readAll()).toEqual([png, png]);
    await writeFile(cacheFile(folder), 'this is no database, and has not been one for long');
    expect(readAll()).toEqual([undefined, undefined]);
    await writeFile(cacheFile(folder), '');
    expect(readAll()).toEqual([undefined, undefined]);
  });

  it('gives the space of evicted chips back to the disk', async () => {
    const cache = openCache();
    const large = new Uint8Array(30_000);
    for (let index = 0; index < 300; index += 1) await cache.write(keyOf(index), large);
    clock.ms += 2 * minute;
    await cache.setLimit(0);
    expect(await cache.stats()).toMatchObject({ files: 0, bytes: 0 });
    await cache.close();
    expect((await stat(cacheFile(folder))).size).toBeLessThan(100 * large.length);
  });

  it('that another program removed an image from is noticed', async () => {
    const cache = openCache();
    await fill(cache, 2);
    const database = new DatabaseSync(cacheFile(folder));
    database.prepare('DELETE FROM bodies WHERE key = ?').run(keyOf(1));
    database.close();
    expect(await cache.read(keyOf(1))).toBeUndefined();
    expect(await cache.stats()).toMatchObject({ files: 1, bytes: png.length });
  });
});

describe('the folder of a former version, with a file for each chip', () => {
  /** Chips 0 to 3, of which the index knows the use of 0 to 2 and an absence, and chip 4 without its file. */
  async function writeFormer() {
    await mkdir(path.join(folder, '00'), { recursive: true });
    for (let index = 0; index < 4; index += 1)
      await writeFile(path.join(folder, '00', `${keyOf(index)}.png`), png);
    await writeFile(path.join(folder, '00', `${keyOf(5)}.png.tmp`), png);
    const database = new DatabaseSync(path.join(folder, 'index.sqlite'));
    database.exec(`CREATE TABLE chips (key TEXT PRIMARY KEY, bytes INTEGER NOT NULL, used_at INTEGER NOT NULL);
      CREATE TABLE absences (key TEXT PRIMARY KEY, profile_id TEXT NOT NULL, region TEXT NOT NULL,
        chip_identifier TEXT NOT NULL, first_asked INTEGER NOT NULL, last_asked INTEGER NOT NULL,
        not_before INTEGER NOT NULL, tries INTEGER NOT NULL) WITHOUT ROWID;
      INSERT INTO absences VALUES ('x', 'p', 'East Asia', 'c', 1, 1, 2, 1)`);
    const insert = database.prepare('INSERT INTO chips VALUES (?, ?, ?)');
    for (const index of [0, 1, 2, 4]) insert.run(keyOf(index), png.length, 1000 - index);
    database.close();
  }

  it('is carried over with the uses, and chips that were not listed', async () => {
    await writeFormer();
    const cache = openCache();
    expect(await heldIn(cache, 6)).toEqual([0, 1, 2, 3]);
    for (const key of keysOnDisk()) expect(await cache.read(key)).toEqual(png);
    expect(await cache.stats()).toMatchObject({ files: 4, bytes: 4 * png.length, absent: 1 });
    expect(await cache.absence('x')).toMatchObject({ ...address, notBefore: 2 });
    await cache.close();
    expect(await readdir(folder)).toEqual([path.basename(cacheFile(folder))]);
    expect(await heldIn(openCache(), 6)).toEqual([0, 1, 2, 3]);
  });

  it('is carried over at the next opening where the app was closed before', async () => {
    await writeFormer();
    const closed = openCache();
    const opening = expect(closed.stats()).rejects.toThrow('was closed');
    await closed.close();
    await opening;
    expect(keysOnDisk()).toEqual([]);
    expect(await heldIn(openCache(), 6)).toEqual([0, 1, 2, 3]);
  });

  it('has its chips for exports before it is carried over, and after', async () => {
    const key = chipKey(address);
    await mkdir(path.join(folder, key.slice(0, 2)), { recursive: true });
    await writeFile(path.join(folder, key.slice(0, 2), `${key}.png`), png);
    const early = openChipReader({ cacheFolder: folder, profileId: 'p' });
    onTestFinished(() => early.close());
    const read = () => early.read(address.region, address.chipIdentifier);
    expect(read()?.length).toBe(png.length);
    expect(await openCache().has(key)).toBe(true);
    expect(read()?.length).toBe(png.length);
  });

  it('can be cleared where it cannot be carried over', async () => {
    await writeFormer();
    await mkdir(path.join(folder, '00', `${keyOf(9)}.png`));
    const cache = openCache();
    await expect(cache.stats()).rejects.toThrow('EISDIR');
    await Promise.all([cache.clear(), cache.clear()]);
    expect(await cache.stats()).toMatchObject({ files: 0, absent: 0 });
    await cache.close();
    expect(await readdir(folder)).toEqual([path.basename(cacheFile(folder))]);
  });

  it('lets other work run while its index is copied', async () => {
    await writeFormer();
    const index = new DatabaseSync(path.join(folder, 'index.sqlite'));
    for (let chip = 1; chip < 16; chip += 1)
      index.prepare('INSERT INTO chips VALUES (?, 1, 1)').run(chip.toString(16).repeat(64));
    index.close();
    const cache = openCache();
    let isOpening = true;
    const opening = cache.stats().finally(() => {
      isOpening = false;
    });
    await setImmediate();
    const counts = new Set<unknown>();
    const database = new DatabaseSync(cacheFile(folder));
    onTestFinished(() => database.close());
    const count = database.prepare("SELECT count(*) AS copied FROM entries WHERE key >= '1'");
    while (isOpening) {
      counts.add(count.get()?.copied);
      await setImmediate();
    }
    await opening;
    expect([...counts]).toEqual(expect.arrayContaining([5, 10, 15]));
  });

  it('is used where a file cannot be read, and carried over at the next start', async () => {
    await writeFormer();
    const obstacle = path.join(folder, '00', `${keyOf(9)}.png`);
    await mkdir(obstacle);
    const cache = openCache();
    await expect(cache.stats()).rejects.toThrow('EISDIR');
    await cache.write(keyOf(8), png);
    expect(await cache.read(keyOf(8))).toEqual(png);
    await cache.close();
    await rmdir(obstacle);
    const next = openCache();
    for (const index of [0, 1, 2, 3, 8]) expect(await next.read(keyOf(index))).toEqual(png);
  });

  it('evicts what was used least before', async () => {
    await writeFormer();
    const cache = openCache({ limit: 3 * png.length });
    await cache.setLimit(2 * png.length);
    // The unlisted one was written just now.
    expect(await heldIn(cache, 6)).toEqual([0, 3]);
  });

  it('is carried over without its index, which is damaged, and where a kill left it half carried over', async () => {
    await writeFormer();
    await writeFile(path.join(folder, 'index.sqlite'), 'this is no database, and has not been one for long');
    const killed = openCache();
    await killed.write(keyOf(1), png);
    expect(await heldIn(killed, 6)).toEqual([0, 1, 2, 3]);
    await mkdir(path.join(folder, '0a'));
    await writeFile(path.join(folder, '0a', `0a${keyOf(7).slice(2)}.png`), png);
    expect(await openCache().stats()).toMatchObject({ files: 5 });
  });
});

it('cleared is empty, and usable', async () => {
  const cache = openCache();
  await fill(cache, 3);
  await cache.recordAbsence('x', address);
  await cache.clear();
  expect(await cache.stats()).toMatchObject({ files: 0, bytes: 0, oldestUse: null, absent: 0 });
  expect(keysOnDisk().length).toBe(0);
  await fill(cache, 1);
  expect(await cache.stats()).toMatchObject({ files: 1 });
});

it('reports the oldest use', async () => {
  const cache = openCache();
  const began = clock.ms;
  await fill(cache, 3);
  expect((await cache.stats()).oldestUse).toBe(began);
  await cache.read(keyOf(0));
  expect((await cache.stats()).oldestUse).toBe(began + 2 * minute);
});

describe('a chip that is not there', () => {
  it('is due again at growing intervals, also after restarts, and is dropped after a month', async () => {
    const pauses: number[] = [];
    let cache = openCache();
    for (let requested = 0; requested < 9; requested += 1) {
      await cache.recordAbsence('x', address);
      const absence = await cache.absence('x');
      pauses.push(((absence?.notBefore ?? 0) - clock.ms) / minute);
      expect(await cache.dueAbsences('p', 10)).toEqual([]);
      clock.ms = absence?.notBefore ?? 0;
      await cache.close();
      cache = openCache();
      expect(await cache.dueAbsences('p', 10)).toMatchObject([{ key: 'x', ...address }]);
      expect(await cache.dueAbsences('another', 10)).toEqual([]);
    }
    expect(pauses).toEqual([1, 5, 15, 60, 240, 720, 1440, 1440, 1440]);
    expect((await cache.stats()).absent).toBe(1);
    clock.ms += 31 * 24 * 60 * minute;
    expect(await cache.dueAbsences('p', 10)).toEqual([]);
    expect((await cache.stats()).absent).toBe(0);
  });

  it('is no longer absent once it was fetched', async () => {
    const cache = openCache();
    await cache.recordAbsence(keyOf(1), address);
    await cache.write(keyOf(1), png);
    expect(await cache.absence(keyOf(1))).toBeUndefined();
    expect((await cache.stats()).absent).toBe(0);
  });
});
