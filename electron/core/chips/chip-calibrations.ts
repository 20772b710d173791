import { randomUUID } from 'node:crypto';
import {
  type ChipCalibration,
  type ChipMeasurement,
  chipCalibrationSchema,
} from '../../../shared/chips/chip-calibration.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import type { GetWorkspace } from '../workspace/get-open-workspace.ts';
import { createListSetting } from '../workspace/list-setting.ts';

/**
 * The analyst's calibrations of chips in the open workspace, oldest first; the last one of an image product applies.
 * Changes fail with `no-workspace`, `read-only`, `disk`.
 */
export type ChipCalibrations = {
  list(): Promise<Result<readonly ChipCalibration[]>>;
  add(measurement: ChipMeasurement): Promise<Result<ChipCalibration>>;
  /** Removes one; the one before it of the same product applies again. Fails with `not-found`. */
  remove(id: string): Promise<Result<null>>;
};

/** Creates the calibrations of the open workspace. */
export function createChipCalibrations(workspace: GetWorkspace, events: Events): ChipCalibrations {
  const calibrations = createListSetting(workspace, {
    key: 'chips.calibrations',
    schema: chipCalibrationSchema,
    onChanged: () => events.publish({ type: 'changed', topic: 'calibrations' }),
  });
  return {
    list: calibrations.list,
    add: (measurement) =>
      calibrations.change((before) => {
        const result = { ...measurement, id: randomUUID(), calibratedAt: nowUtc() };
        return succeed({ next: [...before, result], result });
      }),
    remove: (id) =>
      calibrations.change((before) =>
        before.some((calibration) => calibration.id === id)
          ? succeed({ next: before.filter((calibration) => calibration.id !== id), result: null })
          : fail('not-found', 'This calibration is no longer in the workspace.'),
      ),
  };
}
