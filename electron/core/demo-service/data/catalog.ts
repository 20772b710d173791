import { createDay, dayLength } from './day.ts';
import { type DemoEntry, keyText, parseChipIdentifier } from './record.ts';
import type { Vessel } from './vessels.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

/** Number of whole days of data before the day on which the service starts. */
const dayCount = 35;

/**
 * The catalog of the last 35 days, and of the images that were taken for orders. Its first day is fixed when it is
 * created, so that offsets into a paged list stay valid over midnight.
 */
export function createCatalog(
  options: WorldOptions,
  orderedEntries: (world: World) => readonly DemoEntry[] = () => [],
) {
  const { now } = options;
  const world = createWorld(options);
  const firstDay = Math.floor(now() / dayLength) - dayCount;
  const days = new Map<number, DemoEntry[]>();
  const entries: DemoEntry[] = [];
  let nextDay = firstDay;
  let visibleCount = 0;

  function entriesOf(day: number): DemoEntry[] {
    const made = days.get(day) ?? createDay(world, day);
    days.set(day, made);
    return made;
  }

  function visible(): readonly DemoEntry[] {
    const time = now();
    for (; nextDay <= Math.floor(time / dayLength); nextDay += 1) {
      entries.push(...entriesOf(nextDay));
    }
    while ((entries[visibleCount]?.uploadedAt ?? Number.POSITIVE_INFINITY) <= time) visibleCount += 1;
    const ofDays = entries.slice(0, visibleCount);
    const ordered = orderedEntries(world).filter(({ uploadedAt }) => uploadedAt <= time);
    if (ordered.length === 0) return ofDays;
    return [...ofDays, ...ordered].sort((one, other) => one.uploadedAt - other.uploadedAt);
  }

  return {
    /** Records uploaded up to now, oldest first. The list only grows at its end while the service runs. */
    visible,
    /**
     * The ship of a chip identifier, and its record, or undefined when there is none yet. Chips of days before those of
     * the catalog are found, too: a workspace may have been filled on an earlier day.
     */
    findVessel(identifier: string): { readonly entry: DemoEntry; readonly vessel: Vessel } | undefined {
      const named = parseChipIdentifier(identifier);
      if (named === undefined) return undefined;
      const day = parseDay(named.key.day);
      // A workspace may have its detections longer than the window; each day is made once and stays in memory.
      if (!(day >= firstDay - 366 && day <= now() / dayLength)) return undefined;
      const name = keyText(named.key);
      const isNamed = ({ key }: DemoEntry) => keyText(key) === name;
      const entry = entriesOf(day).find(isNamed) ?? orderedEntries(world).find(isNamed);
      if (entry === undefined || entry.uploadedAt > now()) return undefined;
      const vessel = entry.vessels()[named.featureIndex];
      return vessel === undefined ? undefined : { entry, vessel };
    },
  };
}

/** All records of the service, growing with time. */
export type Catalog = ReturnType<typeof createCatalog>;

/** The days since 1970 of a day such as 20261120; NaN when there is no such day. */
function parseDay(text: string): number {
  return Date.parse(text.replace(/^(....)(..)/, '$1-$2-')) / dayLength;
}
