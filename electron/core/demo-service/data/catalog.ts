import { createDay, dayLength } from './day.ts';
import { type DemoEntry, keyText, parseChipIdentifier } from './record.ts';
import type { Vessel } from './vessels.ts';
import { createWorld, type WorldOptions } from './world.ts';

/** Number of whole days of data before the day on which the service starts. */
const dayCount = 35;

/** All records of the service, growing with time. */
export type Catalog = {
  /** Records uploaded up to now, oldest first. The list only grows at its end while the service runs. */
  visible(): readonly DemoEntry[];
  /** The ship of a chip identifier, and its record, or undefined when there is none yet. */
  findVessel(chipIdentifier: string): { readonly entry: DemoEntry; readonly vessel: Vessel } | undefined;
};

/**
 * The catalog of the last 35 days. Its first day is fixed when it is created, so that offsets into a paged list stay
 * valid over midnight.
 */
export function createCatalog(options: WorldOptions): Catalog {
  const { now } = options;
  const world = createWorld(options);
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
