import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import {
  type ChipCalibration,
  chipMeasurementSchema,
  describeProduct,
  type ImageProduct,
  metersPerPixel,
} from '../../../shared/chips/chip-calibration.ts';
import { formatCount, formatObjectLength, formatTime } from '../../../shared/format.ts';
import type { App } from '../../context/app-context.tsx';
import { useApp } from '../../context/app-context.tsx';
import { callEdit, recordEdit } from '../../context/edit-history.ts';
import { useSession } from '../../context/use-stores.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './chip-view.module.css';

/** The scale of the chip: unknown or calibrated by the analyst, with actions to set or remove the calibration. */
export function ChipCalibrationStatus({
  product,
  calibration,
  onMeasure,
}: {
  readonly product: ImageProduct | null;
  readonly calibration: ChipCalibration | null;
  readonly onMeasure: () => void;
}) {
  const app = useApp();
  const isReadOnly = useSession(({ session }) => session?.workspace === 'read-only');
  if (!product) {
    return (
      <p className={styles.scaleNote}>
        Scale unknown. The record does not name the sensor, so a calibration could not be applied to other
        chips.
      </p>
    );
  }
  return (
    <p className={styles.scaleNote}>
      {calibration ? (
        <>
          <span title={describeCalibration(calibration)}>
            {formatScale(metersPerPixel(calibration))} m per pixel, your calibration
          </span>{' '}
          <TextButton disabled={isReadOnly} onClick={() => void removeCalibration(app, calibration)}>
            Remove
          </TextButton>{' '}
        </>
      ) : (
        'Scale unknown. '
      )}
      <TextButton
        disabled={isReadOnly}
        title={isReadOnly ? 'This workspace is read-only.' : `For chips of ${describeProduct(product)}`}
        onClick={onMeasure}
      >
        {calibration ? 'Calibrate again…' : 'Calibrate…'}
      </TextButton>
    </p>
  );
}

/** The form for the length on the ground of the line drawn on the chip. */
export function ChipCalibrationForm({
  product,
  pixels,
  statedMeters,
  onDone,
}: {
  readonly product: ImageProduct;
  /** Length of the line in pixels of the chip's file. */
  readonly pixels: number;
  /** The length in the detection's properties; null without one. */
  readonly statedMeters: number | null;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const [length, setLength] = useState<number | string>(statedMeters ?? '');
  const parsed = chipMeasurementSchema.safeParse({
    product,
    pixels,
    lengthMeters: length === '' ? undefined : Number(length),
    lengthFrom: Number(length) === statedMeters ? 'property' : 'typed',
  });
  const problem = length === '' ? null : parsed.error?.issues[0]?.message;
  const { submit, isBusy, failure } = useSubmit(async () => {
    if (!parsed.success) return null;
    const saved = await callEdit(app, () => app.api.chips.calibrate.mutate(parsed.data));
    if (!saved.ok) return saved.failure;
    onDone();
    const { remove, restore } = removeAndRestore(app, saved.value, 0);
    recordEdit(
      app,
      { name: `calibrating chips of ${describeProduct(product)}`, undo: remove, redo: restore },
      `Chips of ${describeProduct(product)} are calibrated.`,
    );
    return null;
  });
  return (
    <form className={styles.calibration} aria-label="Calibrate the chip’s scale" onSubmit={submit}>
      <p>
        Move the ends of the line to something of known length. It is {formatCount(Math.round(pixels))} pixels
        long. The scale will apply to all chips of {describeProduct(product)}.
      </p>
      <NumberInput
        label="Length on the ground (m)"
        description={
          statedMeters === null
            ? undefined
            : `The detection’s properties state ${formatObjectLength(statedMeters)}.`
        }
        value={length}
        error={problem ?? undefined}
        min={0}
        onChange={setLength}
        data-autofocus
      />
      {failure ? <FailureNote failure={failure} title="The calibration was not saved." /> : null}
      <div className={styles.buttons}>
        <Button type="submit" variant="filled" size="compact-sm" loading={isBusy} disabled={!parsed.success}>
          Save calibration
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

async function removeCalibration(app: App, calibration: ChipCalibration): Promise<void> {
  const removed = await callEdit(app, () => app.api.chips.removeCalibration.mutate(calibration.id));
  if (!removed.ok) {
    notifyFailure(removed.failure, 'The calibration was not removed.');
    return;
  }
  const { remove, restore } = removeAndRestore(app, calibration, removed.value.index);
  recordEdit(
    app,
    {
      name: `removing the calibration of ${describeProduct(calibration.product)}`,
      undo: restore,
      redo: remove,
    },
    'The calibration was removed. An earlier one of the same product applies again.',
  );
}

/** Removes a calibration, and restores it where it was when it was removed last: the last of a product applies. */
function removeAndRestore({ api }: App, calibration: ChipCalibration, index: number) {
  let at = index;
  return {
    async remove() {
      const removed = await api.chips.removeCalibration.mutate(calibration.id);
      if (removed.ok) at = removed.value.index;
      return removed;
    },
    restore: () => api.chips.restoreCalibration.mutate({ calibration, index: at }),
  };
}

function describeCalibration({
  product,
  pixels,
  lengthMeters,
  lengthFrom,
  calibratedAt,
}: ChipCalibration): string {
  const origin = lengthFrom === 'property' ? 'stated by the detection' : 'that you entered';
  return `${describeProduct(product)}: ${formatCount(Math.round(pixels))} pixels for ${formatObjectLength(lengthMeters)} ${origin}, ${formatTime(calibratedAt)}`;
}

/** A scale with three significant digits, because the line was drawn by hand. */
function formatScale(metres: number): string {
  return Number(metres.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 6 });
}
