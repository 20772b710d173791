import { z } from 'zod';
import { type Result, succeed } from '../../shared/result.ts';
import { type UpdateState, updateAddressSchema } from '../../shared/settings/updates.ts';
import { procedure, router } from './trpc.ts';

/** Updates of Sightline itself. */
export const updatesRouter = router({
  state: procedure.query(({ ctx }) => ctx.core.updates.state()),
  setAddress: procedure
    .input(z.object({ address: updateAddressSchema }))
    .mutation(({ ctx, input }) => ctx.core.updates.setAddress(input.address)),
  check: procedure.mutation(({ ctx }) => ctx.core.updates.check()),
  /** Asks the user for the description of an update. Null when nothing was chosen. */
  checkFile: procedure.mutation(async ({ ctx }): Promise<Result<UpdateState | null>> => {
    const chosen = await ctx.host.chooseOpenFile({
      title: 'Choose the description of an update; its package is in the same folder',
      kind: 'Description of an update',
      extensions: ['yml'],
      uploadId: null,
    });
    return chosen ? ctx.core.updates.checkFile(chosen.path) : succeed(null);
  }),
  fetchPackage: procedure.mutation(({ ctx }) => ctx.core.updates.fetchPackage()),
  installAndRestart: procedure.mutation(({ ctx }) => ctx.core.updates.installAndRestart()),
});
