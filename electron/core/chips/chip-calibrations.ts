import { randomUUID } from 'node:crypto';
import {
  type ChipCalibration,
  type ChipCalibrationRestore,
  type ChipMeasurement,
  calibrationsToAdd,
  chipCalibrationSchema,
} from '../../../shared/chips/chip-calibration.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import type { GetWorkspace } from '../workspace/open/get-open-workspace.ts';
import { createListSetting } from '../workspace/open/list-setting.ts';
import { chipCalibrationsKey } from '../workspace/read/settings.ts';

/** Creates the calibrations of the open workspace. */
export function createChipCalibrations(workspace: GetWorkspace, events: Events) {
  const calibrations = createListSetting(workspace, {
    key: chipCalibrationsKey,
    schema: chipCalibrationSchema,
    onChanged: () => events.publish({ type: 'changed', topic: 'calibrations' }),
  });
  return {
    list: calibrations.list,
    add: (measurement: ChipMeasurement): Promise<Result<ChipCalibration>> =>
      calibrations.change((before) => {
        const result = { ...measurement, id: randomUUID(), calibratedAt: nowUtc() };
        return succeed({ next: [...before, result], result });
      }),
    /**
     * Removes one; the one before it of the same product applies again. Returns it with its index, so that it can be
     * restored. Fails with `not-found`.
     */
    remove: (id: string): Promise<Result<ChipCalibrationRestore>> =>
      calibrations.change((before) => {
        const index = before.findIndex((calibration) => calibration.id === id);
        const calibration = before[index];
        return calibration
          ? succeed({ next: before.toSpliced(index, 1), result: { calibration, index } })
          : fail('not-found', 'This calibration is not in the workspace.');
      }),
    restore: ({ calibration, index }: ChipCalibrationRestore): Promise<Result<void>> =>
      calibrations.change((before) => {
        const isThere = before.some(({ id }) => id === calibration.id);
        return succeed({
          next: isThere ? before : before.toSpliced(index, 0, calibration),
          result: undefined,
        });
      }),
    /** Adds those of a case, of image products that have none. Returns the number of added ones and of the others. */
    addMissing: (
      arriving: readonly ChipCalibration[],
    ): Promise<Result<{ readonly added: number; readonly leftOut: number }>> =>
      calibrations.change((before) => {
        const missing = calibrationsToAdd(before, arriving);
        const known = new Set([...before, ...missing].map(({ id }) => id));
        const leftOut = arriving.filter(({ id }) => !known.has(id)).length;
        return succeed({ next: [...before, ...missing], result: { added: missing.length, leftOut } });
      }),
  };
}

/**
 * The analyst's calibrations of chips in the open workspace, oldest first; the last one of an image product applies.
 * Changes fail with `no-workspace`, `read-only`, `disk`.
 */
export type ChipCalibrations = ReturnType<typeof createChipCalibrations>;
