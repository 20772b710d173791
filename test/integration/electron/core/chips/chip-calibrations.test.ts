import { expect, it } from 'vitest';
import { createEvents } from '../../../../../electron/core/base/events.ts';
import { createChipCalibrations } from '../../../../../electron/core/chips/chip-calibrations.ts';
import { openWorkspace } from '../../../../../electron/core/workspace/open/open-workspace.ts';
import { calibrationOf } from '../../../../../shared/chips/chip-calibration.ts';
import type { Result } from '../../../../../shared/result.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { openTestWorkspace } from '../../../../builders/workspace-builder.ts';

function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

it('calibrations are saved with the workspace, and removing one restores the one before it', async () => {
  const first = await openTestWorkspace();
  const events = createEvents();
  let changes = 0;
  events.listen(({ event }) => {
    if (event.type === 'changed' && event.topic === 'calibrations') changes += 1;
  });
  let workspace = first;
  const calibrations = createChipCalibrations(() => workspace, events);
  expect(valued(await calibrations.list())).toEqual([]);
  const product = { sensorName: 'ICEYE-X36', sensorMode: 'Spot', productType: null };
  const measured = { product, pixels: 40, lengthMeters: 100, lengthFrom: 'typed' } as const;
  const [one, two] = await Promise.all([
    calibrations.add(measured),
    calibrations.add({ ...measured, lengthMeters: 120, lengthFrom: 'property' }),
  ]);
  expect(changes).toBe(2);

  const { path } = first;
  await first.close();
  workspace = await openWorkspace({ path, workerUrl: coreWorkers.workspace });
  const stored = valued(await calibrations.list());
  expect(stored).toEqual([valued(one), valued(two)]);
  expect(calibrationOf(stored, product)).toMatchObject({ lengthMeters: 120, lengthFrom: 'property' });
  valued(await calibrations.remove(valued(two).id));
  expect(calibrationOf(valued(await calibrations.list()), product)).toEqual(valued(one));
  expect(await calibrations.remove(valued(two).id)).toMatchObject({
    ok: false,
    failure: { code: 'not-found' },
  });
  valued(await calibrations.remove(valued(one).id));
  expect(valued(await calibrations.list())).toEqual([]);
  await workspace.close();
});
