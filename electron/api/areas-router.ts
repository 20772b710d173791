import { z } from 'zod';
import { areaChangeSchema, newAreaSchema } from '../../shared/areas/area.ts';
import { procedure, router } from './trpc.ts';

/** Areas of interest. */
export const areasRouter = router({
  list: procedure.query(({ ctx }) => ctx.core.areas.list()),
  create: procedure.input(newAreaSchema).mutation(({ ctx, input }) => ctx.core.areas.create(input)),
  change: procedure.input(areaChangeSchema).mutation(({ ctx, input }) => ctx.core.areas.change(input)),
  remove: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.areas.remove(input)),
  restore: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.areas.restore(input)),
});
