import { useQuery } from '@tanstack/react-query';
import {
  type ChipCalibration,
  calibrationOf,
  type ImageProduct,
  imageProductOf,
} from '../../shared/chips/chip-calibration.ts';
import { useApp } from './app-context.tsx';
import { useCalibrations } from './use-live-queries.ts';

/**
 * The image product of a detection's chip, and the analyst's calibration of it. The product is undefined until the
 * record is read, and null where the record does not name the sensor. The calibration is null where there is none.
 */
export function useChipCalibration(detectionId: number | null): {
  readonly product: ImageProduct | null | undefined;
  readonly calibration: ChipCalibration | null;
} {
  const { queries } = useApp();
  const calibrations = useCalibrations();
  const id = detectionId ?? 0;
  const { data } = useQuery(queries.results.detail.queryOptions(id, { enabled: detectionId !== null }));
  const product = data && imageProductOf(data.sensor);
  return { product, calibration: calibrationOf(calibrations, product ?? null) };
}
