import type { Failure } from '../../../shared/result.ts';
import { atMostEvery } from '../at-most-every.ts';
import type { Events } from '../events.ts';
import type { OpenWorkspace } from '../in-workspace.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { ServiceAccess } from '../session/session.ts';
import type { ChipAddress } from './chip-absences.ts';
import { type ChipCache, chipKey } from './chip-cache.ts';
import type { BoundChips, ChipAhead, ChipOutcome } from './chips.ts';
import { createLimit } from './limit.ts';
import { createSharedWork } from './shared-work.ts';

type ChipsParts = {
  readonly client: ServiceClient;
  readonly access: Pick<ServiceAccess, 'profile' | 'token'>;
  readonly cache: ChipCache;
  readonly workspace: OpenWorkspace;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
  /** Epoch milliseconds. */
  readonly now?: () => number;
};

/** How many chips are asked for at the same time: by those who look at them, and ahead of that. */
const maxRequests = 4;
/** For how long a chip that is not there is taken to be still missing by somebody who looks for it. */
const absenceLifeMs = 30_000;
/** How often chips that were not there are looked for, and how many of them at once. */
const askForAbsentMs = 60_000;
const maxAbsentAtOnce = 50;
/** How often the page hears, while chips come in, that the cache has grown. */
const tellChipsMs = 1_000;

/** A chip's outcome, and why an image that came is not in the cache. */
type Obtained = { readonly outcome: ChipOutcome; readonly notKept?: string };

/**
 * Chips from the disk cache or else from the service. Whoever asks for a chip that is on its way waits for that one
 * request. `get` rejects with the signal's reason when it aborts. Chips that were not there are asked for again, ever
 * more seldom, while somebody is signed in.
 */
export function createChips(parts: ChipsParts): BoundChips {
  const { client, access, cache, workspace, events, onProblem, now = Date.now } = parts;
  const looking = createLimit(maxRequests);
  const ahead = createLimit(maxRequests);
  const shared = createSharedWork<Obtained>();
  const tellChips = atMostEvery(tellChipsMs, () => events.publish({ type: 'changed', what: 'chips' }));
  const closing = new AbortController();

  const isStillAbsent = async (key: string): Promise<boolean> => {
    const absence = await cache.absence(key);
    const age = absence ? now() - absence.lastAsked : Number.POSITIVE_INFINITY;
    return age >= 0 && age < absenceLifeMs;
  };

  /** A disk that fails costs only the caching: chips are shown all the same. */
  const despiteDisk = async <T>(access: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await access();
    } catch (error) {
      onProblem(error, 'keeping image chips');
      return undefined;
    }
  };

  const request = async (
    key: string,
    address: ChipAddress,
    limited: typeof looking,
    signal: AbortSignal,
  ): Promise<Obtained> => {
    const chip = await limited(() => client.getChip(address.region, address.chipIdentifier, signal));
    if (!chip.ok) {
      const outcome = toOutcome(chip.failure);
      if (outcome.kind === 'absent') {
        await despiteDisk(() => cache.noteAbsent(key, address));
        tellChips.later();
      }
      return { outcome };
    }
    const outcome: ChipOutcome = { kind: 'image', png: chip.value, source: 'service' };
    try {
      await cache.write(key, chip.value);
      tellChips.later();
      return { outcome };
    } catch (error) {
      onProblem(error, 'keeping image chips');
      return { outcome, notKept: error instanceof Error ? error.message : String(error) };
    }
  };

  const fetchAhead = async (address: ChipAddress, signal: AbortSignal): Promise<ChipAhead> => {
    const key = chipKey(address);
    const work = (whenNobodyWaits: AbortSignal) => request(key, address, ahead, whenNobodyWaits);
    const { outcome, notKept } = await shared(key, work, signal);
    if (outcome.kind === 'none') throw new Error('A chip with an address has no address.');
    if (outcome.kind !== 'image') return outcome;
    return notKept === undefined
      ? { kind: 'fetched', bytes: outcome.png.length }
      : { kind: 'not-kept', reason: notKept };
  };

  const askForAbsent = async (): Promise<number> => {
    if (access.token() === undefined) return 0;
    let came = 0;
    for (const absence of await cache.dueAbsences(access.profile().id, maxAbsentAtOnce)) {
      if (closing.signal.aborted || access.profile().id !== absence.profileId) break;
      const { kind } = await fetchAhead(absence, closing.signal);
      if (kind === 'fetched') came += 1;
      // What is there and cannot be used is not asked for every minute either.
      else if (kind === 'failed') await cache.noteAbsent(absence.key, absence);
      else if (kind !== 'absent') break;
    }
    return came;
  };
  let asking: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    asking = asking.then(() => despiteDisk(askForAbsent));
  }, askForAbsentMs).unref();

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
      const cached = await despiteDisk(() => cache.read(key));
      if (cached) return { kind: 'image', png: cached, source: 'cache' };
      if (await despiteDisk(() => isStillAbsent(key))) return { kind: 'absent' };
      const work = (whenNobodyWaits: AbortSignal) => request(key, address, looking, whenNobodyWaits);
      return (await shared(key, work, signal)).outcome;
    },
    stats: cache.stats,
    fetchAhead,
    askForAbsent,
    async close() {
      clearInterval(timer);
      closing.abort();
      await asking.catch(() => {});
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
