import { setTimeout as sleep } from 'node:timers/promises';
import type { ChipCache } from '../chips/chip-cache.ts';
import type { BoundChips } from '../chips/chips.ts';
import { runChipsAhead } from '../chips/run-chips-ahead.ts';
import type { ServiceAccess } from '../session/session.ts';
import type { ExportChips } from './create-exports.ts';

/** Chips for exports: from the cache in `cacheFolder`, into which those that are missing can be fetched first. */
export function createExportChips(parts: {
  readonly cacheFolder: string;
  readonly access: Pick<ServiceAccess, 'profile' | 'token' | 'signedIn'>;
  readonly chips: Pick<BoundChips, 'fetchAhead'>;
  readonly cache: Pick<ChipCache, 'has' | 'absence' | 'limit'>;
}): ExportChips {
  const { cacheFolder, access, chips, cache } = parts;
  return {
    cacheFolder,
    profileId: () => access.profile().id,
    fetch(workspace, job, ids, show, signal) {
      const wait = (milliseconds: number, waiting: AbortSignal) =>
        sleep(milliseconds, undefined, { signal: waiting });
      const run = { chips, cache, access, workspace, wait, progress: show, reached: show };
      return runChipsAhead(run, { job, scope: { kind: 'ids', ids: [...ids] }, upTo: 0 }, signal);
    },
  };
}
