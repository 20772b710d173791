import { z } from 'zod';

/** How much the chip cache holds, and how much it may. */
export type ChipCacheStats = {
  readonly files: number;
  readonly bytes: number;
  /** In bytes. */
  readonly limit: number;
  /** When the chip was used that was not used for longest, epoch milliseconds; null where there is none. */
  readonly oldestUse: number | null;
  /** Chips that were asked for and are not there yet. */
  readonly absent: number;
};

/** The limit of a first start: 4 GB. */
export const defaultChipCacheLimit = 4_000_000_000;

/** A limit in bytes, from 10 MB to 10 TB. */
export const chipCacheLimitSchema = z
  .int()
  .min(10_000_000, 'Use at least 10 MB.')
  .max(10_000_000_000_000, 'Use at most 10 TB.');
