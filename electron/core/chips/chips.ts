import type { ChipCacheStats } from '../../../shared/chips/chip-cache.ts';
import type { Result } from '../../../shared/result.ts';
import type { ChipAddress } from './chip-absences.ts';

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
  /** It was fetched but could not be stored. */
  | { readonly kind: 'not-stored'; readonly reason: string }
  | Exclude<ChipOutcome, { kind: 'image' | 'none' }>;

/** Image chips, from the disk cache or else from the service. */
export type Chips = {
  get(detectionId: number, signal?: AbortSignal): Promise<ChipOutcome>;
  stats(): Promise<ChipCacheStats>;
  /** Changes the size limit of the cache and saves it in the settings. */
  setLimit(bytes: number): Promise<Result<void>>;
  /** Removes all chips from the cache. */
  clear(): Promise<Result<void>>;
};

/** `Chips` with what the rest of the core needs. */
export type ManagedChips = Omit<Chips, 'setLimit' | 'clear'> & {
  /** Fetches a chip into the cache; at most four prefetches run at a time. */
  prefetch(address: ChipAddress, signal: AbortSignal): Promise<PrefetchOutcome>;
  /** Requests absent chips that are due again. Resolves with the number fetched. */
  retryAbsent(): Promise<number>;
  close(): Promise<void>;
};
