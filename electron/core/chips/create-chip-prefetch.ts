import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  type ChipPrefetchPlan,
  type ChipScope,
  chipScopeSchema,
} from '../../../shared/chips/chip-prefetch.ts';
import { type Job, jobSchema } from '../../../shared/jobs/job.ts';
import { type Result, succeed } from '../../../shared/result.ts';
import { parseBoundedJson } from '../base/bounded-json.ts';
import { createLimiter } from '../base/limiter.ts';
import { createSerialQueue } from '../base/serial-queue.ts';
import { type JobRunner, newJob, type RunnableJob } from '../jobs/job-runner.ts';
import type { ServiceAccess } from '../service/service-access.ts';
import { checkIsOpen, type GetWorkspace, getOpenWorkspace } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { parseList } from '../workspace/read/stored-list.ts';
import { chipBatches, idsInScope } from './chip-batches.ts';
import { type ChipCache, chipKey } from './chip-cache.ts';
import type { Chips } from './chips.ts';
import { type RunChipPrefetchDeps, runChipPrefetch, type StoredChipPrefetch } from './run-chip-prefetch.ts';

type ChipPrefetchDeps = {
  readonly chips: Pick<Chips, 'prefetch'>;
  readonly cache: Pick<ChipCache, 'has' | 'isAwaited' | 'limit' | 'stats'>;
  readonly access: Pick<ServiceAccess, 'profile' | 'token' | 'waitForSignIn'>;
  readonly jobs: Pick<JobRunner, 'start' | 'restore'>;
  readonly workspace: GetWorkspace;
  readonly wait?: RunChipPrefetchDeps['wait'];
};

/** One job at a time: more would share the same four request slots. */
const jobsAtOnce = 1;
const plannedAtOnce = 1_000;

/** Prefetch jobs. Each job belongs to the workspace in which it was started. */
export function createChipPrefetch(deps: ChipPrefetchDeps) {
  const { chips, cache, access, jobs, wait = defaultWait } = deps;
  const slots = createLimiter(jobsAtOnce);

  const stores = new WeakMap<Workspace, ChipPrefetchStore>();
  const storeOf = (workspace: Workspace) => {
    const store = stores.get(workspace) ?? createChipPrefetchStore(workspace);
    stores.set(workspace, store);
    return store;
  };

  const toRunnable = (workspace: Workspace, store: ChipPrefetchStore, stored: StoredChipPrefetch) => {
    const { scope } = stored;
    let { upTo } = stored;
    const runnable: RunnableJob = {
      job: stored.job,
      slots,
      run: (handle) =>
        runChipPrefetch({ chips, cache, access, workspace, wait }, { scope, upTo }, handle, (reachedId) => {
          upTo = reachedId;
        }),
      storage: {
        check: () => checkIsOpen(deps.workspace, workspace),
        save: (job) => store.save({ job, scope, upTo }),
        remove: () => store.remove(stored.job.id),
      },
    };
    return runnable;
  };

  return {
    /** An estimate of what `start` would fetch; rejects with the signal's reason when it aborts. */
    async plan(scope: ChipScope, signal?: AbortSignal): Promise<Result<ChipPrefetchPlan>> {
      const opened = getOpenWorkspace(deps.workspace);
      if (!opened.ok) return opened;
      const ids = await idsInScope(opened.value, scope);
      const known = { chips: 0, cached: 0, absent: 0 };
      for await (const { addresses } of chipBatches(opened.value, ids, access.profile().id, plannedAtOnce)) {
        for (const address of addresses) {
          signal?.throwIfAborted();
          const key = chipKey(address);
          known.chips += 1;
          if (await cache.has(key)) known.cached += 1;
          else if (await cache.isAwaited(key)) known.absent += 1;
        }
      }
      const { files, bytes, limit } = await cache.stats();
      const missing = known.chips - known.cached - known.absent;
      return succeed({
        detections: ids.length,
        ...known,
        missing,
        estimatedBytes: files === 0 ? null : Math.round((bytes / files) * missing),
        limit,
      });
    },
    /** Starts a job and returns immediately; progress is published as `job` events. */
    async start(scope: ChipScope): Promise<Result<Job>> {
      const opened = getOpenWorkspace(deps.workspace);
      if (!opened.ok) return opened;
      const { value: workspace } = opened;
      const job = newJob({ kind: 'chips', title: titleOf(scope), resumable: true });
      return jobs.start(toRunnable(workspace, storeOf(workspace), { job, scope, upTo: 0 }));
    },
    /** Must be called with a newly opened workspace: lists its saved jobs; running ones become interrupted. */
    async onWorkspaceOpened(workspace: Workspace): Promise<void> {
      const store = storeOf(workspace);
      for (const stored of await store.load()) await jobs.restore(toRunnable(workspace, store, stored));
    },
  };
}

function titleOf(scope: ChipScope): string {
  if (scope.kind === 'ids') {
    return scope.ids.length === 1
      ? 'Chip of a detection'
      : `Chips of ${scope.ids.length} selected detections`;
  }
  return Object.keys(scope.filter).length === 0 ? 'Chips of all detections' : 'Chips of filtered detections';
}

function defaultWait(milliseconds: number, signal: AbortSignal): Promise<unknown> {
  return sleep(milliseconds, undefined, { signal });
}

const listKey = 'chips-ahead';
/** The scope is stored separately, because it may be long and never changes. */
const scopeKey = (id: string) => `chips-ahead ${id}`;

const entrySchema = z.object({ job: jobSchema, upTo: z.int().nonnegative() });

/**
 * The prefetch jobs stored in a workspace's settings. Nothing is written to a read-only workspace. Only one instance per
 * workspace may write.
 */
function createChipPrefetchStore(workspace: Workspace) {
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

type ChipPrefetchStore = ReturnType<typeof createChipPrefetchStore>;
