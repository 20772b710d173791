import { z } from 'zod';
import { chipScopeSchema } from '../../../shared/chips/chip-prefetch.ts';
import { jobSchema } from '../../../shared/jobs/job.ts';
import { parseBoundedJson } from '../base/bounded-json.ts';
import { createSerialQueue } from '../base/serial-queue.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { parseList } from '../workspace/read/stored-list.ts';
import type { StoredChipPrefetch } from './run-chip-prefetch.ts';

const listKey = 'chips-ahead';
/** The scope is stored separately, because it may be long and never changes. */
const scopeKey = (id: string) => `chips-ahead ${id}`;

const entrySchema = z.object({ job: jobSchema, upTo: z.int().nonnegative() });

/**
 * The prefetch jobs stored in a workspace's settings. Nothing is written to a read-only workspace. Only one instance per
 * workspace may write.
 */
export function createChipPrefetchStore(workspace: Workspace) {
  let list: z.infer<typeof entrySchema>[] = [];
  const queue = createSerialQueue();
  const enqueue = (task: () => Promise<void>): Promise<void> => {
    const done = queue.run(task);
    return workspace.readOnly === undefined ? done : Promise.resolve();
  };
  const write = () => workspace.saveSetting(listKey, JSON.stringify(list));
  return {
    async load(): Promise<readonly StoredChipPrefetch[]> {
      // What this version cannot read must not prevent the workspace from opening.
      list = [...parseList(await workspace.getSetting(listKey), entrySchema).items];
      const scopes = await Promise.all(list.map(({ job }) => workspace.getSetting(scopeKey(job.id))));
      return list.flatMap((entry, index) => {
        const scope = chipScopeSchema.safeParse(parseBoundedJson(scopes[index] ?? ''));
        return scope.success ? [{ ...entry, scope: scope.data }] : [];
      });
    },
    /** Adds or replaces a job. */
    save: ({ job, scope, upTo }: StoredChipPrefetch) =>
      enqueue(async () => {
        const isKnown = list.some((entry) => entry.job.id === job.id);
        if (!isKnown) await workspace.saveSetting(scopeKey(job.id), JSON.stringify(scope));
        list = isKnown
          ? list.map((entry) => (entry.job.id === job.id ? { job, upTo } : entry))
          : [...list, { job, upTo }];
        await write();
      }),
    remove: (id: string) =>
      enqueue(async () => {
        list = list.filter(({ job }) => job.id !== id);
        await write();
        await workspace.saveSetting(scopeKey(id), '');
      }),
  };
}

export type ChipPrefetchStore = ReturnType<typeof createChipPrefetchStore>;
