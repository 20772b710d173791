import { z } from 'zod';
import { chipCacheLimitSchema } from '../../shared/chips/chip-cache.ts';
import { chipCalibrationRestoreSchema, chipMeasurementSchema } from '../../shared/chips/chip-calibration.ts';
import { chipScopeSchema } from '../../shared/chips/chip-prefetch.ts';
import { procedure, router } from './trpc.ts';

/** Image chips: their cache and their prefetch. The images themselves are served at `/chips/<detection id>`. */
export const chipsRouter = router({
  stats: procedure.query(({ ctx }) => ctx.core.chips.stats()),
  setLimit: procedure
    .input(chipCacheLimitSchema)
    .mutation(({ ctx, input }) => ctx.core.chips.setLimit(input)),
  clear: procedure.mutation(({ ctx }) => ctx.core.chips.clear()),
  calibrations: procedure.query(({ ctx }) => ctx.core.chipCalibrations.list()),
  calibrate: procedure
    .input(chipMeasurementSchema)
    .mutation(({ ctx, input }) => ctx.core.chipCalibrations.add(input)),
  restoreCalibration: procedure
    .input(chipCalibrationRestoreSchema)
    .mutation(({ ctx, input }) => ctx.core.chipCalibrations.restore(input)),
  removeCalibration: procedure
    .input(z.uuid())
    .mutation(({ ctx, input }) => ctx.core.chipCalibrations.remove(input)),
  // Changes nothing, but a selection may be too long for the URL of a query.
  planPrefetch: procedure
    .input(chipScopeSchema)
    .mutation(({ ctx, input, signal }) => ctx.core.chipPrefetch.plan(input, signal)),
  startPrefetch: procedure
    .input(chipScopeSchema)
    .mutation(({ ctx, input }) => ctx.core.chipPrefetch.start(input)),
});
