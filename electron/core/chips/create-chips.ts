import { errorText } from '../../../shared/error-text.ts';
import type { Failure } from '../../../shared/result.ts';
import type { Events } from '../base/events.ts';
import { createLimiter } from '../base/limiter.ts';
import { createSharedTasks } from '../base/shared-tasks.ts';
import { throttle } from '../base/throttle.ts';
import type { ServiceAccess } from '../service/service-access.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { GetWorkspace } from '../workspace/open/get-open-workspace.ts';
import type { ChipAddress } from './chip-absences.ts';
import { type ChipCache, chipKey } from './chip-cache.ts';
import type { ChipOutcome, ManagedChips, PrefetchOutcome } from './chips.ts';

type ChipsDeps = {
  readonly client: ServiceClient;
  readonly access: Pick<ServiceAccess, 'profile' | 'token'>;
  readonly cache: ChipCache;
  readonly workspace: GetWorkspace;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
  /** Epoch milliseconds. */
  readonly now?: () => number;
};

/** Maximum concurrent chip requests: for display, and again for prefetching. */
const maxRequests = 4;
/** For how long after a 404 a chip is not requested again for display. */
const absenceLifetimeMs = 30_000;
/** How often absent chips are requested again, and how many at a time. */
const retryAbsentMs = 60_000;
const maxAbsentAtOnce = 50;
/** Minimum interval between `changed` events while chips are being fetched. */
const notifyChipsMs = 1_000;

/** A chip's outcome, and why a fetched image could not be stored. */
type RequestedChip = { readonly outcome: ChipOutcome; readonly storeError?: string };

/**
 * Chips from the disk cache or else from the service. Concurrent calls for the same chip share one request. `get`
 * rejects with the signal's reason when it aborts. While signed in, absent chips are requested again at growing
 * intervals.
 */
export function createChips(deps: ChipsDeps): ManagedChips {
  const { client, access, cache, workspace, events, onProblem, now = Date.now } = deps;
  const viewLimiter = createLimiter(maxRequests);
  const prefetchLimiter = createLimiter(maxRequests);
  const shared = createSharedTasks<RequestedChip>();
  const notifyChips = throttle(notifyChipsMs, () => events.publish({ type: 'changed', topic: 'chips' }));
  const closing = new AbortController();

  const isStillAbsent = async (key: string): Promise<boolean> => {
    const absence = await cache.absence(key);
    const age = absence ? now() - absence.lastRequestedAt : Number.POSITIVE_INFINITY;
    return age >= 0 && age < absenceLifetimeMs;
  };

  /** Disk errors are reported and only disable caching: chips are shown all the same. */
  const undefinedOnDiskError = async <T>(access: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await access();
    } catch (error) {
      onProblem(error, 'caching image chips');
      return undefined;
    }
  };

  const request = async (
    key: string,
    address: ChipAddress,
    limiter: typeof viewLimiter,
    signal: AbortSignal,
  ): Promise<RequestedChip> => {
    const chip = await limiter.run(() => client.getChip(address.region, address.chipIdentifier, signal));
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
      return { outcome, storeError: errorText(error) };
    }
  };

  const prefetch = async (address: ChipAddress, signal: AbortSignal): Promise<PrefetchOutcome> => {
    const key = chipKey(address);
    const task = (signal: AbortSignal) => request(key, address, prefetchLimiter, signal);
    const { outcome, storeError } = await shared(key, task, signal);
    if (outcome.kind === 'none') throw new Error('A chip with an address has no address.');
    if (outcome.kind !== 'image') return outcome;
    return storeError === undefined
      ? { kind: 'fetched', bytes: outcome.png.length }
      : { kind: 'not-stored', reason: storeError };
  };

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
  const timer = setInterval(() => {
    retrying = retrying.then(() => undefinedOnDiskError(retryAbsent));
  }, retryAbsentMs).unref();

  return {
    async get(detectionId, signal = new AbortController().signal) {
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
      if (cached) return { kind: 'image', png: cached, source: 'cache' };
      if (await undefinedOnDiskError(() => isStillAbsent(key))) return { kind: 'absent' };
      const task = (signal: AbortSignal) => request(key, address, viewLimiter, signal);
      return (await shared(key, task, signal)).outcome;
    },
    stats: cache.stats,
    prefetch,
    retryAbsent,
    async close() {
      clearInterval(timer);
      closing.abort();
      await retrying.catch(() => {});
      await cache.close();
    },
  };
}

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
