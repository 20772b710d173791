import { expect, it } from 'vitest';
import { openWorkspace } from '../../../../electron/core/workspace/open/open-workspace.ts';
import { calibrationOf } from '../../../../shared/chips/chip-calibration.ts';
import { apiOf } from '../../../builders/api-of.ts';
import { coreWorkers } from '../../../builders/core-workers.ts';
import { valued } from '../../../builders/fetch-core.ts';
import { openTestWorkspace } from '../../../builders/workspace-builder.ts';

it('calibrations are saved with the workspace, and removing one restores the one before it', async () => {
  const first = await openTestWorkspace();
  let workspace = first;
  const { api, published } = apiOf(undefined, { workspace: () => workspace });
  const { chips } = api;
  expect(valued(await chips.calibrations())).toEqual([]);
  const product = { sensorName: 'ICEYE-X36', sensorMode: 'Spot', productType: null };
  const measured = { product, pixels: 40, lengthMeters: 100, lengthFrom: 'typed' } as const;
  const [one, two] = await Promise.all([
    chips.calibrate(measured),
    chips.calibrate({ ...measured, lengthMeters: 120, lengthFrom: 'property' }),
  ]);
  const changed = { type: 'changed', topic: 'calibrations' };
  expect(published).toEqual([changed, changed]);

  const { path } = first;
  await first.close();
  workspace = await openWorkspace({ path, workerUrl: coreWorkers.workspace });
  const stored = valued(await chips.calibrations());
  expect(stored).toEqual([valued(one), valued(two)]);
  expect(calibrationOf(stored, product)).toMatchObject({ lengthMeters: 120, lengthFrom: 'property' });
  valued(await chips.removeCalibration(valued(two).id));
  expect(calibrationOf(valued(await chips.calibrations()), product)).toEqual(valued(one));
  expect(await chips.removeCalibration(valued(two).id)).toMatchObject({
    ok: false,
    failure: { code: 'not-found' },
  });
  valued(await chips.removeCalibration(valued(one).id));
  expect(valued(await chips.calibrations())).toEqual([]);
  await workspace.close();
});
