import { Button, CloseButton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatDecimalDegrees } from '../../../../shared/geo/coordinates.ts';
import type { LonLat } from '../../../../shared/geo/geometry.ts';
import { formatMgrs } from '../../../../shared/geo/mgrs.ts';
import { useApp } from '../../../context/app-context.tsx';
import { measureFrom } from '../../../context/measure-from.ts';
import { forgetTyped, useTyped } from '../../../context/typed-forms.ts';
import { usePlaces } from '../../../context/use-stores.ts';
import { CopyValue } from '../../../ui/copy-value.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { notifyFailure } from '../../../ui/notify.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { addBookmark, createCircleArea } from '../place-actions.ts';
import { texts } from '../texts.ts';
import styles from './goto.module.css';

/** The marked location and its actions, until it is dismissed. */
export function MarkCard() {
  const app = useApp();
  const mark = usePlaces((state) => state.mark);
  if (!mark) return null;
  const { position, label } = mark;
  const mgrs = formatMgrs(position);
  return (
    <section className={styles.card} aria-label={texts.mark.label}>
      <div className={styles.cardHead}>
        <div className={styles.texts}>
          <CopyValue value={formatDecimalDegrees(position, 5)} what={texts.mark.decimal} />
          {mgrs ? <CopyValue value={mgrs} what={texts.mark.mgrs} dimmed /> : null}
        </div>
        <CloseButton
          size={18}
          aria-label={texts.mark.remove}
          onClick={() => app.stores.places.getState().setMark(null)}
        />
      </div>
      <MarkActions key={label} position={position} label={label} />
    </section>
  );
}

function MarkActions({ position, label }: { readonly position: LonLat; readonly label: string }) {
  const app = useApp();
  const [isCircle, setCircle] = useState(false);
  const bookmark = async () => {
    const failure = await addBookmark(app, { name: label, center: position, withFilter: false });
    if (failure) notifyFailure(failure, texts.bookmarks.notSaved);
  };
  if (isCircle) return <CircleForm center={position} onDone={() => setCircle(false)} />;
  return (
    <div className={styles.actions}>
      <TextButton onClick={() => app.engine.camera.moveTo(position)}>{texts.mark.zoom}</TextButton>
      <TextButton onClick={() => setCircle(true)}>{texts.mark.createArea}</TextButton>
      <TextButton onClick={() => measureFrom(app, position)}>{texts.mark.measure}</TextButton>
      <TextButton onClick={() => void bookmark()}>{texts.mark.bookmark}</TextButton>
    </div>
  );
}

/** Key of the typed radius, which stays while the form is closed. */
const circleForm = 'radius';

/** Creates an area around the position, of the radius entered. */
function CircleForm({ center, onDone }: { readonly center: LonLat; readonly onDone: () => void }) {
  const app = useApp();
  const [radius, setRadius] = useTyped(circleForm, '10');
  const { submit, failure, clear } = useSubmit(async () => {
    const problem = await createCircleArea(app, center, Number(radius.trim().replace(',', '.')) * 1000);
    if (problem !== null) return problem;
    forgetTyped(app, circleForm);
    onDone();
    return null;
  });
  return (
    <form className={styles.circle} onSubmit={submit} noValidate>
      <TextInput
        label={texts.mark.radius}
        inputMode="decimal"
        value={radius}
        error={failure && <FailureText failure={failure} />}
        autoFocus
        onChange={({ currentTarget }) => {
          setRadius(currentTarget.value);
          clear();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onDone();
        }}
      />
      <div className={styles.actions}>
        <PrimaryButton type="submit" size="compact-xs">
          {texts.mark.createNow}
        </PrimaryButton>
        <Button size="compact-xs" onClick={onDone}>
          {texts.mark.cancel}
        </Button>
      </div>
    </form>
  );
}
