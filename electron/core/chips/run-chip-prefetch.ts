import type { ChipScope } from '../../../shared/chips/chip-prefetch.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { type Failure, fail } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import { createLimiter } from '../base/limiter.ts';
import { type JobEnd, JobFailure, type JobHandle } from '../jobs/job-runner.ts';
import type { ServiceAccess } from '../service/service-access.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { ChipAddress } from './chip-absences.ts';
import { chipBatches, idsInScope } from './chip-batches.ts';
import { type ChipCache, chipKey } from './chip-cache.ts';
import type { Chips, PrefetchOutcome } from './chips.ts';

export type RunChipPrefetchDeps = {
  readonly chips: Pick<Chips, 'prefetch'>;
  readonly cache: Pick<ChipCache, 'has' | 'isAwaited' | 'limit'>;
  readonly access: Pick<ServiceAccess, 'profile' | 'token' | 'waitForSignIn'>;
  readonly workspace: Workspace;
  /** Rejects when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
};

/** Scope of a prefetch, and the detection id up to which it is done. */
export type ChipPrefetchTask = { readonly scope: ChipScope; readonly upTo: number };

/** A prefetch job as it is stored. */
export type StoredChipPrefetch = ChipPrefetchTask & { readonly job: Job };

const chipsAtOnce = 4;
const batchSize = 64;
const countedAtOnce = 5_000;
const firstPauseMs = 5_000;
const longestPauseMs = 60_000;
/** After so many consecutive failures the job fails: the cause is not the single chips. */
const maxFailuresInARow = 20;

type Counts = { cached: number; fetched: number; bytes: number; absent: number; failed: number };

/**
 * Fetches the chips of a scope that are not cached, four at a time. `onBatchDone` is called when all chips up to and
 * including a detection id have been processed. A batch that was not completed is repeated after a resume. Waits while
 * signed out and while the service cannot be reached. Rejects with `JobFailure`, or when the handle's signal aborts.
 */
export async function runChipPrefetch(
  deps: RunChipPrefetchDeps,
  task: ChipPrefetchTask,
  handle: JobHandle,
  onBatchDone: (upTo: number) => void,
): Promise<JobEnd> {
  const { workspace, access } = deps;
  const { signal } = handle;
  const profileId = access.profile().id;
  const aborting = new AbortController();
  const counts: Counts = {
    cached: 0,
    fetched: 0,
    bytes: 0,
    absent: 0,
    failed: 0,
    ...handle.latest().chips,
  };
  const stop = AbortSignal.any([signal, aborting.signal]);
  const fetching = createChipFetcher(deps, stop, handle.update, counts.bytes);
  const reportProgress = () => {
    const progress = { unit: 'chips', ...handle.latest().progress, done: countDone(counts) } as const;
    handle.report({ chips: { ...counts }, progress });
  };
  const fetchAll = async (addresses: readonly ChipAddress[]) => {
    const requests = addresses.map(async (address) => {
      try {
        count(counts, await fetching.fetch(address));
        reportProgress();
      } catch (error) {
        aborting.abort();
        throw error;
      }
    });
    const settled = await Promise.allSettled(requests);
    const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    if (failures.length > 0) throw failures.find((failure) => failure instanceof JobFailure) ?? failures[0];
  };

  const ids = await idsInScope(workspace, task.scope);
  const remaining = ids.filter((id) => id > task.upTo);
  // Counted again after a resume, since detections may have been added to the scope in the meantime.
  const done = countDone(counts);
  let total = done;
  for await (const { addresses } of chipBatches(workspace, remaining, profileId, countedAtOnce)) {
    signal.throwIfAborted();
    total += addresses.length;
  }
  handle.update({ progress: { unit: 'chips', done, total } });
  handle.checkpoint();
  for await (const { addresses, upTo } of chipBatches(workspace, remaining, profileId, batchSize)) {
    signal.throwIfAborted();
    await fetchAll(addresses);
    onBatchDone(upTo);
    handle.checkpoint();
  }
  return { warnings: warningsOf(counts, fetching.firstReason()) };
}

type FetchedChip =
  | Exclude<PrefetchOutcome, { kind: 'not-stored' | 'offline' | 'sign-in-needed' }>
  | { kind: 'cached' };

function countDone({ cached, fetched, absent, failed }: Counts): number {
  return cached + fetched + absent + failed;
}

function count(counts: Counts, obtained: FetchedChip): void {
  switch (obtained.kind) {
    case 'cached':
      counts.cached += 1;
      return;
    case 'fetched':
      counts.fetched += 1;
      counts.bytes += obtained.bytes;
      return;
    case 'absent':
      counts.absent += 1;
      return;
    case 'forbidden':
    case 'failed':
      counts.failed += 1;
  }
}

/** Fetches single chips. Waits for a sign-in or for the service, and throws `JobFailure` for permanent failures. */
function createChipFetcher(
  deps: RunChipPrefetchDeps,
  signal: AbortSignal,
  publish: (change: Partial<Job>) => void,
  fetchedBefore: number,
) {
  const { chips, cache, access, wait } = deps;
  const limiter = createLimiter(chipsAtOnce);
  let pausing: Promise<void> | undefined;
  let pauseMs = firstPauseMs;
  let failuresInARow = 0;
  let firstReason: string | undefined;
  /**
   * Size of all chips of the job, also of those before it was resumed: more of them than fit would replace the first.
   */
  let bytes = fetchedBefore;

  const pause = (work: () => Promise<unknown>, change: Partial<Job>) => {
    pausing ??= (async () => {
      publish({ state: 'waiting', ...change });
      await work();
      signal.throwIfAborted();
      publish({ state: 'running' });
    })().finally(() => {
      pausing = undefined;
    });
    return pausing;
  };
  const untilReachable = (reason: string) => {
    const milliseconds = pauseMs;
    return pause(
      async () => {
        await wait(milliseconds, signal);
        pauseMs = Math.min(longestPauseMs, milliseconds * 2);
      },
      { pause: { reason, until: nowUtc(Date.now() + milliseconds) } },
    );
  };
  const countFailure = (code: Failure['code'], reason: string) => {
    firstReason ??= reason;
    failuresInARow += 1;
    if (failuresInARow >= maxFailuresInARow) throw new JobFailure(fail(code, reason).failure);
  };
  const requireCacheSpace = (more: number) => {
    bytes += more;
    if (bytes <= cache.limit()) return;
    const message =
      'The chip cache is full with the chips of this job. Raise its limit in the settings, then resume.';
    throw new JobFailure(fail('disk', message).failure);
  };

  return {
    firstReason: () => firstReason,
    /** Occupies its slot of the limiter while it pauses, so that the other requests pause, too. */
    fetch: (address: ChipAddress): Promise<FetchedChip> => limiter.run(() => obtain(address)),
  };

  async function obtain(address: ChipAddress): Promise<FetchedChip> {
    const key = chipKey(address);
    if (await cache.has(key)) return { kind: 'cached' };
    if (await cache.isAwaited(key)) return { kind: 'absent' };
    for (;;) {
      if (pausing) await pausing;
      signal.throwIfAborted();
      // Whether chips need a token is not documented, but after a sign-out no requests are sent.
      if (access.token() === undefined) {
        await pause(() => access.waitForSignIn(signal), {});
        continue;
      }
      const outcome = await chips.prefetch(address, signal);
      switch (outcome.kind) {
        case 'fetched':
          failuresInARow = 0;
          pauseMs = firstPauseMs;
          requireCacheSpace(outcome.bytes);
          return outcome;
        case 'absent':
          failuresInARow = 0;
          return outcome;
        case 'forbidden':
        case 'failed':
          countFailure(outcome.kind === 'forbidden' ? 'forbidden' : 'bad-response', outcome.reason);
          return outcome;
        case 'offline':
          await untilReachable(outcome.reason);
          break;
        case 'sign-in-needed':
          await pause(() => access.waitForSignIn(signal), {});
          break;
        case 'not-stored':
          throw new JobFailure({
            ...outcome.because,
            code: 'disk',
            message: `Chips cannot be stored. ${outcome.because.message}`,
          });
      }
    }
  }
}

function warningsOf({ absent, failed }: Counts, reason: string | undefined): string[] {
  return [
    ...(absent > 0
      ? [`Not available yet: ${absent}. Sightline requests them again automatically while you are signed in.`]
      : []),
    ...(failed > 0 ? [`Could not be fetched: ${failed}.${reason === undefined ? '' : ` ${reason}`}`] : []),
  ];
}
