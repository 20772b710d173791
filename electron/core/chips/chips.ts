import type { ChipCacheStats } from '../../../shared/chips/chip-cache.ts';
import type { Result } from '../../../shared/result.ts';
import type { ChipAddress } from './chip-absences.ts';

/** What can be said of a detection's chip. Each looks different on screen. */
export type ChipOutcome =
  | { readonly kind: 'image'; readonly png: Uint8Array; readonly source: 'cache' | 'service' }
  /** The detection has no chip identifier, or its record no region to ask with (`reason`). */
  | { readonly kind: 'none'; readonly reason: string }
  /** The store does not have it (yet): 404. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'forbidden'; readonly reason: string }
  | { readonly kind: 'sign-in-needed' }
  /** Not cached, and the service cannot be reached. */
  | { readonly kind: 'offline'; readonly reason: string }
  /** What came is not a usable PNG, or the service failed. */
  | { readonly kind: 'failed'; readonly reason: string };

/** What became of a chip that was fetched before anybody looked at it. */
export type ChipAhead =
  | { readonly kind: 'fetched'; readonly bytes: number }
  /** It came, and could not be kept. */
  | { readonly kind: 'not-kept'; readonly reason: string }
  | Exclude<ChipOutcome, { kind: 'image' | 'none' }>;

/** Image chips, from the disk cache or else from the service. */
export type Chips = {
  get(detectionId: number, signal?: AbortSignal): Promise<ChipOutcome>;
  stats(): Promise<ChipCacheStats>;
  /** Changes how much the cache may hold, now and at the next start. */
  setLimit(bytes: number): Promise<Result<void>>;
  /** Removes all chips from the cache. */
  clear(): Promise<Result<void>>;
};

/** The chips, with what the rest of the core needs of them. */
export type BoundChips = Omit<Chips, 'setLimit' | 'clear'> & {
  /** Fetches a chip into the cache, as one of at most four at a time that nobody looks at. */
  fetchAhead(address: ChipAddress, signal: AbortSignal): Promise<ChipAhead>;
  /** Asks again for chips that were not there, as far as they are due. Resolves with how many came. */
  askForAbsent(): Promise<number>;
  close(): Promise<void>;
};
