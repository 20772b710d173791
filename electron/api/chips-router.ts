import { randomUUID } from 'node:crypto';
import { chipCacheLimitSchema } from '../../shared/chips/chip-cache.ts';
import { chipMeasurementSchema } from '../../shared/chips/chip-calibration.ts';
import { chipScopeSchema } from '../../shared/chips/chip-prefetch.ts';
import { succeed } from '../../shared/result.ts';
import { nowUtc } from '../../shared/time.ts';
import { changeOf, listProcedures } from './items-router.ts';
import { mutation, query, serve } from './serve.ts';
import { router } from './trpc.ts';

const calibrations = listProcedures('calibrations');

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
  /** The last calibration of an image product applies. */
  calibrate: changeOf('calibrations', chipMeasurementSchema, async (workspace, measurement) => {
    const calibration = { ...measurement, id: randomUUID(), calibratedAt: nowUtc() };
    const saved = await workspace.saveItem('calibrations', calibration);
    return saved.ok ? succeed(calibration) : saved;
  }),
  restoreCalibration: calibrations.restore,
  removeCalibration: calibrations.remove,
  revertCalibration: calibrations.revert,
  planPrefetch: prefetch.plan,
  startPrefetch: prefetch.start,
});
