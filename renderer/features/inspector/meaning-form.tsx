import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { DetectionDetail } from '../../../shared/results/detection.ts';
import {
  type CorrectedMeaning,
  correctableMeanings,
  isCorrectable,
  type PropertyCorrectionChange,
} from '../../../shared/results/property-correction.ts';
import { meaningOfName, unitsOf } from '../../../shared/results/property-meaning.ts';
import { useApp } from '../../context/app-context.tsx';
import { callEdit, recordEdit } from '../../context/edit-history.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './chip-view.module.css';
import { texts } from './texts.ts';

/** The choices of a meaning that are not one of `correctableMeanings`. */
const asNamed = 'as-named';
const nothing = 'nothing';

/** The properties of a detection whose meaning can be corrected, or was. */
export function correctableNames({
  properties,
  corrections = [],
}: DetectionDetail['detection']): readonly string[] {
  return Object.keys(properties).filter(
    (name) => isCorrectable(name) || corrections.some(({ property }) => property === name),
  );
}

/** Corrects what a property means in all detections of the same product format. */
export function MeaningForm({
  detail: { detection, record },
  onDone,
}: {
  readonly detail: DetectionDetail;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const names = correctableNames(detection);
  const correctionOf = (name: string) =>
    detection.corrections?.find((correction) => correction.property === name)?.as ?? null;
  // As it was when the property was chosen: what another window changes since is a conflict.
  const [{ property, former }, setChosen] = useState(() => ({
    property: names[0] ?? '',
    former: correctionOf(names[0] ?? ''),
  }));
  const chooseProperty = (name: string) => {
    setChosen({ property: name, former: correctionOf(name) });
    setChoice(null);
  };
  const [choice, setChoice] = useState<{ readonly meaning: string; readonly unit: string } | null>(null);
  const meaning = choice?.meaning ?? (former === null ? asNamed : (former.meaning ?? nothing));
  const correctable = correctableMeanings.find((each) => each === meaning);
  const units =
    correctable === undefined ? [] : Object.keys(unitsOf(correctable)).filter((unit) => unit !== '');
  const unit = choice?.unit ?? former?.unit ?? '';
  const chosenUnit = units.includes(unit) ? unit : (units[0] ?? '');
  const named = meaningOfName(property);
  const to: CorrectedMeaning | null =
    meaning === asNamed ? null : { meaning: correctable ?? null, unit: chosenUnit };
  const { submit, isBusy, failure } = useSubmit(async () => {
    const { correct } = app.api.results;
    const { productType, documentVersion } = record;
    const format = { productType, documentVersion };
    const change: PropertyCorrectionChange = { format, property, expected: former, to };
    const saved = await callEdit(app, () => correct.mutate(change));
    if (!saved.ok) {
      // What it means now can be seen, and replaced by saving again.
      if (saved.failure.code === 'conflict') setChosen({ property, former: correctionOf(property) });
      return saved.failure;
    }
    onDone();
    recordEdit(
      app,
      {
        name: texts.meaning.correcting(property),
        undo: () => correct.mutate({ ...change, expected: to, to: former }),
        redo: () => correct.mutate(change),
      },
      to === null ? texts.meaning.removed(property) : texts.meaning.corrected(property, describeMeaning(to)),
    );
    return null;
  });
  return (
    <form className={styles.calibration} aria-label={texts.meaning.label} onSubmit={submit}>
      <NativeSelect
        label={texts.meaning.property}
        data={[...names]}
        value={property}
        onChange={(event) => chooseProperty(event.currentTarget.value)}
        data-autofocus
      />
      <NativeSelect
        label={texts.meaning.means}
        data={[
          {
            value: asNamed,
            label: texts.meaning.asNamed(
              correctableMeanings.some((each) => each === named)
                ? texts.meaning.meanings[named as (typeof correctableMeanings)[number]]
                : named,
            ),
          },
          ...correctableMeanings.map((each) => ({ value: each, label: texts.meaning.meanings[each] })),
          { value: nothing, label: texts.meaning.nothing },
        ]}
        value={meaning}
        onChange={(event) => setChoice({ meaning: event.currentTarget.value, unit: '' })}
      />
      {units.length === 0 ? null : (
        <NativeSelect
          label={texts.meaning.unit}
          data={units}
          value={chosenUnit}
          onChange={(event) => setChoice({ meaning, unit: event.currentTarget.value })}
        />
      )}
      <p>{texts.meaning.scope(texts.meaning.format(record.productType, record.documentVersion))}</p>
      {failure ? <FailureNote failure={failure} title={texts.meaning.notSaved} /> : null}
      <div className={styles.buttons}>
        <Button type="submit" variant="filled" size="compact-sm" loading={isBusy}>
          {texts.meaning.save}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {texts.meaning.cancel}
        </Button>
      </div>
    </form>
  );
}

function describeMeaning({ meaning, unit }: CorrectedMeaning): string {
  if (meaning === null) return texts.meaning.nothing;
  return unit === '' ? texts.meaning.meanings[meaning] : `${texts.meaning.meanings[meaning]}, ${unit}`;
}
