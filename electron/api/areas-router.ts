import { z } from 'zod';
import {
  areaChangeSchema,
  areaReplacementSchema,
  areaSwapSchema,
  newAreaSchema,
} from '../../shared/areas/area.ts';
import { softCapSchema } from '../../shared/areas/soft-cap.ts';
import { procedure, router } from './trpc.ts';

/** Areas of interest. */
export const areasRouter = router({
  list: procedure.query(({ ctx }) => ctx.core.areas.list()),
  create: procedure.input(newAreaSchema).mutation(({ ctx, input }) => ctx.core.areas.create(input)),
  createMany: procedure
    .input(z.array(newAreaSchema).min(1))
    .mutation(({ ctx, input }) => ctx.core.areas.createMany(input)),
  change: procedure.input(areaChangeSchema).mutation(({ ctx, input }) => ctx.core.areas.change(input)),
  remove: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.areas.remove(input)),
  swap: procedure.input(areaSwapSchema).mutation(({ ctx, input }) => ctx.core.areas.swap(input)),
  replace: procedure
    .input(areaReplacementSchema)
    .mutation(({ ctx, input }) => ctx.core.areas.replace(input.ids, input.area)),
  softCap: procedure.query(({ ctx }) => ctx.core.areas.softCap()),
  setSoftCap: procedure.input(softCapSchema).mutation(({ ctx, input }) => ctx.core.areas.setSoftCap(input)),
});
