import { type LandMask, landMask } from './land-mask.ts';
import type { RecordContents } from './record.ts';
import { createTraffic, type Traffic } from './traffic.ts';

/** The shared inputs for generating days. */
export type World = {
  readonly land: LandMask;
  readonly traffic: Traffic;
  readonly brand: string;
  /** Other seeds give other data. */
  readonly seed: string;
  /** Epoch milliseconds UTC. */
  readonly now: () => number;
  /** Caches the contents of recent records, so that filter, response and chips do not regenerate them. */
  cacheContents(key: string, make: () => RecordContents): RecordContents;
};

/** The inputs that differ between worlds. */
export type WorldOptions = {
  readonly brand: string;
  /** Epoch milliseconds UTC. */
  readonly now: () => number;
  readonly seed: string;
};

let traffic: Traffic | undefined;

/** Creates a world, whose land and traffic are those of all. */
export function createWorld({ brand, now, seed }: WorldOptions): World {
  const land = landMask();
  traffic ??= createTraffic(land);
  return { land, traffic, brand, seed, now, cacheContents: createContentsCache() };
}

/** Number of records whose contents are cached in memory. */
const maxCachedRecords = 600;

/** An LRU cache of record contents. */
function createContentsCache(): World['cacheContents'] {
  const cached = new Map<string, RecordContents>();
  return (key, make) => {
    const contents = cached.get(key) ?? make();
    cached.delete(key);
    cached.set(key, contents);
    const [oldest] = cached.keys();
    if (cached.size > maxCachedRecords && oldest !== undefined) cached.delete(oldest);
    return contents;
  };
}
