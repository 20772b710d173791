import { z } from 'zod';

/** Statements of processors about a record that may change when the record is fetched again. */
export const processorStatementSchema = z.enum(['qc_status', 'processor_version']);
export type ProcessorStatement = z.infer<typeof processorStatementSchema>;

/** Statements of a processor in the former and the present version of a record; null: nothing. */
export const processorChangeSchema = z.object({
  processor: z.string(),
  statement: processorStatementSchema,
  former: z.string().nullable(),
  current: z.string().nullable(),
});
export type ProcessorChange = z.infer<typeof processorChangeSchema>;

/** Maximum number of kinds of changes that are counted separately for a statement. */
const maxKinds = 5;

/** Number of records of a fetch in which a statement has changed. */
export const processorChangeCountSchema = z.object({
  statement: processorStatementSchema,
  records: z.int().positive(),
  /** The first kinds of changes that occurred. */
  kinds: z.array(
    z.object({
      former: z.string().nullable(),
      current: z.string().nullable(),
      records: z.int().positive(),
    }),
  ),
});
export type ProcessorChangeCount = z.infer<typeof processorChangeCountSchema>;

/** Adds the changes of one record to the counts of a fetch. */
export function addProcessorChanges(
  counts: readonly ProcessorChangeCount[],
  changes: readonly ProcessorChange[],
): readonly ProcessorChangeCount[] {
  return processorStatementSchema.options.flatMap((statement): readonly ProcessorChangeCount[] => {
    const before = counts.find((count) => count.statement === statement);
    const own = changes.filter((change) => change.statement === statement);
    if (own.length === 0) return before ? [before] : [];
    const kinds = (before?.kinds ?? []).map((kind) => ({ ...kind }));
    // Several processors of one record with the same change are one changed record.
    const distinct = new Map(own.map((change) => [JSON.stringify([change.former, change.current]), change]));
    for (const { former, current } of distinct.values()) {
      const known = kinds.find((kind) => kind.former === former && kind.current === current);
      if (known) known.records += 1;
      else if (kinds.length < maxKinds) kinds.push({ former, current, records: 1 });
    }
    return [{ statement, records: (before?.records ?? 0) + 1, kinds }];
  });
}
