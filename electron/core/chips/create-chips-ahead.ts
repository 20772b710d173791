import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChipScope } from '../../../shared/chips/chips-ahead.ts';
import { isActive, type Job } from '../../../shared/jobs/job.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { checkScope } from '../../../shared/results/check-filter.ts';
import { nowUtc } from '../../../shared/time.ts';
import { type OpenWorkspace, openedWorkspace } from '../in-workspace.ts';
import type { JobRegistry } from '../job-registry.ts';
import type { ServiceAccess } from '../session/session.ts';
import { createPlaces } from '../sync/places.ts';
import { endJob } from '../sync/run-fetch.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type ChipCache, chipKey } from './chip-cache.ts';
import type { BoundChips } from './chips.ts';
import type { ChipsAhead } from './chips-ahead.ts';
import { type RunChipsAheadParts, runChipsAhead, type StoredChipsAhead } from './run-chips-ahead.ts';
import { chipsOf, idsInScope } from './scope-chips.ts';
import { type KeptChipsAhead, keepChipsAhead } from './stored-chips-ahead.ts';

/** The work on chips ahead, with what the rest of the core needs of it. */
type BoundChipsAhead = ChipsAhead & {
  /** To be called with a workspace that was just opened: lists its work; what was under way was interrupted. */
  adopt(workspace: Workspace): Promise<void>;
  /** Stops all that runs as interrupted; resolves when it has been kept. */
  interruptAll(): Promise<void>;
};

type ChipsAheadParts = {
  readonly chips: Pick<BoundChips, 'fetchAhead'>;
  readonly cache: Pick<ChipCache, 'has' | 'absence' | 'limit' | 'stats'>;
  readonly access: Pick<ServiceAccess, 'profile' | 'token' | 'signedIn'>;
  readonly registry: JobRegistry;
  readonly workspace: OpenWorkspace;
  readonly onProblem: (error: unknown, where: string) => void;
  readonly wait?: RunChipsAheadParts['wait'];
};

/** One at a time: more would share the same four places. */
const jobsAtOnce = 1;
const plannedAtOnce = 1_000;

/** Chips that are fetched ahead into the cache. The work belongs to the workspace in which it began. */
export function createChipsAhead(parts: ChipsAheadParts): BoundChipsAhead {
  const { chips, cache, access, registry, onProblem, wait = defaultWait } = parts;
  const places = createPlaces(jobsAtOnce);
  const running = new Map<string, { readonly controller: AbortController; readonly done: Promise<void> }>();
  const keeps = new WeakMap<Workspace, KeptChipsAhead>();
  const keepOf = (workspace: Workspace) => {
    const keep = keeps.get(workspace) ?? keepChipsAhead(workspace);
    keeps.set(workspace, keep);
    return keep;
  };
  const kept = (work: Promise<void>) => work.catch((error) => onProblem(error, 'keeping chips ahead'));

  const run = (workspace: Workspace, stored: StoredChipsAhead) => {
    const controller = new AbortController();
    const { signal } = controller;
    const keep = keepOf(workspace);
    let { upTo } = stored;
    const runParts: RunChipsAheadParts = {
      chips,
      cache,
      access,
      workspace,
      wait,
      progress: registry.put,
      reached(job, reachedId) {
        upTo = reachedId;
        void kept(keep.put({ ...stored, job, upTo }));
      },
    };
    const carryOut = async () => {
      let job: Job;
      try {
        job = await places.take(() => runChipsAhead(runParts, stored, signal), signal);
      } catch (error) {
        onProblem(error, `“${stored.job.title}”`);
        const { failure } = fail('disk', error instanceof Error ? error.message : String(error));
        const latest = registry.get(stored.job.id) ?? stored.job;
        job = endJob(latest, { state: 'failed', failure, resumable: true });
      }
      const ended = { ...stored, job, upTo };
      attach(workspace, ended);
      registry.put(job);
      await kept(keep.put(ended));
      running.delete(job.id);
    };
    running.set(stored.job.id, { controller, done: carryOut() });
  };

  const stop = async (id: string, state: 'cancelled' | 'interrupted') => {
    const work = running.get(id);
    work?.controller.abort(state);
    await work?.done;
  };

  const attach = (workspace: Workspace, stored: StoredChipsAhead) => {
    const { id } = stored.job;
    registry.attach(id, {
      cancel: () => stop(id, 'cancelled'),
      async resume() {
        const { failure: _overcome, ...job } = registry.get(id) ?? stored.job;
        return begin(workspace, { ...stored, job: { ...job, state: 'running', updatedAt: nowUtc() } });
      },
      dismiss: () => keepOf(workspace).remove(id),
    });
  };

  const begin = (workspace: Workspace, stored: StoredChipsAhead): Result<Job> => {
    if (running.has(stored.job.id)) return fail('conflict', `“${stored.job.title}” is already running.`);
    const job: Job = places.areFree() ? stored.job : { ...stored.job, state: 'queued' };
    attach(workspace, stored);
    registry.put(job);
    run(workspace, stored);
    void kept(keepOf(workspace).put(stored));
    return succeed(job);
  };

  return {
    async plan(scope, signal) {
      const opened = openedWorkspace(parts.workspace);
      if (!opened.ok) return opened;
      const unreadable = checkScope(scope);
      if (unreadable) return { ok: false, failure: unreadable };
      const ids = await idsInScope(opened.value, scope);
      const known = { chips: 0, cached: 0, absent: 0 };
      for await (const { addresses } of chipsOf(opened.value, ids, access.profile().id, plannedAtOnce)) {
        for (const address of addresses) {
          signal?.throwIfAborted();
          const key = chipKey(address);
          known.chips += 1;
          if (await cache.has(key)) known.cached += 1;
          else if (((await cache.absence(key))?.notBefore ?? 0) > Date.now()) known.absent += 1;
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
    async start(scope) {
      const opened = openedWorkspace(parts.workspace);
      if (!opened.ok) return opened;
      const unreadable = checkScope(scope);
      if (unreadable) return { ok: false, failure: unreadable };
      return begin(opened.value, { job: newJob(scope), scope, upTo: 0 });
    },
    async adopt(workspace) {
      for (const stored of await keepOf(workspace).load()) {
        const job: Job = isActive(stored.job)
          ? { ...stored.job, state: 'interrupted', resumable: true }
          : stored.job;
        attach(workspace, { ...stored, job });
        registry.put(job);
      }
    },
    async interruptAll() {
      await Promise.all([...running.keys()].map((id) => stop(id, 'interrupted')));
    },
  };
}

function newJob(scope: ChipScope): Job {
  const startedAt = nowUtc();
  return {
    id: randomUUID(),
    kind: 'chips',
    title: titleOf(scope),
    state: 'running',
    startedAt,
    updatedAt: startedAt,
    resumable: true,
    warnings: [],
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
