import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import {
  type ChipCalibration,
  chipMeasurementSchema,
  describeProduct,
  type ImageProduct,
  metersPerPixel,
} from '../../../shared/chips/chip-calibration.ts';
import { formatSignificant } from '../../../shared/format.ts';
import { type App, useApp } from '../../context/app-context.tsx';
import { callEdit } from '../../context/edit-history.ts';
import { listSetter, recordItemEdit } from '../../context/items.ts';
import { useSession } from '../../context/use-stores.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './chip-view.module.css';
import { texts } from './texts.ts';

/**
 * The scale of the chip: unknown or calibrated by the analyst, with actions to set or remove the calibration. For
 * `product` see `useChipCalibration`.
 */
export function ChipCalibrationStatus({
  product,
  calibration,
  onMeasure,
}: {
  readonly product: ImageProduct | null | undefined;
  readonly calibration: ChipCalibration | null;
  readonly onMeasure: () => void;
}) {
  const app = useApp();
  const isReadOnly = useSession(({ session }) => session?.workspace === 'read-only');
  // That the scale is unknown is stated on the chip.
  if (!product) {
    return <p className={styles.scaleNote}>{product === null ? texts.calibration.noSensor : null}</p>;
  }
  return (
    <p className={styles.scaleNote}>
      {calibration ? (
        <>
          <span title={describeCalibration(calibration)}>
            {texts.calibration.scale(formatScale(metersPerPixel(calibration)))}
          </span>{' '}
          <TextButton disabled={isReadOnly} onClick={() => void removeCalibration(app, calibration)}>
            {texts.calibration.remove}
          </TextButton>{' '}
        </>
      ) : null}
      <TextButton
        disabled={isReadOnly}
        title={isReadOnly ? texts.calibration.readOnly : texts.calibration.forChips(describeProduct(product))}
        onClick={onMeasure}
      >
        {calibration ? texts.calibration.again : texts.calibration.start}
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
    recordItemEdit(app, { before: null, after: saved.value }, calibrationSetter(app), {
      name: texts.calibration.calibrating(describeProduct(product)),
      message: texts.calibration.calibrated(describeProduct(product)),
    });
    return null;
  });
  return (
    <form className={styles.calibration} aria-label={texts.calibration.label} onSubmit={submit}>
      <p>{texts.calibration.text(pixels, describeProduct(product))}</p>
      <NumberInput
        label={texts.calibration.length}
        description={statedMeters === null ? undefined : texts.calibration.statedLength(statedMeters)}
        value={length}
        error={problem ?? undefined}
        min={0}
        onChange={setLength}
        data-autofocus
      />
      {failure ? <FailureNote failure={failure} title={texts.calibration.notSaved} /> : null}
      <div className={styles.buttons}>
        <PrimaryButton type="submit" size="compact-sm" loading={isBusy} disabled={!parsed.success}>
          {texts.calibration.save}
        </PrimaryButton>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {texts.calibration.cancel}
        </Button>
      </div>
    </form>
  );
}

async function removeCalibration(app: App, calibration: ChipCalibration): Promise<void> {
  const removed = await callEdit(app, () => app.api.chips.removeCalibration.mutate(calibration.id));
  if (!removed.ok) return notifyFailure(removed.failure, texts.calibration.notRemoved);
  recordItemEdit(app, { before: calibration, after: null }, calibrationSetter(app, removed.value.index), {
    name: texts.calibration.removing(describeProduct(calibration.product)),
    message: texts.calibration.removed,
  });
}

function calibrationSetter({ api: { chips } }: App, index?: number) {
  return listSetter({ revert: chips.revertCalibration, restore: chips.restoreCalibration }, index);
}

function describeCalibration({
  product,
  pixels,
  lengthMeters,
  lengthFrom,
  calibratedAt,
}: ChipCalibration): string {
  const origin = lengthFrom === 'property' ? texts.calibration.fromProperty : texts.calibration.fromUser;
  return texts.calibration.facts(describeProduct(product), pixels, lengthMeters, origin, calibratedAt);
}

/** A scale with three significant digits, because the line was drawn by hand. */
function formatScale(metres: number): string {
  return formatSignificant(metres, 3);
}
