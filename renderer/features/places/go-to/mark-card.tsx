import { Button, CloseButton, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { formatDecimalDegrees } from '../../../shared/geo/coordinates.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { formatMgrs } from '../../../shared/geo/mgrs.ts';
import { useApp } from '../../app/app-context.tsx';
import { notifyFailure } from '../../app/notify.tsx';
import { usePlaces } from '../../app/use-stores.ts';
import { addBookmark, createCircle, dismissMark, measureFrom } from '../../commands/place-work.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { TextButton } from '../../components/text-button.tsx';
import styles from './goto.module.css';

/** The place that was gone to, and what can be done with it; it stands until it is dismissed. */
export function MarkCard() {
  const app = useApp();
  const mark = usePlaces((state) => state.mark);
  if (!mark) return null;
  const { position, label } = mark;
  const mgrs = formatMgrs(position);
  return (
    <section className={styles.card} aria-label="Marked place">
      <div className={styles.cardHead}>
        <div className={styles.texts}>
          <CopyValue value={formatDecimalDegrees(position, 5)} what="position in decimal degrees" />
          {mgrs ? <CopyValue value={mgrs} what="position in MGRS" dimmed /> : null}
        </div>
        <CloseButton size={18} aria-label="Take the mark off the map" onClick={() => dismissMark(app)} />
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
    if (failure) notifyFailure(failure, 'The bookmark was not kept.');
  };
  if (isCircle) return <CircleForm center={position} onDone={() => setCircle(false)} />;
  return (
    <div className={styles.actions}>
      <TextButton onClick={() => app.engine.zoomToPosition(position)}>Zoom here</TextButton>
      <TextButton onClick={() => setCircle(true)}>Make an area…</TextButton>
      <TextButton onClick={() => measureFrom(app, position)}>Measure</TextButton>
      <TextButton onClick={() => void bookmark()}>Bookmark</TextButton>
    </div>
  );
}

/** Asks for the radius of an area around the place. */
function CircleForm({ center, onDone }: { readonly center: LonLat; readonly onDone: () => void }) {
  const app = useApp();
  const [radius, setRadius] = useState('10');
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const refused = await createCircle(app, center, Number(radius.trim().replace(',', '.')) * 1000);
    if (refused === null) onDone();
    else setRefusal(refused);
  };
  return (
    <form className={styles.circle} onSubmit={submit} noValidate>
      <TextInput
        label="Radius (km)"
        inputMode="decimal"
        value={radius}
        error={refusal}
        autoFocus
        onChange={({ currentTarget }) => {
          setRadius(currentTarget.value);
          setRefusal(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onDone();
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="filled" size="compact-xs">
          Create the area
        </Button>
        <Button size="compact-xs" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
