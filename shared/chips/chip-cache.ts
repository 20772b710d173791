import { z } from 'zod';

/** Size and limit of the chip cache. */
export type ChipCacheStats = {
  readonly files: number;
  readonly bytes: number;
  /** In bytes. */
  readonly limit: number;
  /** Last use of the least recently used chip, epoch milliseconds; null for an empty cache. */
  readonly oldestUse: number | null;
  /** Chips that were requested and do not exist on the service yet. */
  readonly absent: number;
};

/** The default limit: 4 GB. */
export const defaultChipCacheLimit = 4_000_000_000;

/** A limit in bytes, from 10 MB to 10 TB. */
export const chipCacheLimitSchema = z
  .int()
  .min(10_000_000, 'Use at least 10 MB.')
  .max(10_000_000_000_000, 'Use at most 10 TB.');
