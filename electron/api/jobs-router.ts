import { z } from 'zod';
import { procedure, router } from './trpc.ts';

/** Long-running jobs: list, cancel, resume, dismiss. */
export const jobsRouter = router({
  list: procedure.query(({ ctx }) => ctx.core.jobs.list()),
  cancel: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.jobs.cancel(input)),
  resume: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.jobs.resume(input)),
  dismiss: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.jobs.dismiss(input)),
});
