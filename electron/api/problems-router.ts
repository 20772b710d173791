import { z } from 'zod';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { problemPageRequestSchema } from '../../shared/results/record-problem-page.ts';
import { getOpenWorkspace, toWriteResult } from '../core/workspace/open/get-open-workspace.ts';
import { procedure, router } from './trpc.ts';

/** A record's raw JSON as text for display. */
export type RawRecordText = {
  readonly text: string;
  readonly bytes: number;
  /** Whether the text was truncated. */
  readonly isCut: boolean;
};

/** The maximum number of bytes of a record that are displayed. */
const maxShownBytes = 1_000_000;

/** Problems found while parsing records, and the raw records. */
export const problemsRouter = router({
  page: procedure.input(problemPageRequestSchema).query(async ({ ctx, input }) => {
    const opened = getOpenWorkspace(ctx.core.workspace);
    return opened.ok ? succeed(await opened.value.problemPage(input)) : opened;
  }),
  locations: procedure.query(async ({ ctx }) => {
    const opened = getOpenWorkspace(ctx.core.workspace);
    return opened.ok ? succeed(await opened.value.problemLocations()) : opened;
  }),
  rawRecord: procedure.input(z.string()).query(async ({ ctx, input }): Promise<Result<RawRecordText>> => {
    const opened = getOpenWorkspace(ctx.core.workspace);
    if (!opened.ok) return opened;
    const read = await toWriteResult(opened.value.rawRecord(input));
    if (!read.ok) return read;
    const bytes = read.value;
    if (!bytes) return fail('not-found', `The workspace does not have the raw record ${input}.`);
    return succeed({
      text: new TextDecoder().decode(bytes.subarray(0, maxShownBytes)),
      bytes: bytes.length,
      isCut: bytes.length > maxShownBytes,
    });
  }),
});
