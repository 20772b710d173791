import { z } from 'zod';
import type { RecordDifference } from './record-difference.ts';

/** Requests a page of the comparison of a full run with the previous one. */
export const diffPageRequestSchema = z.object({
  fetchId: z.uuid(),
  kind: z.enum(['new', 'gone', 'changed']),
  offset: z.int().nonnegative().default(0),
  limit: z.int().min(1).max(500).default(100),
});
export type DiffPageRequest = z.infer<typeof diffPageRequestSchema>;

/** One record of the comparison. */
export type DiffRow = {
  readonly recordId: string;
  readonly analytics: readonly string[];
  readonly region: string | null;
  readonly uploadedAt: string | null;
  readonly detections: number;
  /** Differences to the former record; null when it did not change, or when they are unknown. */
  readonly difference: RecordDifference | null;
};

/**
 * The comparison of a full run with the previous full run. `new`: not found by any earlier run. `gone`: found earlier,
 * but not by this run; it stays in the workspace. `changed`: its content differs.
 */
export type SearchDiff = {
  readonly fetchId: string;
  readonly startedAt: string;
  readonly formerFetchId: string;
  readonly formerStartedAt: string;
  readonly counts: {
    readonly new: number;
    readonly gone: number;
    readonly changed: number;
    readonly same: number;
  };
  readonly kind: DiffPageRequest['kind'];
  readonly rows: readonly DiffRow[];
};
