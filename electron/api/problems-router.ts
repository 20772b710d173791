import { z } from 'zod';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { problemPageSchema } from '../../shared/results/problem.ts';
import { openedWorkspace } from '../core/in-workspace.ts';
import { procedure, router } from './trpc.ts';

/** A record as it came, as text to be read. */
export type RawRecordText = {
  readonly text: string;
  readonly bytes: number;
  /** Whether the text is only the beginning of it. */
  readonly isCut: boolean;
};

/** So much of a record is shown. */
const shownBytes = 1_000_000;

/** What of records could not be used, and the records as they came. */
export const problemsRouter = router({
  page: procedure.input(problemPageSchema).query(async ({ ctx, input }) => {
    const opened = openedWorkspace(ctx.core.workspace);
    return opened.ok ? succeed(await opened.value.problemPage(input)) : opened;
  }),
  places: procedure.query(async ({ ctx }) => {
    const opened = openedWorkspace(ctx.core.workspace);
    return opened.ok ? succeed(await opened.value.problemPlaces()) : opened;
  }),
  rawRecord: procedure.input(z.string()).query(async ({ ctx, input }): Promise<Result<RawRecordText>> => {
    const opened = openedWorkspace(ctx.core.workspace);
    if (!opened.ok) return opened;
    const bytes = await opened.value.rawRecord(input);
    if (!bytes) return fail('not-found', `The workspace does not have the record ${input} as it came.`);
    return succeed({
      text: new TextDecoder().decode(bytes.subarray(0, shownBytes)),
      bytes: bytes.length,
      isCut: bytes.length > shownBytes,
    });
  }),
});
