import { type ErrorExplanation, explainError } from '../../../shared/error-text.ts';
import { type Failure, type Result, succeed } from '../../../shared/result.ts';
import type { Events } from '../base/events.ts';
import { createLimiter } from '../base/limiter.ts';
import { createSharedTasks } from '../base/shared-tasks.ts';
import { throttle } from '../base/throttle.ts';
import type { ServiceAccess } from '../service/service-access.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import { type GetWorkspace, toWriteResult } from '../workspace/open/get-open-workspace.ts';
import type { ChipAddress } from './chip-absences.ts';
import { type ChipCache, chipKey } from './chip-cache.ts';

/** The outcome of getting a detection's chip. Each kind is displayed differently. */
export type ChipOutcome =
  | { readonly kind: 'image'; readonly png: Uint8Array; readonly source: 'cache' | 'service' }
  /** The detection has no chip identifier, or its record no region (`reason`). */
  | { readonly kind: 'none'; readonly reason: string }
  /** The service does not have it (yet): 404. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'forbidden'; readonly reason: string }
  | { readonly kind: 'sign-in-needed' }
  /** Not cached, and the service cannot be reached. */
  | { readonly kind: 'offline'; readonly reason: string }
  /** The response is not a usable PNG, or the service failed. */
  | { readonly kind: 'failed'; readonly reason: string };

/** The outcome of prefetching one chip. */
export type PrefetchOutcome =
  | { readonly kind: 'fetched'; readonly bytes: number }
  /** The chip was fetched but could not be stored. */
  | { readonly kind: 'not-stored'; readonly because: ErrorExplanation }
  | Exclude<ChipOutcome, { kind: 'image' | 'none' }>;

type ChipsDeps = {
  readonly client: ServiceClient;
  readonly access: Pick<ServiceAccess, 'profile' | 'token'>;
  readonly cache: ChipCache;
  readonly workspace: GetWorkspace;
  readonly settings: Pick<SettingsFile, 'change'>;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
  /** Epoch milliseconds. */
  readonly now?: () => number;
};

/** Maximum concurrent chip requests for display, and as many for all jobs. */
const maxRequests = 4;
/** For how long after a 404 a chip is not requested again for display. */
const absenceLifetimeMs = 30_000;
/** Interval at which absent chips are requested again, and how many at a time. */
const retryAbsentMs = 60_000;
const maxAbsentAtOnce = 50;
/** Minimum interval between `changed` events while chips are being fetched. */
const notifyChipsMs = 1_000;

/** A chip's outcome, and why a fetched image could not be stored. */
type RequestedChip = { readonly outcome: ChipOutcome; readonly storeError?: ErrorExplanation };

/** Requests of chips, and the cache that they are stored in. */
function createChipRequests({ client, cache, events, onProblem }: ChipsDeps) {
  const limiters = { seen: createLimiter(maxRequests), ahead: createLimiter(maxRequests) };
  const shared = createSharedTasks<RequestedChip>();
  const notifyChips = throttle(notifyChipsMs, () => events.publish({ type: 'changed', topic: 'chips' }));

  /** Disk errors are reported and only disable caching: chips are shown all the same. */
  const undefinedOnDiskError = async <T>(access: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await access();
    } catch (error) {
      onProblem(error, 'caching image chips');
      return undefined;
    }
  };

  const requestNow = async (
    key: string,
    address: ChipAddress,
    priority: keyof typeof limiters,
    signal: AbortSignal,
  ): Promise<RequestedChip> => {
    const { region, chipIdentifier } = address;
    const chip = await limiters[priority].run(() => client.getChip(region, chipIdentifier, signal));
    if (!chip.ok) {
      const outcome = toOutcome(chip.failure);
      if (outcome.kind === 'absent') {
        await undefinedOnDiskError(() => cache.recordAbsence(key, address));
        notifyChips.schedule();
      }
      return { outcome };
    }
    const outcome: ChipOutcome = { kind: 'image', png: chip.value, source: 'service' };
    try {
      await cache.write(key, chip.value);
      notifyChips.schedule();
      return { outcome };
    } catch (error) {
      onProblem(error, 'caching image chips');
      return { outcome, storeError: explainError(error, 'The cache could not be written.') };
    }
  };

  return {
    undefinedOnDiskError,
    /** Requests a chip once for all who need it at the time. */
    request: (address: ChipAddress, priority: keyof typeof limiters, signal: AbortSignal) => {
      const key = chipKey(address);
      return shared(key, (taskSignal) => requestNow(key, address, priority, taskSignal), signal);
    },
  };
}

/** Requests absent chips again at growing intervals, while signed in. */
function createAbsenceRetries(
  { access, cache, events }: ChipsDeps,
  prefetch: (address: ChipAddress, signal: AbortSignal) => Promise<PrefetchOutcome>,
  undefinedOnDiskError: ReturnType<typeof createChipRequests>['undefinedOnDiskError'],
) {
  const closing = new AbortController();
  /** Requests absent chips that are due again. Resolves with the number fetched. */
  const retryAbsent = async (): Promise<number> => {
    if (access.token() === undefined) return 0;
    let fetched = 0;
    for (const absence of await cache.dueAbsences(access.profile().id, maxAbsentAtOnce)) {
      if (closing.signal.aborted || access.profile().id !== absence.profileId) break;
      const { kind } = await prefetch(absence, closing.signal);
      if (kind === 'fetched') fetched += 1;
      // A chip that is unusable or refused must not be requested every minute, and must not keep others from being.
      else if (kind === 'failed' || kind === 'forbidden') await cache.recordAbsence(absence.key, absence);
      else if (kind !== 'absent') break;
    }
    return fetched;
  };
  let retrying: Promise<unknown> = Promise.resolve();
  /** Whether an absent chip was requested for display since the last event about it. */
  let isAbsentShown = false;
  const retryAll = async () => {
    await undefinedOnDiskError(retryAbsent);
    if (isAbsentShown) events.publish({ type: 'absent-chips-due' });
    isAbsentShown = false;
  };
  const timer = setInterval(() => {
    retrying = retrying.then(retryAll);
  }, retryAbsentMs).unref();
  return {
    retryAbsent,
    /** Must be called when a chip that is to be shown is absent. */
    onAbsentShown(): void {
      isAbsentShown = true;
    },
    async close(): Promise<void> {
      clearInterval(timer);
      closing.abort();
      await retrying.catch(() => {});
    },
  };
}

/**
 * Chips from the disk cache or else from the service. Concurrent calls for the same chip share one request. `get`
 * rejects with the signal's reason when it aborts. While signed in, absent chips are requested again at growing
 * intervals, and the page requests those that it shows at each tick of the same clock.
 */
export function createChips(deps: ChipsDeps) {
  const { access, cache, workspace, settings, events, now = Date.now } = deps;
  const { request, undefinedOnDiskError } = createChipRequests(deps);

  const isStillAbsent = async (key: string): Promise<boolean> => {
    const absence = await cache.absence(key);
    const age = absence ? now() - absence.lastRequestedAt : Number.POSITIVE_INFINITY;
    return age >= 0 && age < absenceLifetimeMs;
  };

  /** Fetches a chip into the cache; at most four prefetches run at a time. */
  const prefetch = async (address: ChipAddress, signal: AbortSignal): Promise<PrefetchOutcome> => {
    const { outcome, storeError } = await request(address, 'ahead', signal);
    if (outcome.kind === 'none') throw new Error('A chip with an address has no address.');
    if (outcome.kind !== 'image') return outcome;
    return storeError === undefined
      ? { kind: 'fetched', bytes: outcome.png.length }
      : { kind: 'not-stored', because: storeError };
  };
  const retries = createAbsenceRetries(deps, prefetch, undefinedOnDiskError);

  const changeCache = async (change: Promise<void>): Promise<Result<void>> => {
    const done = await toWriteResult(change);
    events.publish({ type: 'changed', topic: 'chips' });
    return done.ok ? succeed(undefined) : done;
  };

  return {
    async get(detectionId: number, signal: AbortSignal = new AbortController().signal): Promise<ChipOutcome> {
      const opened = workspace();
      if (!opened) return { kind: 'none', reason: 'No workspace is open. Sign in once to create one.' };
      const found = await opened.chipAddress(detectionId);
      if (!found) return { kind: 'none', reason: 'This detection has no image chip.' };
      const { region, chipIdentifier } = found;
      if (region === null) {
        return { kind: 'none', reason: 'The record names no region, so its image chip has no address.' };
      }
      const address = { profileId: access.profile().id, region, chipIdentifier };
      const key = chipKey(address);
      const cached = await undefinedOnDiskError(() => cache.read(key));
      const stored = cached ?? (await opened.caseChip(region, chipIdentifier));
      if (stored) return { kind: 'image', png: stored, source: 'cache' };
      const outcome: ChipOutcome = (await undefinedOnDiskError(() => isStillAbsent(key)))
        ? { kind: 'absent' }
        : (await request(address, 'seen', signal)).outcome;
      if (outcome.kind === 'absent') retries.onAbsentShown();
      return outcome;
    },
    stats: cache.stats,
    /** Changes the size limit of the cache and saves it in the settings. */
    async setLimit(bytes: number): Promise<Result<void>> {
      const saved = await settings.change((before) => ({ ...before, chipCacheLimit: bytes }));
      return saved.ok ? changeCache(cache.setLimit(bytes)) : saved;
    },
    /** Removes all chips from the cache. */
    clear: () => changeCache(cache.clear()),
    prefetch,
    retryAbsent: retries.retryAbsent,
    async close() {
      await retries.close();
      await cache.close();
    },
  };
}

export type Chips = ReturnType<typeof createChips>;

function toOutcome({ code, message }: Failure): Exclude<ChipOutcome, { kind: 'image' | 'none' }> {
  switch (code) {
    case 'not-found':
      return { kind: 'absent' };
    case 'forbidden':
      return { kind: 'forbidden', reason: message };
    case 'signed-out':
      return { kind: 'sign-in-needed' };
    case 'unreachable':
    case 'timeout':
      return { kind: 'offline', reason: message };
    default:
      return { kind: 'failed', reason: message };
  }
}
