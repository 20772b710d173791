import { succeed } from '../../../shared/result.ts';
import type { Events } from '../events.ts';
import { written } from '../in-workspace.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { ChipCache } from './chip-cache.ts';
import type { BoundChips, Chips } from './chips.ts';

/** The chips as the API offers them: with the limit of their cache, which the settings keep, and its clearing. */
export function offerChips(
  chips: Pick<BoundChips, 'get' | 'stats'>,
  cache: Pick<ChipCache, 'setLimit' | 'clear'>,
  settings: Pick<SettingsFile, 'change'>,
  events: Pick<Events, 'publish'>,
): Chips {
  const changed = <T>(result: T): T => {
    events.publish({ type: 'changed', what: 'chips' });
    return result;
  };
  return {
    get: chips.get,
    stats: chips.stats,
    async setLimit(bytes) {
      const kept = await settings.change((before) => ({ ...before, chipCacheLimit: bytes }));
      if (!kept.ok) return kept;
      const done = await written(cache.setLimit(bytes));
      return changed(done.ok ? succeed(undefined) : done);
    },
    async clear() {
      return changed(await written(cache.clear()));
    },
  };
}
