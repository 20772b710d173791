import { createDay, dayLength } from './day.ts';
import { landMask } from './land-mask.ts';
import { type DemoEntry, keyText, parseChipIdentifier, type RecordContents } from './record.ts';
import { createTraffic } from './traffic.ts';
import type { Vessel } from './vessels.ts';
import type { World } from './world.ts';

/** Number of whole days of data before the day on which the service starts. */
const dayCount = 35;

/** Number of records whose contents are cached in memory. */
const maxCachedRecords = 600;

/** All records of the service, growing with time. */
export type Catalog = {
  /** Records uploaded up to now, oldest first. The list only grows at its end while the service runs. */
  visible(): readonly DemoEntry[];
  /** The ship of a chip identifier, and its record, or undefined when there is none yet. */
  findVessel(chipIdentifier: string): { readonly entry: DemoEntry; readonly vessel: Vessel } | undefined;
};

/** Options of a catalog. */
export type CatalogOptions = {
  readonly brand: string;
  /** Epoch milliseconds UTC. */
  readonly now: () => number;
  readonly seed: string;
};

/**
 * The catalog of the last 35 days. Its first day is fixed when it is created, so that offsets into a paged list stay
 * valid over midnight.
 */
export function createCatalog({ brand, now, seed }: CatalogOptions): Catalog {
  const land = landMask();
  const world: World = {
    land,
    traffic: createTraffic(land),
    brand,
    seed,
    now,
    cacheContents: createContentsCache(),
  };
  const firstDay = Math.floor(now() / dayLength) - dayCount;
  const entries: DemoEntry[] = [];
  const entryOfKey = new Map<string, DemoEntry>();
  let nextDay = firstDay;
  let visibleCount = 0;

  function visible(): readonly DemoEntry[] {
    const time = now();
    for (; nextDay <= Math.floor(time / dayLength); nextDay += 1) {
      for (const entry of createDay(world, nextDay)) {
        entries.push(entry);
        entryOfKey.set(keyText(entry.key), entry);
      }
    }
    while ((entries[visibleCount]?.uploadedAt ?? Number.POSITIVE_INFINITY) <= time) visibleCount += 1;
    return entries.slice(0, visibleCount);
  }

  return {
    visible,
    findVessel(identifier) {
      const named = parseChipIdentifier(identifier);
      if (named === undefined) return undefined;
      visible();
      const entry = entryOfKey.get(keyText(named.key));
      if (entry === undefined || entry.uploadedAt > now()) return undefined;
      const vessel = entry.vessels()[named.featureIndex];
      return vessel === undefined ? undefined : { entry, vessel };
    },
  };
}

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
