import { succeed } from '../../../shared/result.ts';
import type { Events } from '../base/events.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import { toWriteResult } from '../workspace/open/get-open-workspace.ts';
import type { ChipCache } from './chip-cache.ts';
import type { Chips, ManagedChips } from './chips.ts';

/** The `Chips` of the API: adds changing the cache limit, which is saved in the settings, and clearing the cache. */
export function createChipsApi(
  chips: Pick<ManagedChips, 'get' | 'stats'>,
  cache: Pick<ChipCache, 'setLimit' | 'clear'>,
  settings: Pick<SettingsFile, 'change'>,
  events: Pick<Events, 'publish'>,
): Chips {
  const changed = <T>(result: T): T => {
    events.publish({ type: 'changed', topic: 'chips' });
    return result;
  };
  return {
    get: chips.get,
    stats: chips.stats,
    async setLimit(bytes) {
      const saved = await settings.change((before) => ({ ...before, chipCacheLimit: bytes }));
      if (!saved.ok) return saved;
      const done = await toWriteResult(cache.setLimit(bytes));
      return changed(done.ok ? succeed(undefined) : done);
    },
    async clear() {
      return changed(await toWriteResult(cache.clear()));
    },
  };
}
