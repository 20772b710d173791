import { Button } from '@mantine/core';
import { useState } from 'react';
import { isSameJson } from '../../../shared/is-same-json.ts';
import type { DetectionDetail } from '../../../shared/results/detection.ts';
import {
  type CorrectedMeaning,
  correctableMeanings,
  isCorrectable,
  type PropertyCorrectionChange,
} from '../../../shared/results/property-correction.ts';
import { meaningOfName, unitsOf } from '../../../shared/results/property-meaning.ts';
import { useApp } from '../../context/app-context.tsx';
import { callEdit } from '../../context/edit-history.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FormRows } from '../../ui/form/form.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './chip-view.module.css';
import { recordCorrections } from './correction-edits.ts';
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

/** State of the form, and the correction that it was chosen for. */
type Choice = {
  readonly meaning: string;
  readonly unit: string;
  readonly former: CorrectedMeaning | null;
};

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
  const [property, setProperty] = useState(names[0] ?? '');
  const [choice, setChoice] = useState<Choice | null>(null);
  const former = correctionOf(property);
  const choose = (meaning: string, unit: string) =>
    setChoice({ meaning, unit, former: choice ? choice.former : former });
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
    const { productType, documentVersion } = record;
    const format = { productType, documentVersion };
    const change: PropertyCorrectionChange = { format, property, expected: former, to };
    const saved = await callEdit(app, () => app.api.results.correct.mutate(change));
    if (!saved.ok) return saved.failure;
    onDone();
    recordCorrections(app, [change], texts.meaning.correcting(property), describeMeaning(property, to));
    return null;
  });
  return (
    <form className={styles.calibration} aria-label={texts.meaning.label} onSubmit={submit}>
      <FormRows
        form={{
          values: { property, meaning, unit: chosenUnit },
          change: ({ unit: next = '' }) => choose(meaning, next),
        }}
        rows={[
          {
            ...{ kind: 'native-choice', name: 'property', label: texts.meaning.property, data: [...names] },
            ...{ value: property, 'data-autofocus': true },
            onChange(next: string) {
              setProperty(next);
              setChoice(null);
            },
          },
          {
            ...{ kind: 'native-choice', name: 'meaning', label: texts.meaning.means, value: meaning },
            onChange: (next: string) => choose(next, ''),
            data: [
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
            ],
          },
          {
            ...{ kind: 'native-choice', name: 'unit', label: texts.meaning.unit, data: units },
            shownIf: units.length > 0,
          },
        ]}
      />
      <p>{texts.meaning.scope(texts.meaning.format(record.productType, record.documentVersion))}</p>
      {choice && !isSameJson(choice.former, former) ? (
        <p role="status">{texts.meaning.changedSince(describeMeaning(property, former))}</p>
      ) : null}
      {failure ? <FailureNote failure={failure} title={texts.meaning.notSaved} /> : null}
      <div className={styles.buttons}>
        <PrimaryButton type="submit" size="compact-sm" loading={isBusy}>
          {texts.meaning.save}
        </PrimaryButton>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {texts.meaning.cancel}
        </Button>
      </div>
    </form>
  );
}

function describeMeaning(property: string, correction: CorrectedMeaning | null): string {
  if (correction === null) return texts.meaning.removed(property);
  const { meaning, unit } = correction;
  const name = meaning === null ? texts.meaning.nothing : texts.meaning.meanings[meaning];
  return texts.meaning.corrected(property, unit === '' ? name : `${name}, ${unit}`);
}
