import { setTimeout as sleep } from 'node:timers/promises';
import type { ChipCache } from '../chips/chip-cache.ts';
import type { Chips } from '../chips/chips.ts';
import { type ChipPrefetchTask, runChipPrefetch } from '../chips/run-chip-prefetch.ts';
import type { JobHandle } from '../jobs/job-runner.ts';
import type { ServiceAccess } from '../service/service-access.ts';
import type { Workspace } from '../workspace/open/workspace.ts';

/** Chips for exports: from the cache in `cacheFolder`, into which those that are missing can be fetched first. */
export function createExportChips(deps: {
  readonly cacheFolder: string;
  readonly access: Pick<ServiceAccess, 'profile' | 'token' | 'waitForSignIn'>;
  readonly chips: Pick<Chips, 'prefetch'>;
  readonly cache: Pick<ChipCache, 'has' | 'isAwaited' | 'limit'>;
}) {
  const { cacheFolder, access, chips, cache } = deps;
  return {
    cacheFolder,
    profileId: () => access.profile().id,
    /** Fetches the chips of these detections into the cache as part of a job. Resolves with warnings for the user. */
    async fetch(workspace: Workspace, ids: readonly number[], handle: JobHandle): Promise<readonly string[]> {
      const wait = (milliseconds: number, waiting: AbortSignal) =>
        sleep(milliseconds, undefined, { signal: waiting });
      const task: ChipPrefetchTask = { scope: { kind: 'ids', ids: [...ids] }, upTo: 0 };
      // An export is not resumed.
      const withoutCheckpoints = { ...handle, checkpoint() {} };
      const deps = { chips, cache, access, workspace, wait };
      const { warnings = [] } = await runChipPrefetch(deps, task, withoutCheckpoints, () => {});
      return warnings;
    },
  };
}

/** The access of exports to image chips. */
export type ExportChips = ReturnType<typeof createExportChips>;
