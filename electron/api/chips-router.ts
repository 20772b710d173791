import { z } from 'zod';
import { chipCacheLimitSchema } from '../../shared/chips/chip-cache.ts';
import { chipCalibrationRestoreSchema, chipMeasurementSchema } from '../../shared/chips/chip-calibration.ts';
import { chipScopeSchema } from '../../shared/chips/chip-prefetch.ts';
import { mutation, query, serve } from './serve.ts';
import { router } from './trpc.ts';

const calibrations = serve('chipCalibrations', {
  list: query(),
  add: mutation(chipMeasurementSchema),
  restore: mutation(chipCalibrationRestoreSchema),
  remove: mutation(z.uuid()),
});

const prefetch = serve('chipPrefetch', {
  // Changes nothing, but a selection may be too long for the URL of a query.
  plan: mutation(chipScopeSchema),
  start: mutation(chipScopeSchema),
});

/** Image chips: their cache and their prefetch. The images themselves are served at `/chips/<detection id>`. */
export const chipsRouter = router({
  ...serve('chips', {
    stats: query(),
    setLimit: mutation(chipCacheLimitSchema),
    clear: mutation(),
  }),
  calibrations: calibrations.list,
  calibrate: calibrations.add,
  restoreCalibration: calibrations.restore,
  removeCalibration: calibrations.remove,
  planPrefetch: prefetch.plan,
  startPrefetch: prefetch.start,
});
