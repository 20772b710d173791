import { z } from 'zod';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { problemPageRequestSchema } from '../../shared/results/record-problem-page.ts';
import { toWriteResult } from '../core/workspace/open/get-open-workspace.ts';
import { procedure, reads, router } from './trpc.ts';

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
  page: procedure
    .input(problemPageRequestSchema)
    .use(reads)
    .query(async ({ ctx, input }) => succeed(await ctx.workspace.problemPage(input))),
  locations: procedure.use(reads).query(async ({ ctx }) => succeed(await ctx.workspace.problemLocations())),
  rawRecord: procedure
    .input(z.string())
    .use(reads)
    .query(async ({ ctx, input }): Promise<Result<RawRecordText>> => {
      const read = await toWriteResult(ctx.workspace.rawRecord(input));
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
