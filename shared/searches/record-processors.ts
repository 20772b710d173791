import { z } from 'zod';
import { cutText } from '../cut-text.ts';
import type { ProcessorChange, ProcessorStatement } from '../jobs/processor-changes.ts';
import { type FieldList, isRequested } from '../results/field-list.ts';
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

/** Maximum number of changes of one record, and of characters of each value. */
const maxChanges = 20;
const maxCharacters = 120;

const pathOf: Readonly<Record<ProcessorStatement, string>> = {
  qc_status: 'content.processors.parameters',
  processor_version: 'content.processors.version',
};

/** Statement of a processor of a record. */
export type StatedByProcessor = { readonly name: string } & Readonly<
  Record<ProcessorStatement, string | null>
>;

/** The processors of a version of a record in their order, and the fields that were requested with it. */
export type ProcessorsOfVersion = {
  readonly processors: readonly StatedByProcessor[];
  readonly fields: FieldList;
};

/**
 * Returns the changes of what the processors of a record state since its former version. Only fields that were
 * requested with both versions are compared, and only processors that both have. Nothing identifies several of one
 * name: they have changed only when some values are gone and others have come.
 */
export function compareProcessors(
  former: ProcessorsOfVersion,
  current: ProcessorsOfVersion,
): readonly ProcessorChange[] {
  const names = new Set(current.processors.map(({ name }) => name));
  const changes = (['qc_status', 'processor_version'] as const).flatMap((statement) => {
    const path = pathOf[statement];
    if (!isRequested(former.fields, path) || !isRequested(current.fields, path)) return [];
    return [...names].flatMap((processor): readonly ProcessorChange[] => {
      const before = valuesOf(former, processor, statement);
      const after = valuesOf(current, processor, statement);
      const [gone, added] = [without(before, after), without(after, before)];
      if (gone.length === 0 || added.length === 0) return [];
      return [{ processor, statement, former: printValues(gone), current: printValues(added) }];
    });
  });
  return changes.slice(0, maxChanges);
}

function valuesOf(
  { processors }: ProcessorsOfVersion,
  name: string,
  statement: ProcessorStatement,
): readonly (string | null)[] {
  return processors.filter((processor) => processor.name === name).map((processor) => processor[statement]);
}

/** The values that are left when each of the others is removed once. */
function without(
  values: readonly (string | null)[],
  others: readonly (string | null)[],
): readonly (string | null)[] {
  const left = [...values];
  for (const other of others) {
    const index = left.indexOf(other);
    if (index !== -1) left.splice(index, 1);
  }
  return left;
}

function printValues(values: readonly (string | null)[]): string | null {
  if (values.every((value) => value === null)) return null;
  const text = values.map((value) => value ?? '–').join(', ');
  return cutText(text, maxCharacters + 1);
}
