import type { Failure } from '../../../shared/result.ts';
import { atMostEvery } from '../at-most-every.ts';
import type { Events } from '../events.ts';
import type { OpenWorkspace } from '../in-workspace.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { ServiceAccess } from '../session/session.ts';
import { type ChipCache, chipKey } from './chip-cache.ts';
import type { ChipOutcome, Chips } from './chips.ts';
import { createLimit } from './limit.ts';
import { createSharedWork } from './shared-work.ts';

type ChipsParts = {
  readonly client: ServiceClient;
  readonly access: Pick<ServiceAccess, 'profile'>;
  readonly cache: ChipCache;
  readonly workspace: OpenWorkspace;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
  /** Milliseconds on a clock that is never set back. */
  readonly now?: () => number;
};

/** How many chips are asked for at the same time. */
const maxRequests = 4;
/** For how long a chip that is not there is taken to be still missing. */
const absenceLifeMs = 30_000;
const maxAbsences = 10_000;
/** How often the page hears, while chips come in, that the cache has grown. */
const tellChipsMs = 1_000;

/**
 * Chips from the disk cache or else from the service. Whoever asks for a chip that is on its way waits for that one
 * request. `get` rejects with the signal's reason when it aborts.
 */
export function createChips(parts: ChipsParts): Chips {
  const { client, access, cache, workspace, events, onProblem, now = () => performance.now() } = parts;
  const limited = createLimit(maxRequests);
  const shared = createSharedWork<ChipOutcome>();
  const absentUntil = new Map<string, number>();
  const tellChips = atMostEvery(tellChipsMs, () => events.publish({ type: 'changed', what: 'chips' }));

  const isStillAbsent = (key: string): boolean => {
    if ((absentUntil.get(key) ?? 0) > now()) return true;
    absentUntil.delete(key);
    return false;
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

  const request = async (key: string, region: string, identifier: string, signal: AbortSignal) => {
    const chip = await limited(() => client.getChip(region, identifier, signal));
    if (!chip.ok) {
      const outcome = toOutcome(chip.failure);
      if (outcome.kind === 'absent') {
        if (absentUntil.size >= maxAbsences) absentUntil.clear();
        absentUntil.set(key, now() + absenceLifeMs);
      }
      return outcome;
    }
    await despiteDisk(async () => {
      await cache.write(key, chip.value);
      tellChips.later();
    });
    return { kind: 'image', png: chip.value, source: 'service' } satisfies ChipOutcome;
  };

  return {
    async get(detectionId, signal = new AbortController().signal) {
      const opened = workspace();
      if (!opened) return { kind: 'none', reason: 'No workspace is open. Sign in once to create one.' };
      const address = await opened.chipAddress(detectionId);
      if (!address) return { kind: 'none', reason: 'This detection has no image chip.' };
      const { region, chipIdentifier } = address;
      if (region === null) {
        return { kind: 'none', reason: 'The record names no region, so its image chip has no address.' };
      }
      const key = chipKey(access.profile().id, region, chipIdentifier);
      const cached = await despiteDisk(() => cache.read(key));
      if (cached) return { kind: 'image', png: cached, source: 'cache' };
      if (isStillAbsent(key)) return { kind: 'absent' };
      return shared(key, (whenNobodyWaits) => request(key, region, chipIdentifier, whenNobodyWaits), signal);
    },
    stats: cache.stats,
  };
}

function toOutcome({ code, message }: Failure): ChipOutcome {
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
