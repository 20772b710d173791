import { createDay, dayLength } from './day.ts';
import { landMask } from './land-mask.ts';
import { type DemoEntry, keyText, parseChipIdentifier, type RecordContents } from './record.ts';
import { createTraffic } from './traffic.ts';
import type { Vessel } from './vessels.ts';
import type { World } from './world.ts';

/** Whole days of data before the day on which the service starts. */
const daysKept = 35;

/** Records whose contents are kept in memory. */
const rememberedRecords = 600;

/** All records that the service has, growing as time goes on. */
export type Catalog = {
  /** Records uploaded up to now, oldest first. The list only grows at its end while the service runs. */
  visible(): readonly DemoEntry[];
  /** The ship of a chip identifier, and its record, or undefined where there is none up to now. */
  findVessel(chipIdentifier: string): { readonly entry: DemoEntry; readonly vessel: Vessel } | undefined;
};

/** What a catalogue is made for. */
export type CatalogOptions = {
  readonly brand: string;
  /** Epoch milliseconds UTC. */
  readonly now: () => number;
  readonly seed: string;
};

/**
 * The catalogue of the last 35 days. Its first day is fixed when it is made, so that offsets into a list that is
 * being paged through stay true over midnight.
 */
export function createCatalog({ brand, now, seed }: CatalogOptions): Catalog {
  const land = landMask();
  const world: World = { land, traffic: createTraffic(land), brand, seed, remember: createMemory() };
  const firstDay = Math.floor(now() / dayLength) - daysKept;
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

/** Remembers what was found in the records used last. */
function createMemory(): World['remember'] {
  const kept = new Map<string, RecordContents>();
  return (key, make) => {
    const contents = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, contents);
    const [oldest] = kept.keys();
    if (kept.size > rememberedRecords && oldest !== undefined) kept.delete(oldest);
    return contents;
  };
}
