import { z } from 'zod';
import {
  areaChangeSchema,
  areaReplacementSchema,
  areaSwapSchema,
  newAreaSchema,
} from '../../shared/areas/area.ts';
import { noSoftCap, type SoftCap, softCapSchema } from '../../shared/areas/soft-cap.ts';
import { type Result, succeed } from '../../shared/result.ts';
import {
  addArea,
  addAreas,
  changeArea,
  removeArea,
  replaceAreas,
  swapAreas,
} from '../core/areas/edit-areas.ts';
import { procedure, reads, router, writes } from './trpc.ts';

/** The workspace setting that contains the soft cap, as JSON. */
const softCapKey = 'areas.soft-cap';

/** Areas of interest. */
export const areasRouter = router({
  list: procedure.use(reads).query(async ({ ctx }) => succeed(await ctx.workspace.listAreas())),
  create: procedure
    .input(newAreaSchema)
    .use(writes('areas'))
    .mutation(({ ctx, input }) => addArea(ctx.workspace, input)),
  createMany: procedure
    .input(z.array(newAreaSchema).min(1))
    .use(writes('areas'))
    .mutation(({ ctx, input }) => addAreas(ctx.workspace, input)),
  change: procedure
    .input(areaChangeSchema)
    .use(writes('areas'))
    .mutation(({ ctx, input }) => changeArea(ctx.workspace, input)),
  remove: procedure
    .input(z.uuid())
    .use(writes('areas'))
    .mutation(({ ctx, input }) => removeArea(ctx.workspace, input)),
  swap: procedure
    .input(areaSwapSchema)
    .use(writes('areas'))
    .mutation(({ ctx, input }) => swapAreas(ctx.workspace, input)),
  replace: procedure
    .input(areaReplacementSchema)
    .use(writes('areas'))
    .mutation(({ ctx, input }) => replaceAreas(ctx.workspace, input.ids, input.area)),
  /** The analyst's warning limits on area size, saved in the workspace; all off by default. */
  softCap: procedure.use(reads).query(async ({ ctx }): Promise<Result<SoftCap>> => {
    const text = await ctx.workspace.getSetting(softCapKey);
    return succeed(text === undefined ? noSoftCap : softCapSchema.parse(JSON.parse(text)));
  }),
  setSoftCap: procedure
    .input(softCapSchema)
    .use(writes())
    .mutation(async ({ ctx, input }) =>
      succeed(await ctx.workspace.saveSetting(softCapKey, JSON.stringify(input))),
    ),
});
