import type { ChipScope } from '../../../shared/chips/chips-ahead.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { type Failure, fail } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { ServiceAccess } from '../session/session.ts';
import { endJob } from '../sync/run-fetch.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ChipAddress } from './chip-absences.ts';
import { type ChipCache, chipKey } from './chip-cache.ts';
import type { BoundChips, ChipAhead } from './chips.ts';
import { createLimit } from './limit.ts';
import { chipsOf, idsInScope } from './scope-chips.ts';

export type RunChipsAheadParts = {
  readonly chips: Pick<BoundChips, 'fetchAhead'>;
  readonly cache: Pick<ChipCache, 'has' | 'absence' | 'limit'>;
  readonly access: Pick<ServiceAccess, 'profile' | 'token' | 'signedIn'>;
  readonly workspace: Workspace;
  /** Rejects when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  readonly progress: (job: Job) => void;
  /** Told when all chips up to a detection are dealt with. */
  readonly reached: (job: Job, upTo: number) => void;
};

/** Work on chips ahead as it is kept: the job, and the detection up to which all is done. */
export type StoredChipsAhead = { readonly job: Job; readonly scope: ChipScope; readonly upTo: number };

const chipsAtOnce = 4;
const batchSize = 64;
const countedAtOnce = 5_000;
/** The page hears of progress so often. */
const showEveryMs = 200;
const firstPauseMs = 5_000;
const longestPauseMs = 60_000;
/** So many in a row that cannot be had: then it is not the chips. */
const maxFailuresInARow = 20;

type Counts = { cached: number; fetched: number; bytes: number; absent: number; failed: number };

/** Ends the work with this failure. */
class Stopped extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * Fetches the chips of a scope that are not cached, four at a time, and returns the job as it then stands: `complete`,
 * `failed`, or `cancelled` when `signal` aborts, with the reason as state where that says so. Waits while nobody is
 * signed in and while the service cannot be reached. What was begun in a batch and not brought to its end is looked at
 * again when it goes on.
 */
export async function runChipsAhead(
  parts: RunChipsAheadParts,
  stored: StoredChipsAhead,
  signal: AbortSignal,
): Promise<Job> {
  const { workspace, access, progress, reached } = parts;
  const profileId = access.profile().id;
  const givingUp = new AbortController();
  const either = AbortSignal.any([signal, givingUp.signal]);
  let job = stored.job;
  let whole = job;
  let shownAt = Number.NEGATIVE_INFINITY;
  const show = (change: Partial<Job>) => {
    const { pause: _over, ...rest } = job;
    job = { ...rest, ...change, updatedAt: nowUtc() };
    shownAt = performance.now();
    progress(job);
  };
  const fetching = createFetching(parts, either, show);
  const counts: Counts = { cached: 0, fetched: 0, bytes: 0, absent: 0, failed: 0, ...job.chips };
  const tell = () => {
    const done = counts.cached + counts.fetched + counts.absent + counts.failed;
    job = { ...job, chips: { ...counts }, progress: { unit: 'chips', ...job.progress, done } };
    if (performance.now() - shownAt > showEveryMs) show({});
  };
  const fetchAll = async (addresses: readonly ChipAddress[]) => {
    const fetched = addresses.map(async (address) => {
      try {
        count(counts, await fetching.obtain(address));
        tell();
      } catch (error) {
        givingUp.abort();
        throw error;
      }
    });
    const settled = await Promise.allSettled(fetched);
    const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    if (failures.length > 0) throw failures.find((failure) => failure instanceof Stopped) ?? failures[0];
  };
  try {
    signal.throwIfAborted();
    show({ state: 'running' });
    const ids = await idsInScope(workspace, stored.scope);
    if (job.progress?.total === undefined) {
      let total = 0;
      for await (const { addresses } of chipsOf(workspace, ids, profileId, countedAtOnce)) {
        signal.throwIfAborted();
        total += addresses.length;
      }
      show({ progress: { unit: 'chips', done: 0, total } });
      whole = job;
    }
    const left = ids.filter((id) => id > stored.upTo);
    for await (const { addresses, upTo } of chipsOf(workspace, left, profileId, batchSize)) {
      signal.throwIfAborted();
      await fetchAll(addresses);
      whole = job;
      reached(job, upTo);
    }
  } catch (error) {
    if (signal.aborted) return endJob(whole, { state: stateOf(signal), resumable: true });
    if (error instanceof Stopped)
      return endJob(whole, { state: 'failed', failure: error.failure, resumable: true });
    throw error;
  }
  return endJob(
    { ...job, warnings: warningsOf(counts, fetching.firstReason()) },
    {
      state: 'complete',
      resumable: false,
    },
  );
}

function stateOf({ reason }: AbortSignal): 'cancelled' | 'interrupted' {
  return reason === 'cancelled' ? 'cancelled' : 'interrupted';
}

type Obtained = Exclude<ChipAhead, { kind: 'not-kept' | 'offline' | 'sign-in-needed' }> | { kind: 'cached' };

function count(counts: Counts, obtained: Obtained): void {
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

/** Gets chips one by one, waits where waiting helps, and stops where nothing does. */
function createFetching(
  parts: RunChipsAheadParts,
  signal: AbortSignal,
  show: (change: Partial<Job>) => void,
) {
  const { chips, cache, access, wait } = parts;
  const limited = createLimit(chipsAtOnce);
  let pausing: Promise<void> | undefined;
  let pauseMs = firstPauseMs;
  let failuresInARow = 0;
  let firstReason: string | undefined;
  let bytes = 0;

  const pause = (work: () => Promise<unknown>, change: Partial<Job>) => {
    pausing ??= (async () => {
      show({ state: 'waiting', ...change });
      await work();
      signal.throwIfAborted();
      show({ state: 'running' });
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
  const failed = (code: Failure['code'], reason: string) => {
    firstReason ??= reason;
    failuresInARow += 1;
    if (failuresInARow >= maxFailuresInARow) throw new Stopped(fail(code, reason).failure);
  };
  const requireRoom = (more: number) => {
    bytes += more;
    if (bytes <= cache.limit()) return;
    const message =
      'The chip cache is full of what was fetched here. Raise its limit in the settings, then resume.';
    throw new Stopped(fail('disk', message).failure);
  };

  return {
    firstReason: () => firstReason,
    /** Holds its place while it pauses, so that the others pause too. */
    obtain: (address: ChipAddress): Promise<Obtained> => limited(() => obtain(address)),
  };

  async function obtain(address: ChipAddress): Promise<Obtained> {
    const key = chipKey(address);
    if (await cache.has(key)) return { kind: 'cached' };
    const absence = await cache.absence(key);
    if (absence && absence.notBefore > Date.now()) return { kind: 'absent' };
    for (;;) {
      if (pausing) await pausing;
      signal.throwIfAborted();
      // Whether chips need a sign-in is not known; but who has signed out wants nothing from the service.
      if (access.token() === undefined) {
        await pause(() => access.signedIn(signal), {});
        continue;
      }
      const outcome = await chips.fetchAhead(address, signal);
      switch (outcome.kind) {
        case 'fetched':
          failuresInARow = 0;
          pauseMs = firstPauseMs;
          requireRoom(outcome.bytes);
          return outcome;
        case 'absent':
          failuresInARow = 0;
          return outcome;
        case 'forbidden':
        case 'failed':
          failed(outcome.kind === 'forbidden' ? 'forbidden' : 'bad-response', outcome.reason);
          return outcome;
        case 'offline':
          await untilReachable(outcome.reason);
          break;
        case 'sign-in-needed':
          await pause(() => access.signedIn(signal), {});
          break;
        case 'not-kept':
          throw new Stopped(fail('disk', `Chips cannot be kept: ${outcome.reason}`).failure);
      }
    }
  }
}

function warningsOf({ absent, failed }: Counts, reason: string | undefined): string[] {
  return [
    ...(absent > 0
      ? [`Not there yet: ${absent}. Sightline asks for them again by itself while you are signed in.`]
      : []),
    ...(failed > 0 ? [`Could not be fetched: ${failed}.${reason === undefined ? '' : ` ${reason}`}`] : []),
  ];
}
