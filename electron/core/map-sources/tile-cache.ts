import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { unlessMissing } from '../chips/chip-folder.ts';
import { createLimit } from '../chips/limit.ts';
import { replaceFile } from '../settings/replace-file.ts';
import { openTileIndex, type TileEntry, type TileIndex, type TileTotals } from './tile-index.ts';

/** A tile as it was kept; `body` is undefined where the server has no such tile. */
export type KeptTile = { readonly entry: TileEntry; readonly body: Uint8Array | undefined };

/** Tiles on disk up to a size; beyond it, those go that were not used for longest. */
export type TileCache = {
  /** A tile whose file is damaged or gone counts as absent. */
  read(key: string): Promise<KeptTile | undefined>;
  has(key: string): Promise<boolean>;
  /** Keeps a tile, or with `body` undefined that there is none, and makes room for it. */
  write(entry: Omit<TileEntry, 'usedAt' | 'bytes'>, body: Uint8Array | undefined): Promise<void>;
  /** Notes that the server still has the tile as it is. */
  renew(entry: TileEntry): Promise<void>;
  totals(): Promise<TileTotals>;
  totalsOf(sourceId: string): Promise<TileTotals>;
  clearSource(sourceId: string): Promise<void>;
  /** In bytes. */
  limit(): number;
  setLimit(bytes: number): Promise<void>;
  close(): Promise<void>;
};

export type TileCacheOptions = {
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** Told when there is another number of tiles. */
  readonly onChange?: () => void;
};

/** The name of a tile in the cache: a hash, so that nothing in an address can become a file name. */
export function tileKey(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** What was used within so many milliseconds may be on the screen. */
const shownMs = 60_000;
const maxUnwrittenUses = 500;
const evictedAtOnce = 200;

/** The cache in a folder, which is made when it is first used and is written by nobody else. */
export function createTileCache(folder: string, options: TileCacheOptions): TileCache {
  const { limit: firstLimit, now = Date.now, onChange = () => {} } = options;
  const alone = createLimit(1);
  const uses = new Map<string, number>();
  let limit = firstLimit;
  let opening: Promise<TileIndex> | undefined;
  let totals: TileTotals = { tiles: 0, bytes: 0 };
  let isClosed = false;

  const fileOf = (key: string) => path.join(folder, key.slice(0, 2), key);
  const open = async () => {
    await mkdir(folder, { recursive: true });
    const index = openTileIndex(folder);
    if (!index.isTrue) await removeUnknown(folder, index);
    totals = index.totals();
    return index;
  };
  const index = () => {
    if (isClosed) return Promise.reject(new Error('The tile cache was closed.'));
    if (!opening) {
      opening = open();
      // A disk that fails now may not fail the next time.
      opening.catch(() => {
        opening = undefined;
      });
    }
    return opening;
  };
  const writeUses = (known: TileIndex) => {
    if (uses.size > 0) known.touch(uses);
    uses.clear();
  };
  const forget = (known: TileIndex, keys: readonly string[]) => {
    for (const key of keys) {
      const entry = known.get(key);
      if (entry?.type != null) totals = { tiles: totals.tiles - 1, bytes: totals.bytes - entry.bytes };
      uses.delete(key);
    }
    known.remove(keys);
  };
  const removeTiles = async (known: TileIndex, keys: readonly string[]) => {
    for (const key of keys) await rm(fileOf(key), { force: true });
    forget(known, keys);
  };
  const makeRoom = async (known: TileIndex) => {
    if (totals.bytes <= limit) return;
    writeUses(known);
    while (totals.bytes > limit) {
      let excess = totals.bytes - limit;
      const leaving = known.leastUsed(evictedAtOnce).filter(({ bytes, usedAt }) => {
        const leaves = excess > 0 && usedAt <= now() - shownMs;
        if (leaves) excess -= bytes;
        return leaves;
      });
      if (leaving.length === 0) return;
      await removeTiles(
        known,
        leaving.map(({ key }) => key),
      );
    }
  };

  return {
    async read(key) {
      const known = await index();
      const entry = known.get(key);
      if (!entry) return undefined;
      if (entry.type === null) return { entry, body: undefined };
      const body = await unlessMissing(readFile(fileOf(key)));
      if (body?.length === entry.bytes) {
        uses.set(key, now());
        if (uses.size >= maxUnwrittenUses) void alone(async () => writeUses(known)).catch(() => {});
        return { entry, body };
      }
      // Damaged or removed by somebody else, unless it has just been written anew.
      await alone(async () => {
        const found = await unlessMissing(readFile(fileOf(key)));
        const latest = known.get(key);
        if (latest && found?.length !== latest.bytes) await removeTiles(known, [key]);
      });
      return undefined;
    },
    has: async (key) => (await index()).get(key) !== undefined,
    write: (entry, body) =>
      alone(async () => {
        const known = await index();
        const file = fileOf(entry.key);
        if (body) {
          await mkdir(path.dirname(file), { recursive: true });
          await replaceFile(file, body, 'process');
        } else await rm(file, { force: true });
        forget(known, [entry.key]);
        const bytes = body?.length ?? 0;
        known.put({ ...entry, bytes, usedAt: now() });
        if (body) totals = { tiles: totals.tiles + 1, bytes: totals.bytes + bytes };
        await makeRoom(known);
        onChange();
      }),
    renew: (entry) =>
      alone(async () => {
        const known = await index();
        if (known.get(entry.key)) known.put({ ...entry, usedAt: now() });
      }),
    totals: async () => {
      await index();
      return totals;
    },
    totalsOf: async (sourceId) => (await index()).totalsOf(sourceId),
    clearSource: (sourceId) =>
      alone(async () => {
        const known = await index();
        await removeTiles(known, known.keysOf(sourceId));
      }),
    limit: () => limit,
    setLimit: (bytes) =>
      alone(async () => {
        limit = bytes;
        await makeRoom(await index());
      }),
    close: () =>
      alone(async () => {
        if (isClosed) return;
        if (opening) {
          const known = await opening;
          writeUses(known);
          known.close();
        }
        isClosed = true;
      }),
  };
}

/** A killed process may leave files that it had not noted yet, and halves. */
async function removeUnknown(folder: string, index: TileIndex): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    const base = path.basename(name);
    if (path.dirname(name) === '.' || index.get(base)) continue;
    await rm(path.join(folder, name), { force: true });
  }
}
