import { z } from 'zod';
import type { RecordDifference } from './record-difference.ts';

/** Which part of the comparison of a full run with the one before is listed. */
export const diffPageSchema = z.object({
  fetchId: z.uuid(),
  kind: z.enum(['new', 'gone', 'changed']),
  offset: z.int().nonnegative().default(0),
  limit: z.int().min(1).max(500).default(100),
});
export type DiffPage = z.infer<typeof diffPageSchema>;

/** One record of the comparison. */
export type DiffRow = {
  readonly recordId: string;
  readonly analytics: readonly string[];
  readonly region: string | null;
  readonly uploadedAt: string | null;
  readonly detections: number;
  /** What differs from before; null where the record did not change, or where it is not known any more. */
  readonly difference: RecordDifference | null;
};

/**
 * A full run compared with the full run before. `new`: not among what the search had brought until then. `gone`: it had
 * been brought, and this run did not; the workspace keeps it. `changed`: its content is not what it was.
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
  readonly kind: DiffPage['kind'];
  readonly rows: readonly DiffRow[];
};
