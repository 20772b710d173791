import { z } from 'zod';
import type { ProcessorChange } from '../jobs/processor-changes.ts';
import type { FieldList } from '../results/field-list.ts';
import type { DiffRow } from './search-diff.ts';

/** The processors of a record in their order, and the changes of what they state. */
export type RecordProcessors = {
  readonly processors: readonly {
    readonly name: string;
    readonly version: string | null;
    readonly qcStatus: string | null;
    /** JSON text; null without any. */
    readonly parameters: string | null;
  }[];
  /** The fields that were requested with the record. */
  readonly fields: FieldList;
  /** The last change first; `changedAt` is when the changed record was fetched. */
  readonly changes: readonly (ProcessorChange & { readonly changedAt: string })[];
};

/** Requests a page of the records that a fetch returned with other content than before. */
export const changedRecordsRequestSchema = z.object({
  fetchId: z.uuid(),
  offset: z.int().nonnegative().default(0),
  limit: z.int().min(1).max(500).default(100),
});
export type ChangedRecordsRequest = z.infer<typeof changedRecordsRequestSchema>;

/** Records with changes of what their processors state come first. */
export type ChangedRecordsPage = { readonly rows: readonly DiffRow[]; readonly total: number };
