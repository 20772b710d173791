import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ChipCacheOptions, createChipCache } from '../../../../../electron/core/chips/chip-cache.ts';
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

async function filesOnDisk(): Promise<number> {
  return (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.png')).length;
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
    expect(await filesOnDisk()).toBe(5);
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
    expect(await filesOnDisk()).toBe(3);
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
    expect(stats.files).toBe(await filesOnDisk());
    expect(stats.bytes).toBe(stats.files * png.length);
    expect((await heldIn(cache, 60)).length).toBe(stats.files);
  });
});

describe('its index', () => {
  it('is rebuilt from the folder after a kill', async () => {
    const killed = createChipCache(folder, { limit: 1e9, now: () => clock.ms });
    await fill(killed, 3);
    // What is written after the index and what goes before it: neither is in it.
    await writeFile(path.join(folder, '00', `${keyOf(9)}.png`), png);
    await rm(path.join(folder, '00', `${keyOf(1)}.png`));
    const cache = openCache();
    expect(await cache.stats()).toMatchObject({ files: 3, bytes: 3 * png.length });
    expect(await heldIn(cache, 10)).toEqual([0, 2, 9]);
    await killed.close();
  });

  it('is correct after kills during writing and eviction', async () => {
    for (let kill = 0; kill < 5; kill += 1) {
      const app = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(app.stdout, 'data');
      setTimeout(() => app.kill('SIGKILL'), 100 + Math.random() * 100);
      await once(app, 'close');
      const cache = openCache();
      const { files, bytes } = await cache.stats();
      expect(files).toBeGreaterThan(0);
      expect(files).toBe(await filesOnDisk());
      expect(bytes).toBe(files * png.length);
      const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.png'));
      for (const name of names) expect(await cache.read(path.basename(name, '.png'))).toBeDefined();
      await cache.close();
    }
    expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('that is damaged is rebuilt from the folder', async () => {
    const cache = openCache();
    await fill(cache, 2);
    await cache.close();
    await writeFile(path.join(folder, 'index.sqlite'), 'this is no database, and has not been one for long');
    expect(await openCache().stats()).toMatchObject({ files: 2 });
  });

  it('notices that a file was removed by another program', async () => {
    const cache = openCache();
    await fill(cache, 2);
    await rm(path.join(folder, '00', `${keyOf(1)}.png`));
    expect(await cache.read(keyOf(1))).toBeUndefined();
    expect(await cache.stats()).toMatchObject({ files: 1, bytes: png.length });
  });
});

it('cleared is empty, and usable', async () => {
  const cache = openCache();
  await fill(cache, 3);
  await cache.recordAbsence('x', address);
  await cache.clear();
  expect(await cache.stats()).toMatchObject({ files: 0, bytes: 0, oldestUse: null, absent: 0 });
  expect(await filesOnDisk()).toBe(0);
  await fill(cache, 1);
  expect(await cache.stats()).toMatchObject({ files: 1 });
  expect(existsSync(path.join(folder, 'index.sqlite'))).toBe(true);
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
